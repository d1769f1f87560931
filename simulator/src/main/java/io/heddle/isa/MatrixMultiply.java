package io.heddle.isa;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.sim.Decoder;
import io.heddle.sim.Step;
import io.heddle.sim.UnsupportedPtxException;
import io.heddle.sim.Warp;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.Set;

/**
 * {@code mma.sync}: D = A·B + C over the reals or the integers (PTX ISA 9.7.14.5).
 *
 * <p>Each element of D is a chain of {@code fma} in ascending k. An integer result is the exact sum
 * of products, which is assumed to fit in 32 bits where its range does not prove it, or is clamped
 * to them by {@code .satfinite}; on concrete operands it wraps around.
 */
final class MatrixMultiply {
    private static final int ALL_LANES = -1;

    private static final Set<String> KNOWN =
            Set.of("sync", "aligned", "row", "col", "satfinite", "and", "xor", "popc");

    private MatrixMultiply() {}

    static Step decode(Decoder d, Instruction i) {
        MatrixForm form = MatrixForm.of(i);
        boolean known = i.modifiers().stream().allMatch(m -> isKnown(m, KNOWN));
        if (form == null || !known || i.operands().size() != 4) {
            return null;
        }
        return step(d, i, form, form.matrices());
    }

    /** True for a type, a shape and the words given. */
    static boolean isKnown(String modifier, Set<String> words) {
        return words.contains(modifier)
                || MatrixType.parse(modifier) != null
                || modifier.matches("m\\d+n\\d+k\\d+");
    }

    /** The step that multiplies the fragments in the operands. */
    static Step step(Decoder d, Instruction i, MatrixForm form, int matrices) {
        int m = form.m();
        int n = form.n();
        int k = form.k();
        List<MatrixType> types = form.types();
        List<Operand> o = i.operands();
        Fragment.Place sum = (q, row, column) -> (q * m + row) * n + column;
        int[] destinations = Fragment.destinations(d, o.get(0));
        Fragment result = new Fragment(types.get(0), destinations, form.d(), matrices * m * n, sum);
        Fragment a =
                new Fragment(
                        types.get(1),
                        Fragment.sources(d, o.get(1), types.get(1)),
                        form.a(),
                        matrices * m * k,
                        (q, row, column) -> (q * m + row) * k + column);
        Fragment b =
                new Fragment(
                        types.get(2),
                        Fragment.sources(d, o.get(2), types.get(2)),
                        form.b(),
                        matrices * n * k,
                        (q, row, column) -> (q * n + column) * k + row);
        Fragment c =
                new Fragment(
                        types.get(3),
                        Fragment.sources(d, o.get(3), types.get(3)),
                        form.c(),
                        matrices * m * n,
                        sum);
        Product product = new Product(m, n, k, matrices, i.has("xor"));
        int everyLane = d.constant(0xffffffffL, 32);
        return types.get(0).format() == null
                ? new IntegerStep(everyLane, destinations, product, result, a, b, c)
                : new RealStep(everyLane, destinations, product, result, a, b, c);
    }

    /**
     * Sums of products over arrays of elements.
     *
     * @param exclusive true where the product of two bits is their exclusive or
     */
    record Product(int m, int n, int k, int matrices, boolean exclusive) {
        int[] terms(TermStore s, int[] a, int[] b, int[] c) {
            int[] d = new int[c.length];
            for (int q = 0; q < matrices; q++) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        int at = (q * m + i) * n + j;
                        d[at] = chain(s, a, (q * m + i) * k, b, (q * n + j) * k, c[at]);
                    }
                }
            }
            return d;
        }

        private int chain(TermStore s, int[] a, int row, int[] b, int column, int c) {
            int t = c;
            for (int x = 0; x < k; x++) {
                int p = a[row + x];
                int q = b[column + x];
                if (exclusive) { // p + q − 2pq
                    t = s.add(t, s.sub(s.add(p, q), s.mul(s.integer(2), s.mul(p, q))));
                } else {
                    t = s.fma(p, q, t);
                }
            }
            return t;
        }

        long[] integers(long[] a, long[] b, long[] c) {
            long[] d = new long[c.length];
            for (int q = 0; q < matrices; q++) {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        int at = (q * m + i) * n + j;
                        long sum = c[at];
                        for (int x = 0; x < k; x++) {
                            long p = a[(q * m + i) * k + x];
                            long r = b[(q * n + j) * k + x];
                            sum += exclusive ? p ^ r : p * r;
                        }
                        d[at] = sum;
                    }
                }
            }
            return d;
        }
    }

    /** What multiplications have in common: their fragments, and that every lane takes part. */
    private abstract static class MultiplyStep extends WarpOperations.CollectiveStep {
        final Product product;
        final Fragment result;
        final Fragment a;
        final Fragment b;
        final Fragment c;

        MultiplyStep(
                int everyLane,
                int[] destinations,
                Product product,
                Fragment result,
                Fragment a,
                Fragment b,
                Fragment c) {
            super(everyLane, destinations);
            this.product = product;
            this.result = result;
            this.a = a;
            this.b = b;
            this.c = c;
        }

        @Override
        final void together(Warp w, int lanes) {
            requireAllLanes(lanes);
            multiply(w);
        }

        abstract void multiply(Warp w);
    }

    /** All threads of a warp must execute a matrix instruction, else its effect is undefined. */
    static void requireAllLanes(int lanes) {
        if (lanes != ALL_LANES) {
            throw new UnsupportedPtxException(
                    "only "
                            + Integer.bitCount(lanes)
                            + " lanes of a warp execute a matrix instruction");
        }
    }

    private static final class RealStep extends MultiplyStep {
        RealStep(
                int everyLane,
                int[] destinations,
                Product product,
                Fragment result,
                Fragment a,
                Fragment b,
                Fragment c) {
            super(everyLane, destinations, product, result, a, b, c);
        }

        @Override
        void multiply(Warp w) {
            result.write(w, product.terms(w.store(), a.terms(w), b.terms(w), c.terms(w)));
        }
    }

    private static final class IntegerStep extends MultiplyStep {
        IntegerStep(
                int everyLane,
                int[] destinations,
                Product product,
                Fragment result,
                Fragment a,
                Fragment b,
                Fragment c) {
            super(everyLane, destinations, product, result, a, b, c);
        }

        @Override
        void multiply(Warp w) {
            boolean saturate = instruction().has("satfinite");
            if (a.isConcrete(w) && b.isConcrete(w) && c.isConcrete(w)) {
                long[] d = product.integers(a.integers(w), b.integers(w), c.integers(w));
                for (int k = 0; saturate && k < d.length; k++) {
                    d[k] = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, d[k]));
                }
                result.writeIntegers(w, d);
                return;
            }
            int[] d = product.terms(w.store(), a.terms(w), b.terms(w), c.terms(w));
            for (int k = 0; k < d.length; k++) {
                d[k] = saturate ? clamped(w, d[k]) : wrapped(w, d[k]);
            }
            result.write(w, d);
        }

        private static int clamped(Warp w, int t) {
            if (w.views().fits(t, 32, true)) {
                return t;
            }
            TermStore s = w.store();
            int low = s.integer(Integer.MIN_VALUE);
            int high = s.integer(Integer.MAX_VALUE);
            return s.min(s.max(t, low), high);
        }

        private int wrapped(Warp w, int t) {
            TermStore s = w.store();
            if (s.isRational(t)) {
                Rational r = s.rationalValue(t);
                return s.integer(r.numerator().intValue());
            }
            IntegerArithmetic.assumeNoOverflow(w, t, 32, true, instruction(), this);
            return t;
        }
    }
}
