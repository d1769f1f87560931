package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.CollectiveStep;
import io.heddle.isa.ZeroResults;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.List;

/**
 * {@code mma.sync} and {@code mma.sp}: D = A·B + C over the reals or the integers (PTX ISA
 * 9.7.14.5, 9.7.14.6).
 *
 * <p>Each element of D is a chain of {@code fma} in ascending k. An integer result is the exact sum
 * of products: {@code .satfinite} clamps it to 32 bits, on concrete operands it wraps around, and
 * otherwise the verdict lists the assumption that it fits in 32 bits, unless its range proves that.
 */
public final class MatrixMultiply {
    private static final int ALL_LANES = -1;

    private MatrixMultiply() {}

    /** Decodes an {@code mma}. */
    public static Step decode(Decoder d, Instruction i) {
        if (i.has("sp") || i.has("sp::ordered_metadata")) {
            MatrixForm form = MatrixForm.sparse(i);
            return step(d, i, form, 1, SparseColumns.decode(d, i, form));
        }
        MatrixForm form = MatrixForm.of(i);
        return step(d, i, form, form.matrices());
    }

    /** Makes the step that multiplies the dense matrices in the operands. */
    static Step step(Decoder d, Instruction i, MatrixForm form, int matrices) {
        return step(d, i, form, matrices, null);
    }

    private static Step step(
            Decoder d, Instruction i, MatrixForm form, int matrices, SparseColumns columns) {
        int m = form.m();
        int n = form.n();
        int k = form.k();
        int stored = columns == null ? k : k / 2; // columns of A that are stored
        List<MatrixType> types = form.types();
        List<Operand> o = i.operands();
        Fragment.Place sum = (q, row, column) -> (q * m + row) * n + column;
        int[] destinations = Fragment.destinations(d, o.get(0));
        Fragment result = new Fragment(types.get(0), destinations, form.d(), matrices * m * n, sum);
        Fragment a =
                Fragment.source(
                        d,
                        o.get(1),
                        types.get(1),
                        form.a(),
                        matrices * m * stored,
                        (q, row, column) -> (q * m + row) * stored + column);
        Fragment b =
                Fragment.source(
                        d,
                        o.get(2),
                        types.get(2),
                        form.b(),
                        matrices * n * k,
                        (q, row, column) -> (q * n + column) * k + row);
        Fragment c = Fragment.source(d, o.get(3), types.get(3), form.c(), matrices * m * n, sum);
        Product product = new Product(m, n, k, stored, matrices, i.has("xor"));
        Operands operands = new Operands(result, a, b, c, columns);
        int everyLane = d.constant(0xffffffffL, 32);
        return types.get(0).format() == null
                ? new IntegerStep(everyLane, destinations, product, operands)
                : new RealStep(everyLane, destinations, new ProductNotes(types), product, operands);
    }

    /**
     * The operands.
     *
     * @param columns the metadata of a sparse A, or null
     */
    private record Operands(
            Fragment result, Fragment a, Fragment b, Fragment c, SparseColumns columns) {}

    /**
     * Computes D = A·B + C on arrays of elements: A by rows, B by columns, C and D by rows; several
     * matrices follow each other.
     *
     * @param stored columns of A that are stored: all, or half of a sparse A
     * @param exclusive true if the product of two bits is their exclusive or
     */
    record Product(int m, int n, int k, int stored, int matrices, boolean exclusive) {
        /**
         * The elements of D.
         *
         * @param columns the column of each stored element of A, or null if all are stored
         */
        int[] terms(TermStore s, int[] a, int[] b, int[] c, int[] columns) {
            int[] d = new int[c.length];
            for (int at = 0; at < d.length; at++) {
                int row = at / n * stored;
                int column = (at / (m * n) * n + at % n) * k;
                int t = c[at];
                for (int x = 0; x < stored; x++) {
                    int p = a[row + x];
                    int q = b[column + (columns == null ? x : columns[row + x])];
                    t = exclusive ? s.add(t, different(s, p, q)) : s.fma(p, q, t);
                }
                d[at] = t;
            }
            return d;
        }

