package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Guard;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.RealFunction;
import io.heddle.spec.index.Relation;
import io.heddle.term.Rational;

/** Arithmetic on single values. Constants are folded where the result is exact. */
final class Scalars {
    private static final int MOST_POWER = 1000;
    private static final int MOST_BITS = 1 << 16;
    private static final Real ZERO = new Real.Exact(Rational.ZERO);

    private Scalars() {}

    /** A number, of what is one. */
    static Real real(Value value, Place place) {
        if (value instanceof Value.RealValue n) {
            return n.real();
        } else if (value instanceof Value.IndexValue i) {
            return i.integer().isConstant()
                    ? new Real.Exact(Rational.of(i.integer().constant()))
                    : new Real.OfInt(i.integer());
        }
        throw new FormulaException(place, "expected a number, found " + value.kind());
    }

    /** An integer that indices decide. */
    static Int integer(Value value, Place place) {
        if (value instanceof Value.IndexValue i) {
            return i.integer();
        }
        throw new FormulaException(place, "expected an integer, found " + value.kind());
    }

    /** A constant integer. */
    static int constant(Value value, Place place) {
        Int integer = integer(value, place);
        if (!integer.isConstant()) {
            throw new FormulaException(place, "expected a constant, found an integer of an index");
        }
        long constant = integer.constant();
        if (constant != (int) constant) {
            throw new FormulaException(place, constant + " does not fit in 32 bits");
        }
        return (int) constant;
    }

    private static boolean isNumber(Value value) {
        return value instanceof Value.IndexValue || value instanceof Value.RealValue;
    }

    static boolean isInteger(Value value) {
        return value instanceof Value.IndexValue
                || value instanceof Value.RealValue n && n.isInteger();
    }

    /** {@code a operator b}. */
    static Value binary(String operator, Value a, Value b, Place place) {
        try {
            return a instanceof Value.IndexValue x && b instanceof Value.IndexValue y
                    ? integers(operator, x.integer(), y.integer(), place)
                    : numbers(operator, a, b, place);
        } catch (ArithmeticException e) {
            throw new FormulaException(place, "an integer does not fit in 64 bits");
        }
    }

    private static Value integers(String operator, Int a, Int b, Place place) {
        return switch (operator) {
            case "+" -> new Value.IndexValue(Int.plus(a, 1, b));
            case "-" -> new Value.IndexValue(Int.plus(a, -1, b));
            case "*" -> new Value.IndexValue(Int.times(a, b));
            case "//" -> new Value.IndexValue(Int.over(a, b, place));
            case "%" -> new Value.IndexValue(Int.modulo(a, b, place));
            case "**" ->
                    b.isConstant() && b.constant() < 0
                            ? power(new Value.IndexValue(a), new Value.IndexValue(b), place)
                            : new Value.IndexValue(Int.power(a, b, place));
            default -> numbers(operator, new Value.IndexValue(a), new Value.IndexValue(b), place);
        };
    }

    private static Value numbers(String operator, Value a, Value b, Place place) {
        Real x = real(a, place);
        if (operator.equals("**")) {
            return power(a, b, place);
        }
        Real y = real(b, place);
        boolean integers = isInteger(a) && isInteger(b);
        return switch (operator) {
            case "+" -> new Value.RealValue(sum(x, y), integers);
            case "-" -> new Value.RealValue(difference(x, y), integers);
            case "*" -> new Value.RealValue(product(x, y), integers);
            case "/" -> new Value.RealValue(quotient(x, y, place));
            case "//" -> new Value.RealValue(floor(operator, x, y, integers, place), true);
            case "%" -> new Value.RealValue(modulo(x, y, integers, place), true);
            default -> throw new FormulaException(place, operator + " needs tensors");
        };
    }

    private static Real floor(String operator, Real x, Real y, boolean integers, Place place) {
        if (!integers) {
            throw new FormulaException(place, operator + " needs integers");
        }
        return new Real.Apply(RealFunction.FLOOR, quotient(x, y, place));
    }

    private static Real modulo(Real x, Real y, boolean integers, Place place) {
        if (!integers) {
            throw new FormulaException(place, "% needs integers");
        }
        return new Real.Modulo(x, y);
    }

    private static Real sum(Real x, Real y) {
        return x instanceof Real.Exact a && y instanceof Real.Exact b
                ? new Real.Exact(a.value().add(b.value()))
                : new Real.Add(x, y);
    }

