package io.heddle.sync;

import io.heddle.sync.Command.Access;
import io.heddle.sync.Command.Register;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A kernel in PTX whose threads execute given thread programs: either one branch by thread index
 * for each thread of the program, or one path for all with guards, where threads that are at the
 * same position of their programs share barrier instructions. One line for each command.
 */
final class KernelText {
    private final CtaProgram cta;
    private final int repetitions;
    private final ExpectedValues expected;
    private final boolean together;
    private final List<String> lines = new ArrayList<>();
    private final Map<Integer, Trace.Step> commandOfLine = new HashMap<>();
    private int checks;

    private KernelText(CtaProgram cta, int repetitions, boolean together, ExpectedValues expected) {
        this.cta = cta;
        this.repetitions = repetitions;
        this.together = together;
        this.expected = expected;
        lines.add(".version 9.0 .target sm_80 .address_size 64");
        lines.add(".visible .entry k() {");
        lines.add(".reg .b32 r<16>; .reg .b64 d<4>; .reg .b16 h<4>; .reg .pred p<8>, u<16>;");
        lines.add(".shared .align 16 .b8 buffer[" + RandomProgram.BYTES + "];");
        lines.add("mov.u32 r0, %tid.x; and.b32 r1, r0, 31; mov.u32 r2, buffer;");
        lines.add("mov.u32 r5, 5; mov.u32 r6, 6; mov.u32 r7, 7; mov.u32 r15, 0;");
        lines.add("mov.u32 r8, 0; mov.u32 r9, 0; mov.u32 r10, 0; mov.u32 r11, 0;");
        lines.add("mov.u64 d1, 0x700000006; mov.u64 d2, 0; mov.u64 d3, 0; mov.u16 h1, 0;");
        lines.add("setp.ne.u32 p3, r0, 0; setp.ne.u32 p7, r0, r0;");
        for (int t = 0; t < cta.threads().size(); t++) {
            int first = cta.threads().get(t).first();
            int end = first + cta.threads().get(t).weight();
            lines.add("setp.ge.u32 p0, r0, " + first + "; setp.lt.u32 p1, r0, " + end + ";");
            lines.add(
                    "and.pred u"
                            + t
                            + ", p0, p1;"
                            + (together ? "" : " @u" + t + " bra T" + t + ";"));
        }
        if (together) {
            addPath();
        } else {
            lines.add("trap;");
            for (int t = 0; t < cta.threads().size(); t++) {
                addBranch(t);
            }
        }
        lines.add("}");
    }

    /** Branches, in each of which the program is executed several times. */
    static KernelText ofBranches(CtaProgram cta, int repetitions) {
        return new KernelText(cta, repetitions, false, null);
    }

    /** One path for all. */
    static KernelText ofOnePath(CtaProgram cta) {
        return new KernelText(cta, 1, true, null);
    }

    /** The same in one repetition, which traps where something else is read or counted. */
    KernelText checking(ExpectedValues values) {
        return new KernelText(unrolled(), 1, together, values);
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
        int first = command % cta.threads().get(thread).commands().size();
        return new Trace.Step(thread, first).equals(commandOfLine.get(line));
    }

    private void addBranch(int t) {
        lines.add("T" + t + ": mov.u32 r12, 0;");
        lines.add("L" + t + ":");
        List<Command> commands = cta.threads().get(t).commands();
        for (int i = 0; i < commands.size(); i++) {
            if (commands.get(i) instanceof Access access) {
                addAccess(t, i, access);
            } else {
                Register register = (Register) commands.get(i);
                lines.add(register(register, i) + checkVotes(t, i, register));
            }
        }
        lines.add("add.u32 r12, r12, 1; setp.lt.u32 p2, r12, " + repetitions + ";");
        lines.add("@p2 bra L" + t + ";");
        lines.add("ret;");
    }

    private void addPath() {
        int longest = 0;
        for (CtaProgram.ThreadProgram thread : cta.threads()) {
            longest = Math.max(longest, thread.commands().size());
        }
        for (int i = 0; i < longest; i++) {
            Map<String, List<Integer>> barriers = new TreeMap<>();
            for (int t = 0; t < cta.threads().size(); t++) {
                List<Command> commands = cta.threads().get(t).commands();
                if (i >= commands.size()) {
                    lines.add(i > commands.size() ? "" : "@u" + t + " exit;");
                } else if (commands.get(i) instanceof Access access) {
                    addAccess(t, i, access);
                } else {
                    String sort = withRegisters((Register) commands.get(i));
                    barriers.computeIfAbsent(sort, k -> new ArrayList<>()).add(t);
                }
            }
            for (Map.Entry<String, List<Integer>> e : barriers.entrySet()) {
                addBarrier(e.getKey(), e.getValue(), i);
            }
        }
        lines.add("ret;");
    }

    private void addBarrier(String instruction, List<Integer> threads, int i) {
        StringBuilder before = new StringBuilder("mov.pred p6, p7; ");
        StringBuilder after = new StringBuilder();
        for (int t : threads) {
            Register register = (Register) cta.threads().get(t).commands().get(i);
            int id = register.place().isNamed() ? register.place().id() : register.place().mask();
            before.append("@u%d mov.b32 r13, %d; ".formatted(t, id));
            before.append("@u%d mov.b32 r14, %d; ".formatted(t, register.count()));
            before.append("or.pred p6, p6, u%d; ".formatted(t));
            after.append(checkVotes(t, i, register));
        }
        lines.add(before + "@p6 " + instruction + after);
    }

    private void addAccess(int t, int i, Access access) {
        commandOfLine.put(lines.size() + 1, new Trace.Step(t, i));
        lines.add(access(t, access, i));
    }

    private String access(int t, Access access, int i) {
        String address = "[r2+" + access.offset() + "]";
        String before;
        String guard = "@u" + t + " ";
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
    private String checkVotes(int t, int i, Register register) {
        if (expected == null || register.verb() != Command.Verb.RED) {
            return "";
        }
        checks++;
        int votes = expected.votes(new Trace.Step(t, i));
        return " setp.ne.and.u32 p5, r15, " + votes + ", u" + t + "; @p5 trap;";
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

    /** Every third barrier has its operands in registers. */
    private String register(Register register, int variant) {
        String instruction = withRegisters(register);
        Command.Place place = register.place();
        if (!place.isNamed()) {
            return instruction.replace("r13", "0x" + Integer.toHexString(place.mask()));
        }
        String id = Integer.toString(place.id());
        String count = Integer.toString(register.count());
        return variant % 3 == 0
                ? "mov.u32 r13, " + id + "; mov.u32 r14, " + count + "; " + instruction
                : instruction.replace("r13", id).replace("r14", count);
    }

    /** The instruction with its barrier or mask in r13 and its count in r14. */
    private String withRegisters(Register register) {
        if (!register.place().isNamed()) {
            return "bar.warp.sync r13;";
        }
        String count = register.count() == Command.LIVE ? "" : ", r14";
        String barrier = register.isAligned() ? "bar" : "barrier";
        return switch (register.verb()) {
            case SYNC -> barrier + ".sync r13" + count + ";";
            case ARRIVE -> barrier + ".arrive r13" + count + ";";
            case RED -> barrier + ".red.popc.u32 r15, r13" + count + ", p3;";
        };
    }
}
