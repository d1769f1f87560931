package io.heddle.sync;

import io.heddle.sync.Command.Access;
import io.heddle.sync.Command.Register;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel in PTX whose threads execute given thread programs, some number of times: one branch by
 * thread index for each thread of the program, and one line for each command.
 */
final class KernelText {
    private final CtaProgram cta;
    private final int repetitions;
    private final ExpectedValues expected;
    private int checks;
    private final List<String> lines = new ArrayList<>();
    private final Map<Integer, Integer> commandOfLine = new HashMap<>();
    private final Map<Integer, Integer> threadOfLine = new HashMap<>();

    /** The text. */
    KernelText(CtaProgram cta, int repetitions) {
        this(cta, repetitions, null);
    }

    /**
     * The text, which traps where what is read or counted is not as expected.
     *
     * @param expected or null
     */
    KernelText(CtaProgram cta, int repetitions, ExpectedValues expected) {
        this.cta = cta;
        this.repetitions = repetitions;
        this.expected = expected;
        lines.add(".version 9.0 .target sm_80 .address_size 64");
        lines.add(".visible .entry k() {");
        lines.add(".reg .b32 r<16>; .reg .b64 d<4>; .reg .b16 h<4>; .reg .pred p<8>;");
        lines.add(".shared .align 16 .b8 buffer[" + RandomProgram.BYTES + "];");
        lines.add("mov.u32 r0, %tid.x; and.b32 r1, r0, 31; mov.u32 r2, buffer;");
        lines.add("mov.u32 r5, 5; mov.u32 r6, 6; mov.u32 r7, 7;");
        lines.add("mov.u32 r8, 0; mov.u32 r9, 0; mov.u32 r10, 0; mov.u32 r11, 0;");
        lines.add("mov.u64 d1, 0x700000006; mov.u64 d2, 0; mov.u64 d3, 0; mov.u16 h1, 0;");
        lines.add("setp.ne.u32 p3, r0, 0;");
        for (int t = 0; t < cta.threads().size(); t++) {
            int first = cta.threads().get(t).first();
            int end = first + cta.threads().get(t).weight();
            lines.add("setp.ge.u32 p0, r0, " + first + "; setp.lt.u32 p1, r0, " + end + ";");
            lines.add("and.pred p0, p0, p1; @p0 bra T" + t + ";");
        }
        lines.add("trap;");
        for (int t = 0; t < cta.threads().size(); t++) {
            thread(t);
        }
        lines.add("}");
    }

    /** The PTX module. */
    String text() {
        return String.join("\n", lines) + "\n";
    }

    /** All repetitions, as they are executed. */
    CtaProgram unrolled() {
        CtaProgram result = cta;
        for (int t = 0; t < cta.threads().size(); t++) {
            List<Command> commands = new ArrayList<>();
            for (int i = 0; i < repetitions; i++) {
                commands.addAll(cta.threads().get(t).commands());
            }
            result = result.with(t, commands);
        }
        return result;
    }

    /** Whether these two lines have the accesses of a race of the unrolled program. */
    boolean isOf(Race race, int line, int otherLine) {
        return (is(race.thread(), race.command(), line)
                        && is(race.otherThread(), race.otherCommand(), otherLine))
                || (is(race.thread(), race.command(), otherLine)
                        && is(race.otherThread(), race.otherCommand(), line));
    }

    private boolean is(int thread, int command, int line) {
        return threadOfLine.get(line) == thread
                && commandOfLine.get(line) == command % cta.threads().get(thread).commands().size();
    }

    /** The number of the line that is added next. */
    private int line() {
        return lines.size() + 1;
    }

    private void thread(int t) {
        lines.add("T" + t + ": mov.u32 r12, 0;");
        lines.add("L" + t + ":");
        CtaProgram.ThreadProgram thread = cta.threads().get(t);
        for (int i = 0; i < thread.commands().size(); i++) {
            threadOfLine.put(line(), t);
            commandOfLine.put(line(), i);
            Command command = thread.commands().get(i);
            lines.add(
                    command instanceof Access access
                            ? access(t, access, i)
                            : register((Register) command, i) + checkVotes(t, i));
        }
        lines.add("add.u32 r12, r12, 1; setp.lt.u32 p2, r12, " + repetitions + ";");
        lines.add("@p2 bra L" + t + ";");
        lines.add("ret;");
    }

