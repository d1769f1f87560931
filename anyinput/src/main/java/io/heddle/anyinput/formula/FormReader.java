package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/**
 * Reads terms as forms, where no number leaves its bits. A term may be one of several forms; which
 * one, the signs of comparisons decide, which are kept as forms, too. Comparisons with data are
 * left out: data are as unknown in one launch as in any other.
 */
final class FormReader {
    private static final int MOST_FORMS = 12; // that a term may be

    private final Variables variables;
    private final LoopEnds ends;
    private final Dependence dependence;
    private final Reciprocals reciprocals;
    private final Map<BitTerm, Integer> known; // the sizes, the block and iterations
    private final Map<BitTerm, BitTerm> definitions; // variables that are terms over the sizes
    private final Map<BitTerm, List<Form>> forms = new HashMap<>();
    private final Map<BitTerm, Set<Form>> comparisons = new HashMap<>();
    private Set<Form> atoms = new LinkedHashSet<>(); // of the term that is being read

    /**
     * Makes a reader.
     *
     * @param known the numbers of the variables for sizes, blocks and iterations
     * @param definitions variables that are terms over the sizes
     */
    FormReader(
            Variables variables,
            Map<BitTerm, Integer> known,
            Map<BitTerm, BitTerm> definitions,
            LoopEnds ends) {
        this.variables = variables;
        this.known = known;
        this.definitions = definitions;
        this.ends = ends;
        dependence = new Dependence(ends, known, definitions);
        reciprocals = new Reciprocals(this);
    }

    /**
     * The forms that a number may be.
     *
     * @throws NoFormulaException if it is none
     */
    List<Form> number(BitTerm t) {
        List<Form> all = forms.get(t);
        if (all == null) {
            Set<Form> outer = atoms;
            atoms = new LinkedHashSet<>();
            try {
                all = limited(read(t), t);
            } finally {
                outer.addAll(atoms);
                comparisons.put(t, atoms);
                atoms = outer;
            }
            forms.put(t, all);
        } else {
            atoms.addAll(comparisons.get(t));
        }
        return all;
    }

    /**
     * The forms whose signs, and whether they are 0, decide a condition or which form a number is,
     * as far as data do not.
     *
     * @throws NoFormulaException if something else than sizes, indices and data decides it
     */
    Set<Form> comparisons(BitTerm t) {
        Set<Form> outer = atoms;
        atoms = new LinkedHashSet<>();
        try {
            if (t.width() == 1) {
                condition(t);
            } else {
                number(t);
            }
            return atoms;
        } finally {
            outer.addAll(atoms);
            atoms = outer;
        }
    }

    private static List<Form> limited(List<Form> all, BitTerm t) {
        List<Form> different = all.stream().distinct().toList();
        if (different.size() > MOST_FORMS) {
            throw new NoFormulaException("too many cases of " + t.op());
        }
        return different;
    }

    // ---------------------------------------------------------------- conditions

    private void condition(BitTerm t) {
        if (t.isConstant() || Dependence.isOfThread(t)) {
            return;
        }
        if (forms.containsKey(t)) {
            atoms.addAll(comparisons.get(t));
            return;
        }
        Set<Form> outer = atoms;
        atoms = new LinkedHashSet<>();
        try {
            readCondition(t);
            forms.put(t, List.of());
            comparisons.put(t, atoms);
        } finally {
            outer.addAll(atoms);
            atoms = outer;
        }
    }

    private void readCondition(BitTerm t) {
        switch (t.op()) {
            case AND, OR, NOT, ITE -> t.operands().forEach(this::condition);
            case EQ, ULT, SLT -> {
                if (t.operand(0).width() == 1) {
                    t.operands().forEach(this::condition);
                } else {
                    compared(t);
                }
            }
            default -> {
                if (ends.isReaching(t)) {
                    List<BitTerm> around = t.operands().subList(0, t.operands().size() - 1);
                    BitTerm iteration = t.operand(t.operands().size() - 1);
                    differ(ends.forms(t, around, this), number(iteration));
                } else if (t.op() != BitOp.APPLY && t.op() != BitOp.VARIABLE) {
                    number(t).forEach(this::atom); // a bit of a number
                }
            }
        }
    }

