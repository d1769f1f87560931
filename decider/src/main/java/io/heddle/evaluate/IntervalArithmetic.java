package io.heddle.evaluate;

import io.heddle.term.Op;

/**
 * Sums, products, quotients, extrema and elementary functions of the intervals of nodes, with
 * outward rounding.
 */
class IntervalArithmetic extends IntervalValues {
    IntervalArithmetic(Cone cone) {
        super(cone);
    }

    final void add(int i, int x, int y) {
        double xl = low[x];
        double yl = low[y];
        double xh = high[x];
        double yh = high[y];
        double l = DoubleInterval.addDown(xl, yl);
        double h = DoubleInterval.addUp(xh, yh);
        if (Double.isFinite(l) && Double.isFinite(h)) { // finite, the usual case
            low[i] = l;
            high[i] = h;
        } else {
            addExtended(i, x, y);
        }
    }

    private void addExtended(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.ADD, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        boolean infiniteX = isInfinite(x);
        boolean infiniteY = isInfinite(y);
        if (infiniteX && infiniteY) {
            if (low[x] == low[y]) {
                point(i, low[x]);
            } else {
                special(i, NAN); // ∞ − ∞
            }
        } else if (infiniteX || infiniteY) {
            point(i, infiniteX ? low[x] : low[y]);
        } else {
            unbounded(
                    i,
                    DoubleInterval.addDown(low[x], low[y]),
                    DoubleInterval.addUp(high[x], high[y]));
        }
    }

    /** A finite value whose bounds may have overflowed. */
    private void unbounded(int i, double l, double h) {
        low[i] = Double.isNaN(l) ? Double.NEGATIVE_INFINITY : l;
        high[i] = Double.isNaN(h) ? Double.POSITIVE_INFINITY : h;
    }

    final void mul(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.MUL, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        double xl = low[x];
        double xh = high[x];
        double yl = low[y];
        double yh = high[y];
        if (isInfinite(x) || isInfinite(y)) {
            mulInfinite(i, x, y);
        } else if (xl == xh && yl == yh) {
            low[i] = DoubleInterval.mulDown(xl, yl);
            high[i] = DoubleInterval.mulUp(xl, yl);
        } else if (xl >= 0 && yl >= 0) {
            low[i] = DoubleInterval.mulDown(xl, yl);
            high[i] = DoubleInterval.mulUp(xh, yh);
        } else {
            low[i] =
                    Math.min(
                            Math.min(
                                    DoubleInterval.mulDown(xl, yl), DoubleInterval.mulDown(xl, yh)),
                            Math.min(
                                    DoubleInterval.mulDown(xh, yl),
                                    DoubleInterval.mulDown(xh, yh)));
            high[i] =
                    Math.max(
                            Math.max(DoubleInterval.mulUp(xl, yl), DoubleInterval.mulUp(xl, yh)),
                            Math.max(DoubleInterval.mulUp(xh, yl), DoubleInterval.mulUp(xh, yh)));
        }
    }

    private void mulInfinite(int i, int x, int y) {
        int sign = sign(x) * sign(y);
        if (Math.abs(sign) > 1) {
            special(i, UNKNOWN);
        } else if (sign == 0) {
            special(i, NAN); // 0 · ∞
        } else {
            point(i, sign * Double.POSITIVE_INFINITY);
        }
    }

    /** −1, 0, 1, or 2 where the sign is not known (products with it exceed 1 or are 0 rightly). */
    private int sign(int x) {
        if (low[x] > 0) {
            return 1;
        }
        if (high[x] < 0) {
            return -1;
        }
        return low[x] == 0 && high[x] == 0 ? 0 : 2;
    }