    private String access(int t, Access access, int i) {
        String address = "[r2+" + access.offset() + "]";
        String before;
        String guard = "";
        if (access.stride() == Access.FIRST) {
            before = "setp.eq.u32 p4, r0, " + cta.threads().get(t).first() + "; ";
            guard = "@p4 ";
        } else {
            before = "mad.lo.u32 r3, r1, " + access.stride() + ", r2; ";
            address = "[r3+" + access.offset() + "]";
        }
        return switch (access.sort()) {
            case READ -> {
                String data = data(access.bytes(), i, true);
                yield before + guard + "ld.shared" + data + ", " + address + ";" + checkRead(t, i);
            }
            case WRITE -> {
                int number = ExpectedValues.number(t, i);
                String value =
                        "mov.u32 r4, %d; mov.u16 h0, %d; mov.u64 d0, %d; "
                                .formatted(number, number, 5L << Integer.SIZE | number);
                String[] parts = data(access.bytes(), i, false).split(" ", 2);
                yield before
                        + value
                        + guard
                        + "st.shared"
                        + parts[0]
                        + " "
                        + address
                        + ", "
                        + parts[1]
                        + ";";
            }
            case ADD -> before + guard + "red.shared.add.u32 " + address + ", 1;";
        };
    }

    /** A trap if one lane has read anything else. */
    private String checkRead(int t, int i) {
        Access access = (Access) cta.threads().get(t).commands().get(i);
        byte[] read = expected == null ? null : expected.read(new Trace.Step(t, i));
        if (read == null || access.stride() != Access.FIRST) {
            return "";
        }
        checks++;
        String data = data(access.bytes(), i, true);
        String[] registers = data.substring(data.indexOf(' ')).replaceAll("[{} ]", "").split(",");
        int bytes = read.length / registers.length;
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < registers.length; k++) {
            long value = 0;
            for (int n = bytes - 1; n >= 0; n--) {
                value = value << Byte.SIZE | (read[k * bytes + n] & 0xff);
            }
            text.append(" setp.ne.and.u").append(Math.max(16, bytes * Byte.SIZE));
            text.append(" p5, ").append(registers[k]).append(", ").append(value);
            text.append(", p4; @p5 trap;");
        }
        return text.toString();
    }

    /** A trap if a reduction has counted anything else. */
    private String checkVotes(int t, int i) {
        Register register = (Register) cta.threads().get(t).commands().get(i);
        if (expected == null || register.verb() != Command.Verb.RED) {
            return "";
        }
        checks++;
        int votes = expected.votes(new Trace.Step(t, i));
        return " setp.ne.u32 p5, r15, " + votes + "; @p5 trap;";
    }

    /** How many reads and reductions are checked. */
    int checks() {
        return checks;
    }

    /** Type and registers of so many bytes; reads and writes use different ones. */
    private static String data(int bytes, int variant, boolean read) {
        boolean even = variant % 2 == 0;
        return switch (bytes) {
            case 1 -> read ? ".u8 h1" : ".u8 h0";
            case 2 -> read ? ".u16 h1" : ".u16 h0";
            case 4 -> read ? ".u32 r8" : ".u32 r4";
            case 8 ->
                    even
                            ? (read ? ".u64 d2" : ".u64 d0")
                            : ".v2.u32 " + (read ? "{r8, r9}" : "{r4, r5}");
            default ->
                    even
                            ? ".v2.u64 " + (read ? "{d2, d3}" : "{d0, d1}")
                            : ".v4.u32 " + (read ? "{r8, r9, r10, r11}" : "{r4, r5, r6, r7}");
        };
    }

    private String register(Register register, int variant) {
        if (!register.place().isNamed()) {
            return "bar.warp.sync 0x" + Integer.toHexString(register.place().mask()) + ";";
        }
        boolean inRegisters = variant % 3 == 0;
        String id = inRegisters ? "r13" : Integer.toString(register.place().id());
        String count =
                register.count() == Command.LIVE
                        ? ""
                        : ", " + (inRegisters ? "r14" : Integer.toString(register.count()));
        String before =
                inRegisters
                        ? "mov.u32 r13, "
                                + register.place().id()
                                + "; mov.u32 r14, "
                                + register.count()
                                + "; "
                        : "";
        String barrier = before + (cta.aligned() ? "bar" : "barrier");
        return switch (register.verb()) {
            case SYNC -> barrier + ".sync " + id + count + ";";
            case ARRIVE -> barrier + ".arrive " + id + count + ";";
            case RED -> barrier + ".red.popc.u32 r15, " + id + count + ", p3;";
        };
    }
}
