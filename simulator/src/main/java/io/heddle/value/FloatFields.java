package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value.Piece;

/**
 * Floats that a program puts together from a sign, an exponent and a fraction by integer
 * instructions. Each method answers 0 for what it does not recognise, which is no term.
 */
final class FloatFields {
    private final Views views;
    private final TermStore store;
    private final Bounds bounds;
    private final IntegerSums integerSums;

    FloatFields(Views views, Bounds bounds, IntegerSums integerSums) {
        this.views = views;
        this.store = views.store();
        this.bounds = bounds;
        this.integerSums = integerSums;
    }

    /** The number whose bits in {@code format} are {@code v}, of several pieces; or 0. */
    int read(Value v, FloatFormat format) {
        Piece[] pieces = v.pieces();
        int power = format == FloatFormat.F32 ? power(pieces) : 0;
        if (power != 0) {
            return power;
        }
        Piece top = pieces[pieces.length - 1];
        return top.isConcrete() && top.width() > format.bits() - format.precision()
                ? withExponent(v, top, format)
                : 0;
    }

    /**
     * The power of two whose exponent a program builds from the low bits of an integer-valued
     * float: {@code bits(M) << 23} with M = C + n, 2^23 ≤ C &lt; 2^24, is the pattern of 2^(e −
     * 127) with e = (C mod 512) + n (ptx-idioms, section 2); or 0.
     */
    private int power(Piece[] pieces) {
        if (pieces.length != 2
                || !Views.isZero(pieces[0], 23)
                || pieces[1].tag() != Tag.F32
                || pieces[1].low() != 0
                || pieces[1].width() != 9) {
            return 0;
        }
        int m = integerSums.read(Tag.term(pieces[1].payload()), FloatFormat.F32);
        if (store.op(m) != Op.ADD) {
            return 0;
        }
        int constant = store.op(store.a(m)) == Op.RATIONAL ? store.a(m) : store.b(m);
        int n = constant == store.a(m) ? store.b(m) : store.a(m);
        if (store.op(constant) != Op.RATIONAL
                || !store.isInteger(n)
                || !store.isInteger(constant)) {
            return 0;
        }
        long c = store.rationalValue(constant).numerator().longValue();
        if (c < 1 << 23 || c >= 1 << 24) {
            return 0;
        }
        if (!bounds.of(n).isWithin(1 - (c & 511), 254 - (c & 511))) {
            return 0; // the field is not known to be a normal exponent
        }
        return store.exp2(store.add(n, store.integer((c & 511) - 127)));
    }

    /**
     * A float of known sign and exponent whose fraction is an integer m: ±2^e·(1 + m / 2^(p − 1)),
     * exactly; or 0. Programs make integers floats so: n in the lowest bits of 0x6400 is the f16
     * 1024 + n (ptx-idioms, section 11).
     */
    private int withExponent(Value v, Piece top, FloatFormat format) {
        int fraction = format.precision() - 1;
        long known = top.payload() >>> top.width() - (format.bits() - fraction);
        int zero = store.literal(format, known << fraction);
        int next = store.literal(format, known << fraction | 1);
        int last = store.literal(format, known << fraction | (1L << fraction) - 1);
        if (!store.isRational(zero) || !store.isRational(next) || !store.isFinite(last)) {
            return 0; // some fraction makes an infinity or a NaN
        }
        Rational base = store.rationalValue(zero);
        Rational ulp = store.rationalValue(next).subtract(base);
        int m = views.integer(v, fraction, false);
        return store.add(store.rational(base), store.mul(store.rational(ulp), m));
    }
}
