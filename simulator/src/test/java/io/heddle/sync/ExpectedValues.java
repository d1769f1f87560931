package io.heddle.sync;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What the threads of a program read, and what its reductions count, in one trace: so they do in
 * every trace if the program is well-synchronised and has no race.
 */
final class ExpectedValues {
    private final Trace trace;
    private final Byte[] memory = new Byte[RandomProgram.BYTES];
    private final Map<Trace.Step, byte[]> reads = new HashMap<>();

    /** The values of a trace. */
    ExpectedValues(Trace trace) {
        this.trace = trace;
        for (Trace.Step step : trace.steps()) {
            CtaProgram.ThreadProgram thread = trace.cta().threads().get(step.thread());
            if (step.command() < thread.commands().size()
                    && thread.commands().get(step.command()) instanceof Command.Access access) {
                execute(step, thread, access);
            }
        }
    }

    /** The bytes that a command writes: its own number, and small ones after it. */
    static byte[] written(int thread, int command, int bytes) {
        ByteBuffer data = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(number(thread, command)).putInt(5).putInt(6).putInt(7);
        return Arrays.copyOf(data.array(), bytes);
    }

    /** Different for all commands, and small enough for 16 bits. */
    static int number(int thread, int command) {
        return thread << 9 | command + 1;
    }

    private void execute(Trace.Step step, CtaProgram.ThreadProgram thread, Command.Access access) {
        for (int rest = access.lanes(thread); rest != 0; rest &= rest - 1) {
            int at = access.offset(Integer.numberOfTrailingZeros(rest));
            switch (access.sort()) {
                case WRITE -> write(at, written(step.thread(), step.command(), access.bytes()));
                case ADD -> {
                    byte[] old = read(at, access.bytes());
                    if (old != null) {
                        ByteBuffer sum = ByteBuffer.wrap(old).order(ByteOrder.LITTLE_ENDIAN);
                        write(at, sum.putInt(0, sum.getInt(0) + 1).array());
                    }
                }
                case READ -> reads.put(step, read(at, access.bytes()));
            }
        }
    }

    private void write(int at, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            memory[at + i] = bytes[i];
        }
    }

    /** Null if some of the bytes have not been written. */
    private byte[] read(int at, int bytes) {
        byte[] result = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            if (memory[at + i] == null) {
                return null;
            }
            result[i] = memory[at + i];
        }
        return result;
    }

    /** What one lane reads, or null if it reads what has not been written. */
    byte[] read(Trace.Step step) {
        return reads.get(step);
    }

    /** Of a reduction in which all threads but the CTA's first are for it: how many are. */
    int votes(Trace.Step step) {
        Command.Register register = register(step.thread(), step.command());
        int generation = trace.generation(step.thread(), step.command());
        int votes = 0;
        for (int t = 0; t < trace.cta().threads().size(); t++) {
            CtaProgram.ThreadProgram thread = trace.cta().threads().get(t);
            for (int i = 0; i < thread.commands().size(); i++) {
                Command.Register other = register(t, i);
                if (other != null
                        && other.place().equals(register.place())
                        && trace.generation(t, i) == generation) {
                    votes += thread.weight() - (thread.first() == 0 ? 1 : 0);
                }
            }
        }
        return votes;
    }

    private Command.Register register(int thread, int command) {
        return trace.cta().threads().get(thread).commands().get(command)
                        instanceof Command.Register r
                ? r
                : null;
    }
}