    private static Real difference(Real x, Real y) {
        return x instanceof Real.Exact a && y instanceof Real.Exact b
                ? new Real.Exact(a.value().subtract(b.value()))
                : new Real.Subtract(x, y);
    }

    private static Real product(Real x, Real y) {
        return x instanceof Real.Exact a && y instanceof Real.Exact b
                ? new Real.Exact(a.value().multiply(b.value()))
                : new Real.Multiply(x, y);
    }

    private static Real quotient(Real x, Real y, Place place) {
        if (y instanceof Real.Exact b && b.value().isZero()) {
            throw new FormulaException(place, "a number divided by 0");
        }
        return x instanceof Real.Exact a && y instanceof Real.Exact b
                ? new Real.Exact(a.value().divide(b.value()))
                : new Real.Divide(x, y);
    }

    private static Value power(Value a, Value b, Place place) {
        Real x = real(a, place);
        if (!(b instanceof Value.IndexValue i && i.integer().isConstant())) {
            throw new FormulaException(
                    place, "an exponent is a constant integer; use exp, log and sqrt");
        }
        long n = i.integer().constant();
        if (n < -MOST_POWER || n > MOST_POWER) {
            throw new FormulaException(
                    place, "an exponent is at most " + MOST_POWER + ", not " + n);
        } else if (x instanceof Real.Exact base) {
            if (n < 0 && base.value().isZero()) {
                throw new FormulaException(place, "a number divided by 0");
            } else if (bits(base.value()) * Math.abs(n) <= MOST_BITS) {
                return new Value.RealValue(new Real.Exact(base.value().pow((int) n)), false);
            }
        }
        return new Value.RealValue(new Real.Power(x, (int) n), isInteger(a) && n >= 0);
    }

    private static long bits(Rational r) {
        return (long) r.numerator().bitLength() + r.denominator().bitLength();
    }

    /** {@code -a}. */
    static Value negative(Value a, Place place) {
        if (a instanceof Value.IndexValue i) {
            return new Value.IndexValue(Int.times(i.integer(), Int.of(-1)));
        }
        Real x = real(a, place);
        Real negative =
                x instanceof Real.Decimal d
                        ? new Real.Decimal(-d.value())
                        : x instanceof Real.Infinity i
                                ? new Real.Infinity(!i.negative())
                                : difference(ZERO, x);
        return new Value.RealValue(negative, isInteger(a));
    }

    /** A function of a number. */
    static Value apply(RealFunction function, Value a, Place place) {
        boolean staysInteger = function == RealFunction.ABS && isInteger(a);
        return new Value.RealValue(
                new Real.Apply(function, real(a, place)),
                staysInteger || function == RealFunction.FLOOR);
    }

    /** The greater or the lesser of two values. */
    static Value extremum(boolean isMax, Value a, Value b, Place place) {
        if (a instanceof Value.IndexValue x && b instanceof Value.IndexValue y) {
            Relation first = isMax ? Relation.AT_LEAST : Relation.AT_MOST;
            Guard guard = Guard.compared(first, x.integer(), y.integer());
            return new Value.IndexValue(Int.choice(guard, x.integer(), y.integer()));
        }
        return new Value.RealValue(
                new Real.Extremum(isMax, real(a, place), real(b, place)),
                isInteger(a) && isInteger(b));
    }

    /** {@code a relation b}. */
    static Condition compared(Relation relation, Value a, Value b, Place place) {
        if (a instanceof Value.IndexValue x && b instanceof Value.IndexValue y) {
            return new Condition.OfIndices(Guard.compared(relation, x.integer(), y.integer()));
        }
        if (!isNumber(a) || !isNumber(b)) {
            Value odd = isNumber(a) ? b : a;
            throw new FormulaException(place, "expected integers to compare, found " + odd.kind());
        } else if (!isInteger(a) || !isInteger(b)) {
            throw new FormulaException(
                    place,
                    "real data never steer a formula: compare integers, or use max, min and abs");
        }
        return new Condition.OfData(relation, real(a, place), real(b, place));
    }

    /** {@code a if condition else b}. */
    static Value choice(Condition condition, Value a, Value b, Place place) {
        if (condition instanceof Condition.OfIndices i
                && a instanceof Value.IndexValue x
                && b instanceof Value.IndexValue y) {
            return new Value.IndexValue(Int.choice(i.guard(), x.integer(), y.integer()));
        }
        return new Value.RealValue(
                Condition.choice(condition, real(a, place), real(b, place)),
                isInteger(a) && isInteger(b));
    }
}
