package io.heddle.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Named barriers of a random kernel: warps that fill stages in shared memory and warps that empty
 * them, round by round, or values that warps hand to each other in turn; or with something of that
 * missing, at another number, for more or fewer threads, too early or too late.
 */
final class RandomPipes {
    private static final int WARP = 32;
    private static final int FULL = 1; // the number of the first stage's barrier
    private static final int EMPTY = 5;
    private static final int ROWS = 3;

    private final RandomKernel kernel;
    private final Random random;
    private final int warps;
    private boolean faulty; // something may be missing

    /**
     * Makes pieces for a kernel.
     *
     * @param warps of its block, all of which have all their lanes
     */
    RandomPipes(RandomKernel kernel, Random random, int warps) {
        this.kernel = kernel;
        this.random = random;
        this.warps = warps;
    }

    /** Adds what all warps do. */
    void add() {
        faulty = one(5) < 2;
        kernel.line("shr.u32 %r14, " + kernel.own() + ", 5;");
        kernel.line("and.b32 %r15, " + kernel.own() + ", 31;");
        if (one(3) == 0) {
            turns();
        } else {
            pipe();
        }
        if (one(4) == 0) {
            mostly(4, "bar.sync 0;");
            read("0", 0);
        }
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    private boolean fault(int some) {
        return faulty && one(some) == 0;
    }

    private void mostly(int some, String text) {
        if (!fault(some)) {
            kernel.line(text);
        }
    }

    // ---------------------------------------------------------------- turns

    /** Warps hand rows to each other. */
    private void turns() {
        List<List<String>> of = new ArrayList<>();
        for (int w = 0; w < warps; w++) {
            of.add(new ArrayList<>());
        }
        int count = 1 + one(5);
        for (int k = 0; k < count; k++) {
            int from = one(warps);
            int to = (from + 1 + one(warps - 1)) % warps;
            int row = one(ROWS);
            int number = fault(4) ? one(3) : k % 8;
            String threads = ", " + (fault(8) ? 3 * WARP : 2 * WARP) + ";";
            of.get(from).add("st" + row);
            of.get(from).add((one(4) == 0 ? "bar.sync " : "bar.arrive ") + number + threads);
            of.get(to).add("bar.sync " + number + threads);
            of.get(to).add("ld" + row);
        }
        for (int w = 0; w < warps; w++) {
            String behind = kernel.label();
            String p = kernel.predicate();
            kernel.line("setp.ne.u32 " + p + ", %r14, " + w + ";");
            kernel.line("@" + p + " bra " + behind + ";");
            for (String step : of.get(w)) {
                if (fault(10)) {
                    continue;
                }
                if (step.startsWith("bar")) {
                    kernel.line(step);
                } else if (step.startsWith("st")) {
                    write(step.substring(2), "");
                } else {
                    read(step.substring(2), 1 + one(3));
                }
            }
            kernel.line(behind + ":");
        }
    }

    // ---------------------------------------------------------------- pipe

    /** The first warps fill stages, the others empty them. */
    private void pipe() {
        int producers = 1 + one(warps - 1);
        int stages = 1 + one(3);
        String bound = List.of("%r2", "%r2", "%r3", "3", "%r5").get(one(5));
        String all = ", " + warps * WARP + ";";
        boolean waits = one(5) == 0; // all wait
        String consume = kernel.label();
        String end = kernel.label();
        String p = kernel.predicate();
        kernel.line("setp.ge.u32 " + p + ", %r14, " + producers + ";");
        kernel.line("@" + p + " bra " + consume + ";");
        side(bound, stages, true, waits, all, producers);
        kernel.line("bra " + end + ";");
        kernel.line(consume + ":");
        side(fault(10) ? "%r3" : bound, stages, false, waits, all, producers);
        kernel.line(end + ":");
    }

    private void side(
            String bound, int stages, boolean fills, boolean waits, String all, int producers) {
        String k = kernel.fresh();
        String stage = kernel.fresh();
        String full = kernel.fresh();
        String empty = kernel.fresh();
        String head = kernel.label();
        String end = kernel.label();
        String p = kernel.predicate();
        kernel.line("mov.u32 " + k + ", 0;");
        kernel.line(head + ":");
        kernel.line("setp.ge.s32 " + p + ", " + k + ", " + bound + ";");
        kernel.line("@" + p + " bra " + end + ";");
        kernel.line("rem.u32 " + stage + ", " + k + ", " + stages + ";");
        kernel.line("add.u32 " + full + ", " + stage + ", " + (fault(12) ? EMPTY : FULL) + ";");
        kernel.line(
                "add.u32 " + empty + ", " + stage + ", " + (fault(12) ? EMPTY + 1 : EMPTY) + ";");
        String threads = fault(12) ? ", " + (warps * WARP - WARP) + ";" : all;
        String here = fault(10) ? "0" : stage;
        String later = kernel.predicate();
        int far = fault(8) ? stages + 1 : stages;
        if (fills) {
            kernel.line("setp.ge.s32 " + later + ", " + k + ", " + far + ";");
            String wait = "@" + later + " bar.sync " + empty + threads;
            boolean early = fault(6);
            mostly(10, early ? "" : wait);
            String which = "";
            if (producers > 1) { // one of them, or each a part
                String q = kernel.predicate();
                String own = one(2) == 0 ? "%r14, " + one(producers) : "%r15, 40";
                boolean parts = own.startsWith("%r15");
                kernel.line("setp." + (parts ? "lt" : "eq") + ".u32 " + q + ", " + own + ";");
                which = parts && !fault(2) ? "@!" + q + " " : "@" + q + " ";
            }
            write(here, which);
            if (early) {
                kernel.line(wait);
            }
            mostly(10, (waits ? "bar.sync " : "bar.arrive ") + full + threads);
        } else {
            String ahead = kernel.fresh();
            kernel.line("add.s32 " + ahead + ", " + k + ", " + far + ";");
            kernel.line("setp.lt.s32 " + later + ", " + ahead + ", " + bound + ";");
            boolean early = fault(6);
            if (early) {
                read(here, 1 + one(3));
            }
            mostly(10, "bar.sync " + full + threads);
            if (!early && one(6) > 0) {
                read(here, 1 + one(3));
            }
            String free = "@" + later + (waits ? " bar.sync " : " bar.arrive ") + empty + threads;
            mostly(10, fault(8) ? "bar.arrive " + empty + threads : free);
            if (fault(6)) {
                read(here, 1 + one(3));
            }
        }
        kernel.line("add.s32 " + k + ", " + k + ", 1;");
        kernel.line("bra " + head + ";");
        kernel.line(end + ":");
    }

    // ---------------------------------------------------------------- rows

    /** The lane's cell of a row is written. */
    private void write(String row, String guard) {
        kernel.line(guard + "st.shared.u32 [" + cell(row, 0) + "], %r15;");
    }

    /** Another lane's cell of a row is read. */
    private void read(String row, int distance) {
        kernel.line("ld.shared.u32 " + kernel.fresh() + ", [" + cell(row, distance) + "];");
    }

    private String cell(String row, int distance) {
        String at = kernel.fresh();
        String lane = kernel.fresh();
        kernel.line("xor.b32 " + lane + ", %r15, " + distance + ";");
        if (row.startsWith("%")) {
            kernel.line("mad.lo.u32 " + at + ", " + row + ", " + WARP + ", " + lane + ";");
        } else {
            int first = WARP * Integer.parseInt(row);
            kernel.line("add.u32 " + at + ", " + lane + ", " + first + ";");
        }
        kernel.line("shl.b32 " + at + ", " + at + ", 2;");
        kernel.line("add.u32 " + at + ", " + at + ", %r10;");
        return at;
    }
}
