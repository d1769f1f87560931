package io.heddle.check;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/**
 * Pieces of a random kernel that accesses at affine indices alone do not make: what atomics return,
 * what lanes tell each other, barriers in nested loops, loops that end by data.
 */
final class RandomShapes {
    /** What a piece is. */
    enum Shape {
        /** The result of an atomic is the index of a store. */
        ATOMIC_INDEX,
        /** The result of an atomic decides about a store, a barrier or a return. */
        ATOMIC_GUARD,
        /** What another lane has is an index or a guard. */
        SHUFFLE,
        /** What the lanes of a warp vote is an index or a guard. */
        VOTE,
        /** Which lanes are active is an index or a guard. */
        ACTIVE_LANES,
        /** Threads have two indices. */
        TWO_DIMENSIONS,
        /** Threads have three indices. */
        THREE_DIMENSIONS,
        /** Warps come to named barriers each in its own way ({@link RandomPipes}). */
        NAMED_BARRIERS,
        /** A loop in a loop, with accesses to a neighbour's cell and barriers between most. */
        NESTED_BARRIERS,
        /** A loop whose number of rounds is read from memory. */
        WHILE_ON_DATA,
        /** Some threads end before others do. */
        EARLY_RETURN,
        /** Lanes read each other's cells, with a barrier for the warp between most accesses. */
        WARP_ORDER,
        /** Copies that are waited for in groups, most of them. */
        ASYNC_COPIES
    }

    private static final String COUNTERS = "%d7";
    private static final String FREE_CELL = "[%d6+8]"; // of the tensor that only these pieces use

    private final RandomKernel kernel;
    private final Random random;
    private final RandomCopies copies;
    private final Map<Shape, Integer> made = new EnumMap<>(Shape.class);

    RandomShapes(RandomKernel kernel, Random random) {
        this.kernel = kernel;
        this.random = random;
        copies = new RandomCopies(kernel, random);
    }

    /** How often the kernel has each shape. */
    Map<Shape, Integer> made() {
        return made;
    }

    void count(Shape shape) {
        made.merge(shape, 1, Integer::sum);
    }

