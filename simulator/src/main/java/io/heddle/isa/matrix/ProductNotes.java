package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.ZeroResults;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedSteps;
import java.util.Arrays;
import java.util.List;

/**
 * Notes what a product of matrices of floats rounds, and what overflows or vanishes in it: the same
 * that {@code fma} and {@code cvt} note of single numbers.
 */
final class ProductNotes {
    private final MatrixType a;
    private final MatrixType b;
    private final FloatFormat sum;
    private final FloatFormat result;

    /**
     * @param types of D, A, B and C
     */
    ProductNotes(List<MatrixType> types) {
        result = types.get(0).format();
        a = types.get(1);
        b = types.get(2);
        sum = types.get(3).format();
    }

    /**
     * Notes the elements of A and B, which are read in their own formats. An f32 that is read as a
     * tf32 loses the low bits of its significand (PTX ISA 9.7.14.5).
     */
    void operands(Warp w, Instruction instruction, int[] ofA, int[] ofB) {
        read(w, instruction, a, ofA);
        read(w, instruction, b, ofB);
        vanishing(w, ofA, ofB);
        vanishing(w, ofB, ofA);
    }

    private void read(Warp w, Instruction instruction, MatrixType type, int[] elements) {
        RoundedSteps steps = w.views().roundedSteps();
        for (int t : elements) {
            if (type == MatrixType.TF32 && !steps.isRerounded(t)) {
                steps.noteRerounded(t, instruction);
            } else if (type.format() == FloatFormat.F16 || type.format() == FloatFormat.BF16) {
                steps.noteWidened(t, type.format());
            }
        }
    }

    /** What a zero is multiplied by vanishes over the reals; an infinite product does not. */
    private static void vanishing(Warp w, int[] zeros, int[] others) {
        TermStore s = w.store();
        if (Arrays.stream(zeros).anyMatch(t -> ZeroResults.isZero(s, t))) {
            for (int t : others) {
                w.views().overflows().noteFolded(s.zero(), t);
            }
        }
    }

    /** Notes the elements of D, which C was added to. */
    void results(Warp w, Instruction instruction, int[] ofC, int[] ofD) {
        RoundedSteps steps = w.views().roundedSteps();
        steps.noteProducts(ofD, result, instruction);
        boolean narrows = result.precision() < sum.precision();
        for (int k = 0; k < ofD.length; k++) {
            int t = ofD[k];
            w.views().zeroSigns().noteSum(t);
            if (w.store().isClosed(t)) {
                w.views().overflows().noteFolded(t, ofC[k]);
            } else {
                refuseRoundingSum(w.store(), ofC[k]);
            }
            if (narrows) {
                steps.noteNarrowed(t, result, instruction);
                w.views().overflows().noteNarrowed(t);
            }
        }
    }

    /**
     * Refuses an accumulator that is about 2^23 or 2^24 (of f32): such a constant is added to round
     * to an integer, and how the sums of a matrix product round is not specified.
     */
    private void refuseRoundingSum(TermStore s, int c) {
        if (!s.isRational(c)) {
            return;
        }
        Rational magnitude = s.rationalValue(c).abs();
        int precision = sum.precision();
        if (magnitude.compareTo(Rational.powerOfTwo(precision - 1)) >= 0
                && magnitude.compareTo(Rational.powerOfTwo(precision + 1)) < 0) {
            throw new UnsupportedPtxException(
                    "the sums are added to "
                            + s.show(c, 40)
                            + ", which rounds them to about integers in a way that is not"
                            + " specified");
        }
    }
}