    final void div(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.DIV, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        int sign = sign(y);
        if (sign == 0) {
            int numerator = sign(x);
            if (numerator == 1 || numerator == -1) {
                boolean positive = cone.isPositiveZero(y);
                double infinity = numerator > 0 ? POSITIVE_POLE : NEGATIVE_POLE;
                special(i, positive ? infinity : POLE);
            } else {
                special(i, numerator == 0 ? INVALID : OUTSIDE);
            }
        } else if (sign == 2) {
            special(i, UNKNOWN);
        } else if (isInfinite(y)) {
            if (isInfinite(x)) {
                special(i, NAN);
            } else {
                point(i, 0);
            }
        } else if (isInfinite(x)) {
            point(i, low[x] * sign);
        } else {
            double xl = low[x];
            double xh = high[x];
            double yl = low[y];
            double yh = high[y];
            double l;
            double h;
            if (sign > 0) {
                l = DoubleInterval.divDown(xl, xl >= 0 ? yh : yl);
                h = DoubleInterval.divUp(xh, xh >= 0 ? yl : yh);
            } else {
                l = DoubleInterval.divDown(xh, xh >= 0 ? yh : yl);
                h = DoubleInterval.divUp(xl, xl >= 0 ? yl : yh);
            }
            unbounded(i, l, h);
        }
    }

    final void extremum(int i, boolean max, int x, int y) {
        boolean nan = isNotANumber(x) || isNotANumber(y);
        if (cone.isSecondKind(i) && (nan || isOutside(x) || isOutside(y))) {
            boolean invalid = isInvalid(x) || isInvalid(y);
            boolean open = isOutside(x) && !isPole(x) || isOutside(y) && !isPole(y);
            if (nan || open) {
                special(i, invalid ? INVALID : nan ? NAN : OUTSIDE);
                return;
            }
        }
        if (nan || isOutside(x) || isOutside(y)) {
            outside(i, max ? Op.MAX : Op.MIN, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        if (max) {
            if (low[x] >= high[y]) {
                copy(i, x);
            } else if (low[y] >= high[x]) {
                copy(i, y);
            } else {
                hull(i, Math.max(low[x], low[y]), Math.max(high[x], high[y]));
            }
        } else if (high[x] <= low[y]) {
            copy(i, x);
        } else if (high[y] <= low[x]) {
            copy(i, y);
        } else {
            hull(i, Math.min(low[x], low[y]), Math.min(high[x], high[y]));
        }
    }

    final void unary(int i, Op op, double l, double h, boolean infinite) {
        switch (op) {
            case ABS -> {
                if (l >= 0) {
                    hull(i, l, h);
                } else if (h <= 0) {
                    hull(i, -h, -l);
                } else {
                    hull(i, 0, Math.max(-l, h));
                }
            }
            case EXP2 -> {
                if (infinite) {
                    point(i, l > 0 ? l : 0);
                } else {
                    hull(i, DoubleInterval.exp2Down(l), DoubleInterval.exp2Up(h));
                }
            }
            case LOG2 -> {
                if (infinite) {
                    infiniteOrNaN(i, l);
                } else if (h <= 0) {
                    special(i, h < 0 ? INVALID : l == 0 ? NEGATIVE_POLE : OUTSIDE); // log 0: −∞
                } else if (l <= 0) {
                    special(i, UNKNOWN);
                } else {
                    hull(i, DoubleInterval.log2Down(l), DoubleInterval.log2Up(h));
                }
            }
            case SQRT -> {
                if (infinite) {
                    infiniteOrNaN(i, l);
                } else if (h < 0) {
                    special(i, INVALID);
                } else if (l < 0) {
                    special(i, UNKNOWN);
                } else {
                    hull(i, DoubleInterval.sqrtDown(l), DoubleInterval.sqrtUp(h));
                }
            }
            default ->
                    hull(i, DoubleFunctions.apply(op, l, 0, 0), DoubleFunctions.apply(op, h, 0, 0));
        }
    }

    private void infiniteOrNaN(int i, double infinity) {
        if (infinity > 0) {
            point(i, infinity);
        } else {
            special(i, NAN);
        }
    }
}