    /** Adds one piece. */
    void add(int depth) {
        if (one(5) == 0) {
            count(Shape.ASYNC_COPIES);
            copies.add(depth > 0);
            return;
        }
        switch (one(depth == 0 ? 17 : depth == 1 ? 14 : 10)) {
            case 0, 1, 2, 3 -> atomic();
            case 4 -> shuffle();
            case 5 -> vote();
            case 6 -> activeLanes();
            case 7, 8 -> warpOrder();
            case 9 -> earlyReturn();
            case 10, 11 -> whileOnData(depth);
            default -> nestedBarriers();
        }
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    private String oneOf(String... texts) {
        return texts[one(texts.length)];
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

    private String value() {
        return kernel.value();
    }

    private String fresh() {
        return kernel.fresh();
    }

    // ---------------------------------------------------------------- atomics

    private void atomic() {
        String r = fresh();
        String guard = "";
        if (one(4) == 0) {
            line("mov.u32 {}, 127;", r);
            guard = kernel.condition(value()) + " ";
        }
        String cell = "[" + COUNTERS + (one(3) > 0 ? "]" : "+4]");
        String[] other = {
            "inc.u32 {}, {}, -1;",
            "inc.u32 {}, {}, " + (1 + one(8)) + ";",
            "exch.b32 {}, {}, " + value() + ";",
            "exch.b32 {}, {}, " + (1 + one(2)) + ";",
            "cas.b32 {}, {}, 0, " + (1 + one(2)) + ";",
            "add.u32 {}, {}, " + kernel.uniformValue() + ";",
            "max.s32 {}, {}, " + value() + ";"
        };
        String operation =
                one(2) == 0 ? oneOf(other) : "add.u32 {}, {}, " + (one(4) > 0 ? 1 : 2) + ";";
        line(guard + "atom.global." + operation, r, cell);
        if (one(2) == 0) {
            count(Shape.ATOMIC_INDEX);
            index(r);
        } else {
            count(Shape.ATOMIC_GUARD);
            decideBy(r, FREE_CELL);
        }
        if (one(4) == 0) {
            kernel.keep(r);
        }
    }

    /** Stores at the index that an atomic has returned, or at one made from it. */
    private void index(String r) {
        String i = fresh();
        boolean bounded = one(4) > 0;
        switch (one(4)) {
            case 0 -> {
                line("and.b32 {}, {}, 127;", i, r);
                bounded = false;
            }
            case 1 -> line("mad.lo.u32 {}, {}, {}, {};", i, r, 1 + one(3), one(3));
            case 2 -> line("add.u32 {}, {}, {};", i, r, one(2) == 0 ? value() : "126");
            default -> line("mov.u32 {}, {};", i, r);
        }
        String guard = bounded ? "@" + compared("lt.u32", i, "127") + " " : "";
        line("mul.wide.u32 %d8, {}, 4;", i);
        line("add.s64 %d9, %d6, %d8;");
        line("{}st.global.u32 [%d9], {};", guard, value());
        if (one(4) == 0) {
            line("{}ld.global.u32 {}, [%d9+{}];", guard, fresh(), 4 * one(2));
        }
    }

    private String compared(String how, String left, String right) {
        String p = kernel.predicate();
        line("setp.{} {}, {}, {};", how, p, left, right);
        return p;
    }

    /** Compares a number and lets that decide something. */
    private void decideBy(String r, String cell) {
        String right = one(3) == 0 ? kernel.uniformValue() : Integer.toString(one(3));
        decide(compared(oneOf("eq", "eq", "lt", "ne", "ge") + ".u32", r, right), cell);
    }

    /** Lets a predicate decide something. */
    private void decide(String predicate, String cell) {
        String guard = "@" + (one(4) == 0 ? "!" : "") + predicate;
        String space = cell.contains("%d") ? "global" : "shared";
        switch (one(7)) {
            case 0 -> line("{} bar.sync 0;", guard);
            case 1 -> line("{} ret;", guard);
            case 2 -> line("{} ld.{}.u32 {}, {};", guard, space, fresh(), cell);
            case 3 -> line("{} st.shared.u32 [{}], {};", guard, place(kernel.own()), value());
            case 4 -> {
                String r = fresh();
                line("selp.b32 {}, {}, {}, {};", r, value(), one(4), predicate);
                kernel.keep(r);
            }
            default -> line("{} st.{}.u32 {}, {};", guard, space, cell, value());
        }
    }

    /** The address of a cell of the shared array that only these pieces use. */
    private String place(String index) {
        String at = fresh();
        line("and.b32 {}, {}, {};", at, index, one(16) == 0 ? 1023 : 127); // may leave it
        line("shl.b32 {}, {}, 2;", at, at);
        line("add.u32 {}, {}, %r10;", at, at);
        return at;
    }

    // ---------------------------------------------------------------- warps

    private void shuffle() {
        count(Shape.SHUFFLE);
        String r = fresh();
        int far = one(3);
        String how =
                oneOf(
                        "idx.b32 {}, {}, " + far + ", 31, -1;",
                        "up.b32 {}, {}, " + far + ", 0, -1;",
                        "down.b32 {}, {}, " + far + ", 31, -1;",
                        "bfly.b32 {}, {}, " + far + ", 31, -1;");
        line("shfl.sync." + how, r, value());
        told(r);
    }

    private void vote() {
        count(Shape.VOTE);
        String of = kernel.condition(value()).replaceAll("[@!]", "");
        if (one(2) == 0) {
            String r = fresh();
            line("vote.sync.ballot.b32 {}, {}, -1;", r, of);
            told(r);
        } else {
            String p = kernel.predicate();
            line("vote.sync.{}.pred {}, {}, -1;", oneOf("any", "all"), p, of);
            decide(p, "[%r10+8]");
        }
    }

    private void activeLanes() {
        count(Shape.ACTIVE_LANES);
        String r = fresh();
        line("activemask.b32 {};", r);
        told(r);
    }

    /** Uses what a lane was told. */
    private void told(String r) {
        switch (one(3)) {
            case 0 -> kernel.keep(r);
            case 1 -> line("st.shared.u32 [{}], {};", place(r), value());
            default -> decideBy(r, "[%r10+8]");
        }
    }

    private void warpOrder() {
        count(Shape.WARP_ORDER);
        String own = place(kernel.own());
        line("st.shared.u32 [{}], {};", own, value());
        meetWarp(6);
        String index = fresh();
        line(
                oneOf("xor.b32", "add.u32", "sub.u32") + " {}, {}, {};",
                index,
                kernel.own(),
                1 + one(2));
        String read = fresh();
        line("ld.shared.u32 {}, [{}];", read, place(index));
        meetWarp(4);
        if (one(2) == 0) {
            line("st.shared.u32 [{}], {};", own, read);
        }
    }

    /** Mostly a barrier for the warp; one time of some none. */
    private void meetWarp(int some) {
        int k = one(some);
        if (k == 1) {
            line(oneOf("bar.sync 0;", "bar.warp.sync 255;"));
        } else if (k > 1) {
            line("bar.warp.sync -1;");
        }
    }

    // ---------------------------------------------------------------- control flow

    private void earlyReturn() {
        count(Shape.EARLY_RETURN);
        line("{} ret;", kernel.condition(value()));
    }

    /** A loop that a number from memory ends, in a register or in a cell that the thread owns. */
    private void whileOnData(int depth) {
        count(Shape.WHILE_ON_DATA);
        String left = fresh();
        boolean inMemory = one(3) == 0;
        line("mov.u32 {}, {};", left, one(3) == 0 ? "%r5" : "%r9");
        String own = inMemory ? place(kernel.own()) : "";
        if (inMemory) {
            line("st.shared.u32 [{}], {};", own, left);
        }
        String head = kernel.label();
        String end = kernel.label();
        line("{}:", head);
        if (inMemory) {
            line("ld.shared.u32 {}, [{}];", left, own);
        }
        line("@{} bra {};", compared("le.s32", left, "0"), end);
        kernel.inLoop(depth, left);
        if (one(5) == 0) {
            line("bar.sync 0;");
        }
        line("sub.s32 {}, {}, 1;", left, left);
        if (inMemory) {
            line("st.shared.u32 [{}], {};", own, left);
        }
        line("bra {};", head);
        line("{}:", end);
    }

    private void nestedBarriers() {
        count(Shape.NESTED_BARRIERS);
        String i = fresh();
        String j = fresh();
        String outer = kernel.label();
        String inner = kernel.label();
        String afterInner = kernel.label();
        String afterOuter = kernel.label();
        String rounds = oneOf("%r2", "%r2", "%r3", "2", "%r5");
        String innerRounds = oneOf("%r3", "2", "3", i, "%r9");
        String own = place(kernel.own());
        String neighbour = fresh();
        line("add.u32 {}, {}, {};", neighbour, kernel.own(), 1 + one(2));
        String there = place(neighbour);
        line("mov.u32 {}, 0;", i);
        line("{}:", outer);
        line("@{} bra {};", compared("ge.s32", i, rounds), afterOuter);
        access(own, there);
        meetBlock(4);
        line("mov.u32 {}, 0;", j);
        line("{}:", inner);
        line("@{} bra {};", compared("ge.s32", j, innerRounds), afterInner);
        access(own, there);
        meetBlock(6);
        access(own, there);
        meetBlock(6);
        line("add.s32 {}, {}, 1;", j, j);
        line("bra {};", inner);
        line("{}:", afterInner);
        meetBlock(4);
        line("add.s32 {}, {}, 1;", i, i);
        line("bra {};", outer);
        line("{}:", afterOuter);
        meetBlock(4);
    }

    /** The thread's own cell is written, a neighbour's is read, or neither. */
    private void access(String own, String there) {
        switch (one(3)) {
            case 0 -> line("st.shared.u32 [{}], {};", own, value());
            case 1 -> line("ld.shared.u32 {}, [{}];", fresh(), there);
            default -> {}
        }
    }

    /** Mostly a barrier; one time of some none. */
    private void meetBlock(int some) {
        if (one(some) > 0) {
            line("bar.sync 0;");
        }
    }
}
