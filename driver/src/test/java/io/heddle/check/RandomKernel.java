package io.heddle.check;

import io.heddle.launch.Dim3;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A small kernel made from a seed: loops, branches, barriers, accesses to shared and global memory
 * at affine, masked and shifted indices, and the pieces of {@link RandomShapes}. It takes {@code
 * inout:x}, {@code in:d} (two numbers from 0 to 2), the scalars n from 0 to 8 and m from 0 to 2,
 * and {@code inout:y} and {@code inout:c} (counters that are 0), which only those pieces use.
 */
final class RandomKernel {
    static final int CELLS = 2;
    private static final int[] BLOCKS = {2, 2, 3, 3, 4, 4, 8, 8, 33};
    private static final int[][] PLANES = {{2, 2}, {4, 2}, {3, 3}, {8, 4}, {20, 2}};
    private static final int[][] SPACES = {{2, 2, 2}, {3, 1, 2}, {4, 2, 3}, {5, 4, 2}};
    private static final int[][] OF_WARPS = {
        {64, 1, 1},
        {64, 1, 1},
        {96, 1, 1},
        {128, 1, 1},
        {32, 2, 1},
        {16, 6, 1},
        {8, 4, 2},
        {4, 8, 3}
    };
    private static final int WORDS = 128; // of each array

    private final Random random;
    private final StringBuilder body = new StringBuilder();
    private final List<String> values = new ArrayList<>();
    private final List<String> uniform = new ArrayList<>();
    private int registers = 20;
    private int predicates = 1;
    private int labels;
    private int budget;
    private final Dim3 block;
    private final RandomShapes shapes;
    private final RandomExpressions expressions;
    private final String own; // the register that holds the thread's number in its block
    private boolean readsGrid;

    RandomKernel(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        shapes = new RandomShapes(this, random);
        expressions = new RandomExpressions(this, random);
        boolean namedBarriers = random.nextInt(6) == 0;
        if (namedBarriers) {
            int[] extents = OF_WARPS[random.nextInt(OF_WARPS.length)];
            block = new Dim3(extents[0], extents[1], extents[2]);
            own = "%r8";
        } else if (random.nextInt(5) == 0) {
            int[] plane = PLANES[random.nextInt(PLANES.length)];
            block = new Dim3(plane[0], plane[1], 1);
            own = "%r8";
            values.addAll(List.of("%r7", "%r8", "%r8"));
        } else if (random.nextInt(9) == 0) {
            int[] extents = SPACES[random.nextInt(SPACES.length)];
            block = new Dim3(extents[0], extents[1], extents[2]);
            own = "%r8";
            values.addAll(List.of("%r7", "%r13", "%r8", "%r8"));
        } else {
            block = new Dim3(BLOCKS[random.nextInt(BLOCKS.length)], 1, 1);
            own = "%r1";
        }
        if (block.z() > 1) {
            shapes.count(RandomShapes.Shape.THREE_DIMENSIONS);
        } else if (block.y() > 1) {
            shapes.count(RandomShapes.Shape.TWO_DIMENSIONS);
        }
        budget = 3 + random.nextInt(random.nextInt(4) == 0 ? 10 : 6);
        values.addAll(List.of("%r1", "%r1", "%r1", "%r2", "%r3"));
        uniform.addAll(List.of("%r2", "%r3"));
        if (random.nextInt(4) == 0) {
            readsGrid = true;
            values.add("%r4");
            uniform.add("%r4");
        }
        if (random.nextInt(3) == 0) {
            values.add("%r5");
            uniform.add("%r5");
        }
        if (namedBarriers) {
            shapes.count(RandomShapes.Shape.NAMED_BARRIERS);
            int warps = (int) block.size() / 32;
            if (random.nextInt(2) == 0) {
                new RandomPipes(this, random, warps).add();
            } else {
                new RandomWarpPrograms(this, random, warps).add();
            }
        } else {
            statements(0, false);
        }
    }

    Dim3 block() {
        return block;
    }

    /** How often it has each shape. */
    Map<RandomShapes.Shape, Integer> shapes() {
        return shapes.made();
    }