        /** The exclusive or of two bits: p + q − 2pq. */
        private static int different(TermStore s, int p, int q) {
            return s.sub(s.add(p, q), s.mul(s.integer(2), s.mul(p, q)));
        }

        long[] integers(long[] a, long[] b, long[] c, int[] columns) {
            long[] d = c.clone();
            for (int at = 0; at < d.length; at++) {
                int row = at / n * stored;
                int column = (at / (m * n) * n + at % n) * k;
                for (int x = 0; x < stored; x++) {
                    long p = a[row + x];
                    long q = b[column + (columns == null ? x : columns[row + x])];
                    d[at] += exclusive ? p ^ q : p * q;
                }
            }
            return d;
        }
    }

    /** Base of multiplications, for which all lanes must meet. */
    private abstract static class MultiplyStep extends CollectiveStep {
        final Product product;
        final Operands operands;

        MultiplyStep(int everyLane, int[] destinations, Product product, Operands operands) {
            super(everyLane, destinations);
            this.product = product;
            this.operands = operands;
        }

        @Override
        protected final void together(Warp w, int lanes) {
            requireAllLanes(lanes);
            SparseColumns columns = operands.columns();
            if (columns != null) {
                columns.assumePlace(w, this);
            }
            multiply(w, columns == null ? null : columns.of(w));
        }

        abstract void multiply(Warp w, int[] columns);

        final int[] terms(Warp w, int[] columns, boolean exact) {
            return product.terms(
                    w.store(),
                    operands.a().terms(w),
                    operands.b().terms(w),
                    exact ? operands.c().numbers(w) : operands.c().terms(w),
                    columns);
        }
    }

    /**
     * Checks that all lanes of the warp execute a matrix instruction; otherwise its effect is
     * undefined.
     *
     * @throws UnsupportedPtxException if some do not
     */
    static void requireAllLanes(int lanes) {
        if (lanes != ALL_LANES) {
            throw new UnsupportedPtxException(
                    "only "
                            + Integer.bitCount(lanes)
                            + " lanes of a warp execute a matrix instruction");
        }
    }

    private static final class RealStep extends MultiplyStep {
        private final ProductNotes notes;

        RealStep(
                int everyLane,
                int[] destinations,
                ProductNotes notes,
                Product product,
                Operands operands) {
            super(everyLane, destinations, product, operands);
            this.notes = notes;
        }

        @Override
        void multiply(Warp w, int[] columns) {
            TermStore s = w.store();
            int[] a = operands.a().terms(w);
            int[] b = operands.b().terms(w);
            int[] c = operands.c().terms(w);
            notes.operands(w, instruction(), a, b);
            int[] d = product.terms(s, a, b, c, columns);
            notes.results(w, instruction(), c, d);
            boolean zeros = Arrays.stream(d).anyMatch(t -> ZeroResults.isZero(s, t));
            boolean positive = zeros && !operands.c().mayHoldNegativeZeros(w);
            operands.result().write(w, d, this, positive);
        }
    }

    private static final class IntegerStep extends MultiplyStep {
        IntegerStep(int everyLane, int[] destinations, Product product, Operands operands) {
            super(everyLane, destinations, product, operands);
        }

        @Override
        void multiply(Warp w, int[] columns) {
            boolean saturate = instruction().has("satfinite");
            Fragment a = operands.a();
            Fragment b = operands.b();
            Fragment c = operands.c();
            if (a.isConcrete(w) && b.isConcrete(w) && c.isConcrete(w)) {
                long[] d = product.integers(a.integers(w), b.integers(w), c.integers(w), columns);
                for (int k = 0; saturate && k < d.length; k++) {
                    d[k] = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, d[k]));
                }
                operands.result().writeIntegers(w, d);
                return;
            }
            int[] d = terms(w, columns, saturate);
            for (int k = 0; saturate && k < d.length; k++) {
                d[k] = clamped(w, d[k]);
            }
            operands.result().write(w, d, this, false);
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
    }
}
