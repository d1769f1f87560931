package io.heddle.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program for each warp of a random kernel, made from one script: rows that warps hand to each
 * other at named barriers, barriers for all with and without a result, loops and choices around
 * them. What a warp does of it may differ from the script: how often, under which condition, at
 * which number, for how many threads.
 */
final class RandomWarpPrograms {
    private static final int WARP = 32;
    private static final int ROWS = 3;
    private static final int NUMBERS = 7; // for rows; as many again to give them back
    private static final List<String> BOUNDS = List.of("%r2", "%r2", "%r3", "%r5", "2");

    private final RandomKernel kernel;
    private final Random random;
    private final int warps;
    private final boolean faulty; // something may differ
    private final boolean inOneCode; // all warps execute the same instructions

    /** Something that warps do. */
    private sealed interface Item {}

    /** A warp writes a row and another one reads it. */
    private record Hand(int from, int to, int number, int row, boolean back) implements Item {}

    /** All warps meet, perhaps with a result. */
    private record Meeting(int number, boolean result) implements Item {}

    /** A loop. */
    private record Repeat(String bound, List<Item> items) implements Item {}

    /** What is done under a condition on a register. */
    private record Choice(String left, String order, int right, List<Item> items) implements Item {}

    RandomWarpPrograms(RandomKernel kernel, Random random, int warps) {
        this.kernel = kernel;
        this.random = random;
        this.warps = warps;
        faulty = random.nextInt(2) == 0;
        inOneCode = random.nextInt(4) == 0;
    }