    private void compared(BitTerm t) {
        List<Form> left = number(t.operand(0));
        List<Form> right = number(t.operand(1));
        differ(left, right);
        if (t.op() == BitOp.ULT) {
            left.forEach(this::sign);
            right.forEach(this::sign);
        }
    }

    /** Keeps the differences of two numbers. */
    void differ(List<Form> left, List<Form> right) {
        for (Form a : left) {
            right.forEach(b -> atom(a.minus(b)));
        }
    }

    /** Keeps a form whose sign matters. */
    void atom(Form f) {
        if (!f.isConstant() && !f.isData()) {
            atoms.add(f);
        }
    }

    /** The variable that an iteration is. */
    int index(BitTerm counter) {
        return known.computeIfAbsent(counter, c -> variables.number(c, Variables.Kind.INDEX));
    }

    // ---------------------------------------------------------------- numbers

    private List<Form> read(BitTerm t) {
        if (t.isConstant()) {
            return List.of(Form.of(Rational.of(signed(t))));
        }
        Integer variable = known.get(t);
        if (variable != null) {
            return List.of(Form.of(Poly.of(variable)));
        }
        if (definitions.containsKey(t)) {
            return number(definitions.get(t));
        }
        if (Dependence.isOfThread(t)) {
            return List.of(Form.of(Poly.of(variables.number(t, Variables.Kind.LANE))));
        }
        return switch (t.op()) {
            case VARIABLE -> List.of(Form.DATA);
            case APPLY -> ends.isLast(t) ? ends.forms(t, t.operands(), this) : List.of(Form.DATA);
            case ADD -> folded(t, Form::plus);
            case MUL -> multiplied(t);
            case SHL -> each(t.operand(0), a -> a.times(Rational.powerOfTwo(shift(t))));
            case ZEXT, SEXT, LOW -> resized(t);
            case UDIV -> quotient(t.operand(0), divisor(t), true);
            case LSHR -> shifted(t);
            case SDIV -> signedQuotient(t);
            case ASHR -> arithmetic(t);
            case UREM -> remainder(t.operand(0), divisor(t));
            case SREM -> signedRemainder(t);
            case BITAND -> masked(t);
            case BITOR, BITXOR -> merged(t);
            case ITE -> chosen(t);
            default -> {
                condition(t); // a bit as a number
                yield List.of(Form.of(Rational.ZERO), Form.of(Rational.ONE));
            }
        };
    }

    private static BigInteger signed(BitTerm t) {
        return t.width() > 1 && t.low().testBit(t.width() - 1)
                ? t.low().subtract(BigInteger.ONE.shiftLeft(t.width()))
                : t.low();
    }

    private List<Form> each(BitTerm t, java.util.function.UnaryOperator<Form> what) {
        return number(t).stream().map(what).toList();
    }

    private List<Form> folded(BitTerm t, BinaryOperator<Form> what) {
        List<Form> all = number(t.operand(0));
        for (BitTerm next : t.operands().subList(1, t.operands().size())) {
            List<Form> products = new ArrayList<>();
            for (Form a : all) {
                number(next).forEach(b -> products.add(what.apply(a, b)));
            }
            all = limited(products, t);
        }
        return all;
    }

    private List<Form> multiplied(BitTerm t) {
        boolean several =
                t.operands().stream()
                                .filter(o -> !number(o).stream().allMatch(Form::isConstant))
                                .count()
                        > 1;
        List<Form> all = several ? factor(t.operand(0)) : number(t.operand(0));
        for (BitTerm next : t.operands().subList(1, t.operands().size())) {
            List<Form> factors = several ? factor(next) : number(next);
            List<Form> products = new ArrayList<>();
            for (Form a : all) {
                factors.forEach(b -> products.add(a.times(b)));
            }
            all = limited(products, t);
        }
        return all;
    }

    /** A number that is multiplied by another one: a quotient or remainder as a variable. */
    private List<Form> factor(BitTerm t) {
        if (!dependence.isOfAll(t)) {
            return number(t);
        }
        return each(
                t,
                f ->
                        f.isPolynomial() || f.isData()
                                ? f
                                : Form.of(Poly.of(variables.quotient(t, f))));
    }

