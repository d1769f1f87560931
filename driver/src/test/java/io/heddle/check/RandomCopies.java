package io.heddle.check;

import java.util.Random;

/**
 * Asynchronous copies of a random kernel: rows that are copied to stages in shared memory, in
 * groups that are waited for, and read by a neighbour behind a barrier; or with something of that
 * missing.
 */
final class RandomCopies {
    private static final int ROW = 40; // cells of a stage, more than threads
    private static final String SOURCE = "%d1";

    private final RandomKernel kernel;
    private final Random random;
    private boolean faulty; // something may be missing

    RandomCopies(RandomKernel kernel, Random random) {
        this.kernel = kernel;
        this.random = random;
    }

    /** Adds copies to one stage, or to several in a loop. */
    void add(boolean inLoop) {
        faulty = one(5) < 2;
        if (!inLoop && one(2) == 0) {
            pipeline();
        } else {
            String stage = Integer.toString(one(3));
            copy(stage, "0", "");
            if (one(4) == 0) {
                copy(Integer.toString(one(3)), "1", "");
            }
            mostly(8, guard(8) + "cp.async.commit_group;");
            await(0);
            mostly(6, "bar.sync 0;");
            access(stage);
            mostly(6, "bar.sync 0;");
        }
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    /** Adds a line in which each word takes the place of the next {}. */
    private void line(String text, Object... words) {
        String filled = text;
        for (Object word : words) {
            int at = filled.indexOf("{}");
            filled = filled.substring(0, at) + word + filled.substring(at + 2);
        }
        kernel.line(filled);
    }

    /** True one time of some, where something may be missing. */
    private boolean fault(int some) {
        return faulty && one(some) == 0;
    }

    /** A line that is left out one time of some. */
    private void mostly(int some, String text) {
        if (!fault(some)) {
            kernel.line(text);
        }
    }

    /** One time of some, a condition on an instruction. */
    private String guard(int some) {
        if (!fault(some)) {
            return "";
        }
        return kernel.condition(one(2) == 0 ? kernel.uniformValue() : kernel.value()) + " ";
    }

    private void await(int pending) {
        int left = fault(8) ? one(3) : pending;
        String what = one(6) == 0 ? "cp.async.wait_all;" : "cp.async.wait_group " + left + ";";
        mostly(10, guard(10) + what);
    }

    /** The address of a cell of a stage. */
    private String place(String stage, String index) {
        String at = kernel.fresh();
        line("mad.lo.u32 {}, {}, {}, {};", at, stage, ROW, index);
        line("and.b32 {}, {}, 255;", at, at);
        line("shl.b32 {}, {}, 2;", at, at);
        line("add.u32 {}, {}, %r12;", at, at);
        return at;
    }

    private String neighbour() {
        String index = kernel.fresh();
        line("add.u32 {}, {}, {};", index, kernel.own(), one(3));
        return index;
    }

    /** Copies the own cell of a row to a stage. */
    private void copy(String stage, String row, String condition) {
        String to = place(stage, fault(10) ? neighbour() : kernel.own());
        String from = kernel.fresh();
        line("mad.lo.u32 {}, {}, {}, {};", from, row, ROW, kernel.own());
        line("and.b32 {}, {}, 127;", from, from);
        line("mul.wide.u32 %d8, {}, 4;", from);
        line("add.s64 %d9, {}, %d8;", SOURCE);
        String bytes = "";
        if (one(5) == 0) {
            String size = kernel.fresh();
            String p = kernel.condition(kernel.value()).replaceAll("[@!]", "");
            line("selp.b32 {}, 4, {}, {};", size, one(2), p);
            bytes = ", " + (one(3) == 0 ? p : size);
        }
        String when = condition.isEmpty() ? guard(8) : condition;
        line("{}cp.async.ca.shared.global [{}], [%d9], 4{};", when, to, bytes);
    }

    /** Reads what was copied, mostly; writes there, or to the source. */
    private void access(String stage) {
        String at = place(stage, neighbour());
        switch (faulty ? one(8) : 2) {
            case 0 -> line("st.shared.u32 [{}], {};", at, kernel.value());
            case 1 -> {
                line("mul.wide.u32 %d8, {}, 4;", kernel.own());
                line("add.s64 %d9, {}, %d8;", SOURCE);
                line("{}st.global.u32 [%d9], {};", guard(2), kernel.value());
            }
            default -> line("{}ld.shared.u32 {}, [{}];", guard(3), kernel.fresh(), at);
        }
    }

    /** The stage of a row. */
    private String stage(String row, int more, int stages) {
        String stage = kernel.fresh();
        line("add.u32 {}, {}, {};", stage, row, more);
        line("rem.u32 {}, {}, {};", stage, stage, stages);
        return stage;
    }

    private void pipeline() {
        int stages = 2 + one(2);
        int ahead = fault(8) ? stages - 2 : stages - 1; // rows
        String rounds = one(4) == 0 ? "5" : one(3) == 0 ? "%r3" : "%r2";
        for (int s = 0; s < ahead; s++) {
            String enough = atLeast(Integer.toString(s), rounds);
            copy(Integer.toString(s), Integer.toString(s), enough);
            mostly(12, "cp.async.commit_group;");
        }
        boolean first = one(3) == 0; // the copy is issued before the wait
        String i = kernel.fresh();
        String head = kernel.label();
        String end = kernel.label();
        line("mov.u32 {}, 0;", i);
        line("{}:", head);
        line("{}bra {};", atLeast(i, rounds).replace("@", "@!"), end);
        if (first) {
            next(i, ahead, stages, rounds);
        }
        await(first ? stages - 1 : stages - 2);
        mostly(8, "bar.sync 0;");
        if (!first) {
            next(i, ahead, stages, rounds);
        }
        access(stage(i, fault(8) ? 1 : 0, stages));
        if (first) {
            mostly(6, "bar.sync 0;");
        }
        line("add.u32 {}, {}, 1;", i, i);
        line("bra {};", head);
        line("{}:", end);
        if (!faulty || one(3) > 0) {
            mostly(6, "cp.async.wait_all;");
            mostly(6, "bar.sync 0;");
        }
    }

    /** Copies the row that is some ahead, if there is one. */
    private void next(String i, int ahead, int stages, String rounds) {
        String row = kernel.fresh();
        line("add.u32 {}, {}, {};", row, i, ahead);
        copy(stage(i, ahead, stages), row, fault(6) ? "" : atLeast(row, rounds));
        mostly(10, guard(12) + "cp.async.commit_group;");
    }

    /** A guard that holds for rows that there are. */
    private String atLeast(String row, String rounds) {
        String p = kernel.predicate();
        if (row.startsWith("%")) {
            line("setp.lt.s32 {}, {}, {};", p, row, rounds);
        } else if (rounds.startsWith("%")) {
            line("setp.gt.s32 {}, {}, {};", p, rounds, row);
        } else {
            line("setp.eq.u32 {}, 1, 1;", p);
        }
        return "@" + p + " ";
    }
}