    /** True if some instruction but that which sets a register names it. */
    boolean reads(String register) {
        return body.toString().matches("(?s).*" + register + "\\b.*");
    }

    boolean readsGrid() {
        return readsGrid;
    }

    String text() {
        return """
        .version 9.0
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 x, .param .u64 d, .param .u32 n, .param .u32 m,
            .param .u64 y, .param .u64 c)
        {
        .reg .pred %p<200>;
        .reg .b16 %h<4>;
        .reg .b32 %r<400>;
        .reg .b64 %d<20>;
        .shared .align 4 .b8 sm[512];
        .shared .align 4 .b8 sw[512];
        .shared .align 4 .b8 sc[1024];
        ld.param.u64 %d1, [x];
        ld.param.u64 %d2, [d];
        ld.param.u32 %r2, [n];
        ld.param.u32 %r3, [m];
        ld.param.u64 %d6, [y];
        ld.param.u64 %d7, [c];
        mov.u32 %r1, %tid.x;
        mov.u32 %r7, %tid.y;
        mov.u32 %r13, %tid.z;
        mov.u32 %r6, sm;
        mov.u32 %r10, sw;
        mov.u32 %r12, sc;
        ld.global.u32 %r5, [%d2];
        """
                + ("mad.lo.u32 %r8, %r7, " + block.x() + ", %r1;\n")
                + ("mad.lo.u32 %r8, %r13, " + block.x() * block.y() + ", %r8;\n")
                + (reads("%r9") ? ownDatum() : "")
                + (readsGrid ? "mov.u32 %r4, %ctaid.x;\n" : "")
                + body
                + "ret;\n}\n";
    }

    /** The same kernel with the threads of a block, and the blocks, numbered from the end. */
    String reversed() {
        return text().replace(
                        "mov.u32 %r1, %tid.x;",
                        "mov.u32 %r1, %tid.x;\nsub.u32 %r1, " + (block.x() - 1) + ", %r1;")
                .replace(
                        "mov.u32 %r7, %tid.y;",
                        "mov.u32 %r7, %tid.y;\nsub.u32 %r7, " + (block.y() - 1) + ", %r7;")
                .replace(
                        "mov.u32 %r13, %tid.z;",
                        "mov.u32 %r13, %tid.z;\nsub.u32 %r13, " + (block.z() - 1) + ", %r13;")
                .replace(
                        "mov.u32 %r4, %ctaid.x;",
                        "mov.u32 %r4, %ctaid.x;\nmov.u32 %r11, %nctaid.x;\n"
                                + "sub.u32 %r4, %r11, %r4;\nsub.u32 %r4, %r4, 1;");
    }

    /** Each thread reads one of the two data. */
    private String ownDatum() {
        return "and.b32 %r9, "
                + own
                + ", 1;\n"
                + "mul.wide.u32 %d8, %r9, 4;\n"
                + "add.s64 %d8, %d2, %d8;\n"
                + "ld.global.u32 %r9, [%d8];\n";
    }

    void line(String text) {
        body.append(text).append('\n');
    }

    String fresh() {
        return "%r" + registers++;
    }

    String predicate() {
        return "%p" + predicates++;
    }

    String label() {
        return "L" + labels++;
    }

    /** The register that holds the thread's number in its block. */
    String own() {
        return own;
    }