    /** A number of other bits; one of at least 32 is supposed to fit. */
    private List<Form> resized(BitTerm t) {
        List<Form> division = t.op() == BitOp.LOW ? reciprocals.quotient(t) : null;
        if (division != null) {
            return division;
        }
        List<Form> all = number(t.operand(0));
        if (t.op() == BitOp.LOW && t.width() < Integer.SIZE) {
            BigInteger limit = BigInteger.ONE.shiftLeft(t.width());
            return t.operand(0).high().compareTo(limit) < 0
                    ? all
                    : remainder(t.operand(0), limit.longValueExact());
        }
        if (t.op() == BitOp.ZEXT) {
            return all.stream().map(f -> unsigned(f, t.operand(0).width())).toList();
        }
        return all;
    }

    /** A number without a sign; a variable one is supposed not to be negative where it matters. */
    private Form unsigned(Form f, int width) {
        if (f.isConstant() && f.poly().constant().signum() < 0) {
            return f.plus(Form.of(Rational.powerOfTwo(width)));
        }
        sign(f);
        return f;
    }

    /** Keeps a form of which it matters whether it is negative. */
    void sign(Form f) {
        if (!isNeverNegative(f)) {
            atom(f);
        }
    }

    /** True for integers that are more than -1 whatever the variables are. */
    boolean isNeverNegative(Form f) {
        return f.low().compareTo(Rational.MINUS_ONE) > 0
                && f.poly().parts().values().stream().allMatch(c -> c.signum() >= 0)
                && !f.poly().has(v -> v < 0 || variables.mayBeNegative(v));
    }

    private static int shift(BitTerm t) {
        if (!t.operand(1).isConstant()) {
            throw new NoFormulaException("a shift by a variable number of bits");
        }
        return t.operand(1).low().intValueExact();
    }

    private static long divisor(BitTerm t) {
        if (!t.operand(1).isConstant() || t.operand(1).low().bitLength() >= Integer.SIZE) {
            throw new NoFormulaException("a division by a variable");
        }
        return t.operand(1).low().longValueExact();
    }

    /** Quotients that are rounded down. */
    private List<Form> quotient(BitTerm t, long by, boolean isUnsigned) {
        List<Form> all = new ArrayList<>();
        for (Form f : number(t)) {
            Form value = isUnsigned ? unsigned(f, t.width()) : f;
            all.add(value.quotient(by));
        }
        return all;
    }

    private List<Form> shifted(BitTerm t) {
        if (shift(t) == t.width() - 1) {
            return reciprocals.signs(t.operand(0), Rational.ONE);
        }
        return quotient(t.operand(0), 1L << Math.min(shift(t), Long.SIZE - 2), true);
    }

    /** The sign of a number, or a quotient that is rounded down. */
    private List<Form> arithmetic(BitTerm t) {
        if (shift(t) >= t.width() - 1) {
            return reciprocals.signs(t.operand(0), Rational.MINUS_ONE);
        }
        List<Form> division = reciprocals.quotient(t);
        return division != null ? division : quotient(t.operand(0), 1L << shift(t), false);
    }

    /** Quotients that are rounded towards 0. */
    private List<Form> signedQuotient(BitTerm t) {
        long by = divisor(t);
        List<Form> all = new ArrayList<>();
        for (Form f : number(t.operand(0))) {
            sign(f);
            all.add(f.quotient(by));
            if (!isNeverNegative(f)) {
                all.add(f.times(Rational.MINUS_ONE).quotient(by).times(Rational.MINUS_ONE));
            }
        }
        return all;
    }

    private List<Form> signedRemainder(BitTerm t) {
        long by = divisor(t);
        List<Form> all = new ArrayList<>();
        for (Form f : number(t.operand(0))) {
            sign(f);
            Rational most = Rational.of(by - 1);
            all.add(
                    f.isData() || isNeverNegative(f)
                            ? f.modulo(by)
                            : new Form(Poly.ZERO, most.negate(), most, f.periodsModulo(by)));
        }
        return all;
    }

