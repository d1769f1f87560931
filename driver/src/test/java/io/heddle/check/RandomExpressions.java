package io.heddle.check;

import java.util.Random;

/** Integer instructions of a random kernel, of values that it has. */
final class RandomExpressions {
    private final RandomKernel kernel;
    private final Random random;

    RandomExpressions(RandomKernel kernel, Random random) {
        this.kernel = kernel;
        this.random = random;
    }

    private int one(int bound) {
        return random.nextInt(bound);
    }

    private void line(String text) {
        kernel.line(text);
    }

    /** Adds an instruction, or a few; the register that holds the result. */
    String add() {
        String r = kernel.fresh();
        String a = kernel.value();
        String b = kernel.value();
        int c = 1 + one(5);
        switch (one(20)) {
            case 0 -> line("mov.u32 " + r + ", " + a + ";");
            case 1, 2 -> line("add.s32 " + r + ", " + a + ", " + b + ";");
            case 3 -> line("mad.lo.s32 " + r + ", " + a + ", " + c + ", " + b + ";");
            case 4 -> line("sub.s32 " + r + ", " + a + ", " + b + ";");
            case 5 -> line("mul.lo.s32 " + r + ", " + a + ", " + b + ";");
            case 6 -> line("rem.u32 " + r + ", " + a + ", " + (1 + c) + ";");
            case 7 -> line("shr.u32 " + r + ", " + a + ", " + (c - 1) + ";");
            case 8 -> line("shl.b32 " + r + ", " + a + ", " + (c - 1) + ";");
            case 9 -> line("xor.b32 " + r + ", " + a + ", " + c + ";");
            case 10 -> line("and.b32 " + r + ", " + a + ", " + (c + 2) + ";");
            case 11 -> {
                String p = kernel.condition(b).replaceAll("[@!]", "");
                line("selp.b32 " + r + ", " + a + ", " + c + ", " + p + ";");
            }
            case 12 -> line("shr.s32 " + r + ", " + a + ", " + c + ";");
            case 13 -> {
                line("cvt.u16.u32 %h1, " + a + ";");
                line("mul.lo.u16 %h2, %h1, " + (c << (one(2) * 11)) + ";");
                line("cvt.u32.u16 " + r + ", %h2;");
            }
            case 14 -> line("min.s32 " + r + ", " + a + ", " + b + ";");
            default -> other(r, a, b, c);
        }
        return r;
    }

    /** An instruction that addresses rarely have. */
    private void other(String r, String a, String b, int c) {
        String two = r + ", " + a + ", " + b + ";";
        switch (one(19)) {
            case 0 -> line("mul.hi.u32 " + two);
            case 1 -> line("mul.hi.s32 " + two);
            case 2 -> line("rem.s32 " + r + ", " + a + ", " + (c - 7) + ";");
            case 3 -> line("div.s32 " + r + ", " + a + ", " + (c - 7) + ";");
            case 4 -> line("max.u32 " + two);
            case 5 -> line("shr.s32 " + two);
            case 6 -> line("shl.b32 " + two);
            case 7 -> line("bfe.s32 " + r + ", " + a + ", " + (c - 1) + ", 2;");
            case 8 -> line("lop3.b32 " + r + ", " + a + ", " + b + ", " + c + ", 0x96;");
            case 9 -> line("not.b32 " + r + ", " + a + ";");
            case 10 -> line("neg.s32 " + r + ", " + a + ";");
            case 11 -> line("set.lt.u32.s32 " + two);
            case 12 -> {
                line("cvt.s8.u32 %h1, " + a + ";");
                line("cvt.u32.u16 " + r + ", %h1;");
            }
            case 13 -> {
                line("cvt.u8.s32 %h1, " + a + ";");
                line("cvt.s32.s8 " + r + ", %h1;");
            }
            case 14 -> {
                line("mad.wide.s32 %d5, " + a + ", " + c + ", -" + c + ";");
                line("shr.u64 %d5, %d5, " + 8 * one(5) + ";");
                line("cvt.u32.u64 " + r + ", %d5;");
            }
            case 15, 16 -> {
                int length = one(3) == 0 ? one(40) : one(4);
                line("bfi.b32 " + r + ", " + a + ", " + b + ", " + one(6) + ", " + length + ";");
            }
            case 17 ->
                    line(
                            "bfe."
                                    + (one(2) == 0 ? "s32 " : "u32 ")
                                    + r
                                    + ", "
                                    + a
                                    + ", "
                                    + c
                                    + ", 1;");
            default -> line("or.b32 " + two);
        }
    }
}