    /** Adds what all warps do. */
    void add() {
        kernel.line("shr.u32 %r14, " + kernel.own() + ", 5;");
        kernel.line("and.b32 %r15, " + kernel.own() + ", 31;");
        List<Item> script = script(0, false);
        if (inOneCode) {
            new Program(-1).emit(script);
            return;
        }
        for (int w = 0; w < warps; w++) {
            String behind = kernel.label();
            String p = kernel.predicate();
            kernel.line("setp.ne.u32 " + p + ", %r14, " + w + ";");
            kernel.line("@" + p + " bra " + behind + ";");
            new Program(w).emit(script);
            kernel.line(behind + ":");
        }
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    private boolean fault(int some) {
        return faulty && one(some) == 0;
    }

    // ---------------------------------------------------------------- the script

    private List<Item> script(int depth, boolean inLoop) {
        List<Item> items = new ArrayList<>();
        int count = 1 + one(depth == 0 ? 3 : 2);
        for (int k = 0; k < count; k++) {
            int kind = one(depth < 2 ? 10 : 5);
            if (kind < 4) {
                items.add(hand(inLoop));
            } else if (kind < 5) {
                items.add(new Meeting(one(2), one(3) == 0));
            } else if (kind < 8 && (!inLoop || one(8) == 0)) {
                items.add(new Repeat(BOUNDS.get(one(BOUNDS.size())), script(depth + 1, true)));
            } else {
                String left = inLoop && one(2) == 0 ? "k" : one(8) == 0 ? "q" : bound();
                String order = List.of("lt", "ge", "eq", "ne").get(one(4));
                items.add(new Choice(left, order, one(4), script(depth + 1, inLoop)));
            }
        }
        return items;
    }

    private Hand hand(boolean inLoop) {
        int from = one(warps);
        int to = (from + 1 + one(warps - 1)) % warps;
        boolean back = inLoop ? one(12) > 0 : one(3) == 0;
        return new Hand(from, to, 1 + one(NUMBERS), one(ROWS), back);
    }

    private String bound() {
        return BOUNDS.get(one(BOUNDS.size() - 1));
    }

    // ---------------------------------------------------------------- a program

    /** The instructions of one warp, or of all. */
    private final class Program {
        private final int warp;
        private String counter = "%r2";
        private String result = "%r5";

        Program(int warp) {
            this.warp = warp;
        }

        void emit(List<Item> items) {
            for (Item i : items) {
                if (fault(30)) {
                    continue;
                }
                if (i instanceof Hand h) {
                    hand(h);
                } else if (i instanceof Meeting m) {
                    meet(m);
                } else if (i instanceof Repeat r) {
                    repeat(r);
                } else if (i instanceof Choice c) {
                    choose(c);
                }
            }
            if (fault(40)) {
                kernel.line(kernel.condition(bound()) + " ret;");
            }
        }

        private void hand(Hand h) {
            int number = fault(16) ? 1 + one(NUMBERS) : h.number();
            String threads =
                    ", " + (fault(16) ? List.of(0, WARP, 3 * WARP).get(one(3)) : 2 * WARP) + ";";
            int free = number + NUMBERS;
            if (h.back()) {
                line(h.to(), 14, "bar.arrive " + free + threads);
                line(h.from(), 14, "bar.sync " + free + threads);
            }
            access(h.from(), h.row(), true);
            String gives = one(4) == 0 ? "bar.sync " : "bar.arrive ";
            line(h.from(), 14, gives + number + threads);
            line(h.to(), 14, "bar.sync " + number + threads);
            access(h.to(), h.row(), false);
        }

        /** A warp executes an instruction, mostly. */
        private void line(int who, int some, String text) {
            if (warp != who && warp >= 0 || fault(some)) {
                return;
            }
            String guard = "";
            if (warp < 0) {
                String p = kernel.predicate();
                kernel.line("setp.eq.u32 " + p + ", %r14, " + who + ";");
                guard = "@" + p + " ";
            }
            kernel.line(guard + text);
        }

        private void access(int who, int row, boolean writes) {
            if (warp != who && warp >= 0) {
                return;
            }
            String at = kernel.fresh();
            String lane = "%r15";
            if (!writes) {
                lane = kernel.fresh();
                kernel.line("xor.b32 " + lane + ", %r15, " + (1 + one(3)) + ";");
            }
            kernel.line("add.u32 " + at + ", " + lane + ", " + WARP * row + ";");
            kernel.line("shl.b32 " + at + ", " + at + ", 2;");
            kernel.line("add.u32 " + at + ", " + at + ", %r10;");
            line(
                    who,
                    50,
                    writes
                            ? "st.shared.u32 [" + at + "], %r15;"
                            : "ld.shared.u32 " + kernel.fresh() + ", [" + at + "];");
        }

        private void meet(Meeting m) {
            int number = fault(20) ? 1 : m.number();
            String threads = one(4) == 0 ? ", " + (fault(6) ? 0 : warps * WARP) : "";
            if (!m.result()) {
                kernel.line("bar.sync " + number + threads + ";");
                return;
            }
            String p = kernel.predicate();
            result = kernel.fresh();
            kernel.line("setp.lt.u32 " + p + ", %r15, %r2;");
            kernel.line("bar.red.popc.u32 " + result + ", " + number + threads + ", " + p + ";");
        }

        private void repeat(Repeat r) {
            String bound = fault(6) ? bound() : r.bound();
            String k = kernel.fresh();
            String head = kernel.label();
            String end = kernel.label();
            String p = kernel.predicate();
            boolean down = one(6) == 0;
            String test = down ? "le.s32 " + p + ", " + k + ", 0;" : upTest(p, k, bound);
            kernel.line("mov.u32 " + k + ", " + (down ? bound : "0") + ";");
            kernel.line(head + ":");
            kernel.line("setp." + test);
            kernel.line("@" + p + " bra " + end + ";");
            String outer = counter;
            counter = k;
            emit(r.items());
            counter = outer;
            kernel.line((down ? "sub" : "add") + ".s32 " + k + ", " + k + ", 1;");
            kernel.line("bra " + head + ";");
            kernel.line(end + ":");
        }

        private String upTest(String p, String k, String bound) {
            return List.of("ge.s32 ", "ge.s32 ", "eq.s32 ", "ge.u32 ").get(one(4))
                    + p
                    + ", "
                    + k
                    + ", "
                    + bound
                    + ";";
        }

        private void choose(Choice c) {
            String left = c.left().equals("k") ? counter : c.left().equals("q") ? result : c.left();
            String behind = kernel.label();
            String p = kernel.predicate();
            int right = fault(6) ? one(5) : c.right();
            kernel.line("setp." + c.order() + ".s32 " + p + ", " + left + ", " + right + ";");
            kernel.line("@" + p + " bra " + behind + ";");
            emit(c.items());
            kernel.line(behind + ":");
        }
    }
}
