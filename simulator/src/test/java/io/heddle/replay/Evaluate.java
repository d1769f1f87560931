package io.heddle.replay;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.term.ElementType;
import java.util.Arrays;

/**
 * Runs a few instructions on given register contents. Source k stands in {@code %qk} (64 bits),
 * {@code %rk}, {@code %hk} (its lowest 32 and 16) and {@code %pk} (whether it is not zero); the
 * result is read from {@code %q9}, {@code %r9}, {@code %h9} or {@code %p9}, whichever the text
 * names first.
 */
public final class Evaluate {
    private Evaluate() {}

    public static long eval(String text, long... sources) {
        ReplayResult r = result(text, sources);
        if (r instanceof ReplayResult.Finished f) {
            return f.tensors().get("o").bits(slot(text));
        }
        throw new AssertionError(text + ": " + r);
    }

    public static ReplayResult result(String text, long... sources) {
        PtxModule module = PtxParser.parse("snippet.ptx", kernel(text));
        return new Kernels.Run(module, "k")
                .in("a", ElementType.U64, Arrays.copyOf(sources, 8))
                .out("o", ElementType.U64, 4)
                .result();
    }

    /** Evaluates on f32 operands. */
    public static float floats(String text, float... sources) {
        long[] bits = new long[sources.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = bits(sources[i]);
        }
        return Float.intBitsToFloat((int) eval(text, bits));
    }

    public static long bits(float value) {
        return Float.floatToRawIntBits(value) & 0xFFFFFFFFL;
    }

    public static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private static int slot(String text) {
        int best = Integer.MAX_VALUE;
        int slot = 0;
        String[] names = {"%q9", "%r9", "%h9", "%p9"};
        for (int k = 0; k < names.length; k++) {
            int at = text.indexOf(names[k]);
            if (at >= 0 && at < best) {
                best = at;
                slot = k;
            }
        }
        return slot;
    }

    private static String kernel(String text) {
        StringBuilder b = new StringBuilder();
        b.append(".version 9.0\n.target sm_100a\n.address_size 64\n");
        b.append(".visible .entry k(.param .u64 a, .param .u64 o)\n{\n");
        b.append(".reg .b64 %q<16>; .reg .b32 %r<16>; .reg .b16 %h<16>; .reg .pred %p<16>;\n");
        b.append(".reg .b64 %base<2>; .reg .b32 %one;\n");
        b.append("ld.param.u64 %base0, [a]; ld.param.u64 %base1, [o];\n");
        for (int k = 0; k < 8; k++) {
            b.append("ld.global.b64 %q" + k + ", [%base0+" + 8 * k + "];\n");
            b.append(
                    "cvt.u32.u64 %r"
                            + k
                            + ", %q"
                            + k
                            + "; cvt.u16.u64 %h"
                            + k
                            + ", %q"
                            + k
                            + ";\n");
            b.append("setp.ne.u64 %p" + k + ", %q" + k + ", 0;\n");
        }
        b.append("mov.b64 %q9, 0; mov.b32 %r9, 0; mov.b16 %h9, 0; setp.ne.u32 %p9, 0, 0;\n");
        b.append(text).append('\n');
        b.append(
                "st.global.b64 [%base1], %q9; cvt.u64.u32 %q10, %r9; st.global.b64 [%base1+8],"
                        + " %q10;\n");
        b.append("cvt.u64.u16 %q10, %h9; st.global.b64 [%base1+16], %q10;\n");
        b.append("selp.b64 %q10, 1, 0, %p9; st.global.b64 [%base1+24], %q10;\nret;\n}\n");
        return b.toString();
    }
}
