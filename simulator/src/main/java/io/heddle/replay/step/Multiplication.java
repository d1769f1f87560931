package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import java.util.List;

/** D = A·B + C on plain matrices, in the type of D. */
final class Multiplication {
    private final int m;
    private final int n;
    private final int k;
    private final MatrixElement to;
    private final boolean quads;
    private final boolean saturate;
    private final boolean exclusive;
    private final Arithmetic arithmetic;

    /**
     * The multiplication that {@code i} names.
     *
     * @param shape m, n, k
     * @param types of D, A, B, C
     * @param arithmetic of the run
     */
    Multiplication(int[] shape, List<MatrixElement> types, Instruction i, Arithmetic arithmetic) {
        m = shape[0];
        n = shape[1];
        k = shape[2];
        to = types.get(0);
        quads = m == 8 && k == 4 && types.get(1) == MatrixElement.F16;
        saturate = i.has("satfinite");
        exclusive = i.has("xor");
        this.arithmetic = arithmetic;
    }

    Arithmetic arithmetic() {
        return arithmetic;
    }

    /** Rows and columns of D, A, B and C. */
    int[][] sizes() {
        return new int[][] {{m, n}, {m, k}, {k, n}, {m, n}};
    }

    /** How many products the warp computes. */
    int matrices() {
        return quads ? 4 : 1;
    }

    /** Whether a lane holds parts of the {@code matrix}-th product. */
    boolean holds(int lane, int matrix) {
        return !quads || lane % 16 / 4 == matrix;
    }

    /**
     * The patterns of A·B + C.
     *
     * @param columns of the elements of each row of A, where it is sparse; else null
     */
    long[][] apply(double[][] a, double[][] b, double[][] c, int[][] columns) {
        long[][] d = new long[m][n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double[] column = new double[columns == null ? k : columns[i].length];
                for (int x = 0; x < column.length; x++) {
                    column[x] = b[columns == null ? x : columns[i][x]][j];
                }
                d[i][j] =
                        to.isInteger()
                                ? integer(a[i], column, c[i][j])
                                : real(a[i], column, c[i][j]);
            }
        }
        return d;
    }

    private long integer(double[] row, double[] column, double c) {
        long sum = (long) c;
        for (int x = 0; x < column.length; x++) {
            long p = (long) row[x];
            long q = (long) column[x];
            sum += exclusive ? p ^ q : p * q;
        }
        if (saturate) {
            sum = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, sum));
        }
        return sum & 0xFFFFFFFFL;
    }

    private long real(double[] row, double[] column, double c) {
        double sum = c;
        for (int x = 0; x < column.length; x++) {
            sum = Math.fma(row[x], column[x], sum);
        }
        return arithmetic.round(sum, to.format());
    }
}