    /** Lets later statements use a register that differs from thread to thread. */
    void keep(String register) {
        values.add(register);
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    String value() {
        return values.get(one(values.size()));
    }

    String uniformValue() {
        return uniform.get(one(uniform.size()));
    }

    /** Up to a few statements; inside loops at least one. */
    private void statements(int depth, boolean inLoop) {
        int count = 1 + one(depth == 0 ? 6 : 4);
        int known = values.size();
        int knownUniform = uniform.size();
        for (int k = 0; k < count && budget > 0; k++) {
            statement(depth, inLoop);
        }
        while (values.size() > known) { // not set on every path
            values.remove(values.size() - 1);
        }
        while (uniform.size() > knownUniform) {
            uniform.remove(uniform.size() - 1);
        }
    }

    /** The statements of a loop whose counter is a register. */
    void inLoop(int depth, String counter) {
        values.add(counter);
        statements(depth + 1, true);
        values.remove(counter);
    }

    private void statement(int depth, boolean inLoop) {
        budget--;
        if (one(3) == 0) {
            shapes.add(depth);
            return;
        }
        int kind = one(depth >= 2 ? 12 : 20);
        switch (kind) {
            case 0, 1, 2 -> values.add(expression());
            case 3, 4, 5, 6 -> access(true);
            case 7, 8 -> access(false);
            case 9, 10 -> barrier();
            case 11 -> update();
            case 12, 13, 14 -> branch(depth, inLoop);
            case 15 -> {
                if (one(3) == 0) {
                    line(condition(value()) + " ret;");
                } else {
                    warp();
                }
            }
            default -> loop(depth);
        }
    }

    /** A register that keeps its value from one iteration to the next. */
    private void update() {
        if (values.size() > 8) {
            String r = values.get(8 + one(values.size() - 8));
            if (!uniform.contains(r)) {
                line(
                        switch (one(5)) {
                            case 0 -> "add.s32 " + r + ", " + r + ", " + (1 + one(4)) + ";";
                            case 1 -> "xor.b32 " + r + ", " + r + ", " + (1 + one(7)) + ";";
                            case 2 -> "shl.b32 " + r + ", " + r + ", 1;";
                            case 3 -> "add.s32 " + r + ", " + r + ", " + value() + ";";
                            default -> "sub.s32 " + r + ", " + (1 + one(9)) + ", " + r + ";";
                        });
                return;
            }
        }
        values.add(expression());
    }

    private String expression() {
        return expressions.add();
    }

    /** Computes a predicate; the guard that stands for it, or for its negation. */
    String condition(String of) {
        String p = predicate();
        String order = List.of("lt", "eq", "ge", "ne").get(one(4));
        String other = one(3) == 0 ? uniformValue() : Integer.toString(one(9));
        line("setp." + order + ".s32 " + p + ", " + of + ", " + other + ";");
        return "@" + (one(2) == 0 ? "" : "!") + p;
    }

    private void access(boolean store) {
        String index = one(3) == 0 ? expression() : value();
        String at = fresh();
        boolean wild = one(16) == 0; // may leave the array
        boolean inOwnCell = one(3) > 0; // most kernels should be right
        if (inOwnCell) {
            line("mad.lo.u32 " + at + ", " + uniformValue() + ", " + 33 + ", " + own + ";");
            line("and.b32 " + at + ", " + at + ", " + (WORDS - 1) + ";");
            if (one(2) == 0) {
                at = own;
            }
        } else {
            line(
                    (wild ? "mov.b32 " + at : "and.b32 " + at)
                            + ", "
                            + index
                            + (wild ? ";" : ", " + (WORDS - 1) + ";"));
        }
        String guard = one(5) == 0 ? condition(value()) + " " : "";
        String bytes = fresh();
        boolean small = one(12) == 0;
        String type = small ? "u16" : "u32";
        boolean shared = !readsGrid || one(2) == 0;
        String place;
        if (shared) {
            line("shl.b32 " + bytes + ", " + at + ", 2;");
            line("add.u32 " + bytes + ", " + bytes + ", %r6;");
            place = "[" + bytes + (small ? "+2" : "") + "]";
        } else {
            if (one(2) == 0) {
                line("mad.lo.u32 " + bytes + ", %r4, " + block.size() + ", " + own + ";");
                at = bytes;
            }
            line("mul.wide.u32 %d3, " + at + ", 4;");
            line("add.s64 %d4, %d1, %d3;");
            place = "[%d4" + (small ? "+2" : "") + "]";
        }
        String space = shared ? "shared" : "global";
        if (store) {
            String kept = small ? "%h1" : value();
            if (small) {
                line("cvt.u16.u32 %h1, " + value() + ";");
            }
            boolean atomic = !small && one(10) == 0;
            line(
                    guard
                            + (atomic
                                    ? "red." + space + ".add.u32 "
                                    : "st." + space + "." + type + " ")
                            + place
                            + ", "
                            + kept
                            + ";");
        } else {
            line(
                    guard
                            + "ld."
                            + space
                            + "."
                            + type
                            + " "
                            + (small ? "%h3" : fresh())
                            + ", "
                            + place
                            + ";");
        }
    }

    private void barrier() {
        String guard = one(6) == 0 ? condition(one(2) == 0 ? uniformValue() : value()) + " " : "";
        line(guard + (one(8) == 0 ? "bar.warp.sync -1;" : "bar.sync 0;"));
    }

    private void warp() {
        if (one(2) == 0) {
            line("shfl.sync.bfly.b32 " + fresh() + ", " + value() + ", 1, 31, -1;");
        } else {
            barrier();
        }
    }

    private void branch(int depth, boolean inLoop) {
        String label = label();
        line(condition(one(3) == 0 ? uniformValue() : value()) + " bra " + label + ";");
        statements(depth + 1, inLoop);
        if (one(3) == 0) {
            String end = label();
            line("bra " + end + ";");
            line(label + ":");
            statements(depth + 1, inLoop);
            line(end + ":");
        } else {
            line(label + ":");
        }
    }

    private void loop(int depth) {
        String i = fresh();
        boolean same = one(5) > 0;
        String bound = same ? uniformValue() : value();
        String limit = fresh();
        line("and.b32 " + limit + ", " + bound + ", 7;");
        String head = label();
        String end = label();
        String p = predicate();
        boolean rotated = one(2) == 0; // the test at the end
        int step = 1 + one(3);
        int shape = one(6);
        String start =
                switch (shape) {
                    case 0 -> limit; // down
                    case 1 -> limit; // halving
                    case 2 -> "1"; // doubling
                    default -> one(3) == 0 ? Integer.toString(one(3)) : "0";
                };
        line("mov.u32 " + i + ", " + start + ";");
        String kept = fresh();
        line("mov.u32 " + kept + ", " + value() + ";");
        String test =
                switch (shape) {
                    case 0, 1 -> "setp.gt.s32 " + p + ", " + i + ", 0;";
                    case 3 ->
                            step == 1 && start.equals("0") && !rotated
                                    ? "setp.ne.s32 " + p + ", " + i + ", " + limit + ";"
                                    : "setp.lt.u32 " + p + ", " + i + ", " + limit + ";";
                    default ->
                            (one(2) == 0 ? "setp.lt.s32 " : "setp.le.s32 ")
                                    + p
                                    + ", "
                                    + i
                                    + ", "
                                    + limit
                                    + ";";
                };
        line(head + ":");
        if (!rotated) {
            line(test);
            line("@!" + p + " bra " + end + ";");
        }
        values.add(i);
        values.add(i);
        values.add(kept);
        if (same) {
            uniform.add(i);
        }
        statements(depth + 1, true);
        if (one(5) == 0) {
            line(condition(value()) + " bra " + end + ";");
        }
        if (one(2) == 0) {
            line(
                    switch (one(4)) {
                        case 0 -> "add.s32 " + kept + ", " + kept + ", " + i + ";";
                        case 1 -> "add.s32 " + kept + ", " + kept + ", 3;";
                        case 2 -> "mov.u32 " + kept + ", " + i + ";";
                        default -> "xor.b32 " + kept + ", " + kept + ", 1;";
                    });
        }
        if (one(6) == 0 && same) {
            barrier();
        }
        line(
                switch (shape) {
                    case 0 -> "sub.s32 " + i + ", " + i + ", " + step + ";";
                    case 1 -> "shr.u32 " + i + ", " + i + ", 1;";
                    case 2 -> "shl.b32 " + i + ", " + i + ", 1;";
                    default -> "add.s32 " + i + ", " + i + ", " + step + ";";
                });
        if (rotated) {
            line(test);
            line("@" + p + " bra " + head + ";");
        } else {
            line("bra " + head + ";");
        }
        line(end + ":");
    }
}
