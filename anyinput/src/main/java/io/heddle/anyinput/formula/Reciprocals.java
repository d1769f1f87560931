package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads signed divisions by constants, which nvcc writes as the upper half of a product that is
 * shifted further (Granlund and Montgomery, Division by Invariant Integers using Multiplication,
 * 1994). Let m be the factor, d = &lceil;2<sup>s</sup> / m&rceil; and e = m d &minus;
 * 2<sup>s</sup>. Then u m / 2<sup>s</sup> is u / d plus u e / (d 2<sup>s</sup>), which is less than
 * 1 / d where |u| e &lt; 2<sup>s</sup>, as for each |u| &lt; 2<sup>31</sup> here: rounded down, it
 * is the quotient for u that is not negative, and at most 1 less than u / d where it is.
 */
record Reciprocals(FormReader reader) {
    private static final BigInteger GREATEST = BigInteger.ONE.shiftLeft(Integer.SIZE - 1);

    /** A number that is a form, shifted right. */
    private record Shifted(Form form, int by) {
        Shifted plus(Form other) {
            return new Shifted(form.plus(other.times(Rational.powerOfTwo(by))), by);
        }

        Shifted more(int bits) {
            return new Shifted(form, by + bits);
        }
    }

    /** The quotients that a number may be; null if it is none of a division. */
    List<Form> quotient(BitTerm t) {
        List<Shifted> all = shifted(t);
        List<Form> quotients = new ArrayList<>();
        for (Shifted s : all == null ? List.<Shifted>of() : all) {
            List<Form> one = quotient(s);
            if (one == null) {
                return null;
            }
            quotients.addAll(one);
        }
        return all == null ? null : quotients;
    }

    /** A number for numbers that are negative, and 0 for the others. */
    List<Form> signs(BitTerm t, Rational ofNegative) {
        List<Shifted> product = shifted(t);
        List<Form> all =
                product == null ? reader.number(t) : product.stream().map(Shifted::form).toList();
        all.forEach(reader::sign);
        List<Form> signs = new ArrayList<>(List.of(Form.of(Rational.ZERO)));
        if (all.stream().anyMatch(Form::isData)) {
            signs.add(Form.DATA);
        }
        if (!all.stream().allMatch(f -> !f.isData() && reader.isNeverNegative(f))) {
            signs.add(Form.of(ofNegative));
        }
        return signs;
    }

    private List<Shifted> shifted(BitTerm t) {
        return switch (t.op()) {
            case LOW -> upperHalf(t);
            case ASHR -> {
                List<Shifted> of = t.operand(1).isConstant() ? shifted(t.operand(0)) : null;
                int bits = of == null ? 0 : t.operand(1).low().intValueExact();
                yield of == null || bits >= t.width() - 1
                        ? null
                        : of.stream().map(s -> s.more(bits)).toList();
            }
            case ADD -> sum(t);
            default -> null;
        };
    }

    private List<Shifted> upperHalf(BitTerm t) {
        BitTerm of = t.operand(0);
        boolean upper =
                t.width() == Integer.SIZE
                        && of.width() == Long.SIZE
                        && (of.op() == BitOp.LSHR || of.op() == BitOp.ASHR)
                        && of.operand(1).is(Integer.SIZE);
        return upper
                ? reader.number(of.operand(0)).stream()
                        .map(f -> new Shifted(f, Integer.SIZE))
                        .toList()
                : null;
    }

    private List<Shifted> sum(BitTerm t) {
        List<Shifted> all = null;
        for (BitTerm o : t.operands()) {
            List<Shifted> one = o.op() == BitOp.LOW ? upperHalf(o) : null;
            if (one != null && all != null) {
                return null;
            }
            all = one != null ? one : all;
        }
        for (BitTerm o : all == null ? List.<BitTerm>of() : t.operands()) {
            if (o.op() != BitOp.LOW || upperHalf(o) == null) {
                List<Shifted> sums = new ArrayList<>();
                for (Shifted s : all) {
                    reader.number(o).forEach(f -> sums.add(s.plus(f)));
                }
                all = sums;
            }
        }
        return all;
    }

    private List<Form> quotient(Shifted s) {
        Form f = s.form();
        if (f.isData()) {
            return List.of(f);
        }
        BigInteger power = BigInteger.ONE.shiftLeft(s.by());
        BigInteger least = null;
        for (Rational c : f.poly().parts().values()) {
            if (!c.isInteger()) {
                return null;
            }
            BigInteger size = c.numerator().abs();
            least = least == null || size.compareTo(least) < 0 ? size : least;
        }
        BigInteger factor = least == null || !f.isPolynomial() ? null : factor(least, power);
        if (factor == null) {
            return null;
        }
        Form u = f.times(Rational.of(BigInteger.ONE, factor));
        long divisor = ceiling(power, factor).longValueExact();
        if (!u.poly().parts().values().stream().allMatch(Rational::isInteger)) {
            return null;
        }
        reader.sign(u);
        List<Form> all = new ArrayList<>(List.of(u.quotient(divisor)));
        if (!reader.isNeverNegative(u)) {
            all.add(
                    u.times(Rational.of(1, divisor))
                            .wider(Rational.ONE, Rational.ZERO, u.periodsModulo(divisor)));
        }
        return all;
    }

    private static BigInteger ceiling(BigInteger a, BigInteger b) {
        return a.add(b).subtract(BigInteger.ONE).divide(b);
    }

    /**
     * The factor m of a product with a &middot; m, by continued fractions of a &middot; m / power:
     * one of them is a / d.
     */
    private static BigInteger factor(BigInteger product, BigInteger power) {
        BigInteger x = product;
        BigInteger y = power;
        BigInteger a = BigInteger.ONE; // a / d before
        BigInteger d = BigInteger.ZERO;
        BigInteger nextA = BigInteger.ZERO;
        BigInteger nextD = BigInteger.ONE;
        while (x.signum() > 0) {
            BigInteger[] parts = y.divideAndRemainder(x);
            y = x;
            x = parts[1];
            BigInteger afterA = parts[0].multiply(nextA).add(a);
            BigInteger afterD = parts[0].multiply(nextD).add(d);
            a = nextA;
            d = nextD;
            nextA = afterA;
            nextD = afterD;
            if (nextA.signum() > 0 && product.mod(nextA).signum() == 0) {
                BigInteger m = product.divide(nextA);
                BigInteger excess = m.multiply(ceiling(power, m)).subtract(power);
                boolean fits = excess.multiply(GREATEST).compareTo(power) <= 0;
                if (fits && m.bitCount() > 1 && ceiling(power, m).equals(nextD)) {
                    return m;
                }
            }
        }
        return null;
    }
}