    private List<Form> remainder(BitTerm t, long by) {
        List<Form> all = new ArrayList<>();
        for (Form f : number(t)) {
            Form value = unsigned(f, t.width());
            all.add(value.modulo(by));
        }
        return all;
    }

    /** Some bits of a number. */
    private List<Form> masked(BitTerm t) {
        BitTerm mask = t.operand(t.operands().size() - 1);
        if (t.operands().size() != 2 || !mask.isConstant()) {
            return bounded(t);
        }
        BigInteger bits = mask.low();
        BigInteger cleared = BigInteger.ONE.shiftLeft(t.width()).subtract(bits);
        if (cleared.bitCount() == 1 && cleared.bitLength() < Integer.SIZE) { // a multiple
            long by = cleared.longValueExact();
            List<Form> all = new ArrayList<>();
            for (Form f : number(t.operand(0))) {
                all.add(
                        f.isData()
                                ? f
                                : f.wider(Rational.of(by - 1), Rational.ZERO, f.periodsModulo(by)));
            }
            return all;
        }
        if (bits.bitLength() < Integer.SIZE) {
            long by = 1L << bits.bitLength();
            List<Form> all = new ArrayList<>();
            for (Form f : number(t.operand(0))) {
                all.add(f.modulo(by));
            }
            return all;
        }
        return bounded(t);
    }

    /** Bits of numbers that are small, of which no more is said. */
    private List<Form> bounded(BitTerm t) {
        BigInteger most = t.high();
        if (most.bitLength() >= Integer.SIZE - 1) {
            throw new NoFormulaException("bits of several variables are combined");
        }
        long by = 1L << most.bitLength();
        Map<Integer, Long> periods = periods(t, by);
        return periods == null
                ? List.of(Form.DATA)
                : List.of(Form.remainder(Rational.of(by - 1), periods));
    }

    /** The periods of all operands modulo a number; null if data decide one. */
    private Map<Integer, Long> periods(BitTerm t, long by) {
        Map<Integer, Long> periods = new HashMap<>();
        for (BitTerm o : t.operands()) {
            for (Form f : number(o)) {
                if (f.isData()) {
                    return null;
                }
                f.periodsModulo(by).forEach((v, n) -> periods.merge(v, n, Form::lcm));
            }
        }
        return periods;
    }

    /** A number with other low bits: those of the small operands. */
    private List<Form> merged(BitTerm t) {
        BitTerm large = null;
        BigInteger most = BigInteger.ZERO;
        for (BitTerm o : t.operands()) {
            if (o.high().bitLength() >= Integer.SIZE - 1) {
                if (large != null) {
                    return bounded(t);
                }
                large = o;
            } else {
                most = most.max(o.high());
            }
        }
        if (large == null) {
            return bounded(t);
        }
        long by = 1L << most.bitLength();
        Map<Integer, Long> periods = periods(t, by);
        if (periods == null) {
            return List.of(Form.DATA);
        }
        Rational reach = Rational.of(by - 1);
        return number(large).stream().map(f -> f.wider(reach, reach, periods)).toList();
    }

    /** What terms depend on. */
    Dependence dependence() {
        return dependence;
    }

    /** True if the lanes of a warp may have a number in several forms at once. */
    boolean mixes(BitTerm t) {
        if (dependence.isOfAll(t) || Dependence.isOfThread(t)) {
            return false;
        }
        return switch (t.op()) {
            case ITE ->
                    !dependence.isOfAll(t.operand(0)) || mixes(t.operand(1)) || mixes(t.operand(2));
            case ADD, MUL, ZEXT, SEXT, LOW, SHL -> t.operands().stream().anyMatch(this::mixes);
            default -> number(t).size() > 1;
        };
    }

    private List<Form> chosen(BitTerm t) {
        condition(t.operand(0));
        List<Form> all = new ArrayList<>(number(t.operand(1)));
        all.addAll(number(t.operand(2)));
        if (dependence.isOfData(t.operand(0))) {
            all.add(Form.DATA);
        }
        return all;
    }
}
