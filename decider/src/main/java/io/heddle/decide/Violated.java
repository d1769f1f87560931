package io.heddle.decide;

import io.heddle.term.Op;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Terms as they are where a domain condition is violated, made again in a store of their own: a
 * root of a negative number is NaN, a logarithm of 0 is −∞, a quotient by 0 is infinite or NaN.
 */
final class Violated {
    private final TermStore source;
    private final TermStore made = new TermStore();
    private final Map<Integer, Violation> violated;
    private final boolean negative;
    private final Set<Integer> zeros = new HashSet<>();
    private final Map<Integer, Integer> done = new HashMap<>();
    private final Map<Integer, Boolean> noNumbers = new HashMap<>();
    private int isNumber = made.trueTerm(); // where the sides are, that are asked for
    private boolean dividesByZero;
    private boolean impossible;

    /**
     * @param violated how operands of conditions, terms of {@code source}, violate them; all others
     *     hold
     * @param negative whether denominators that are 0 are −0
     */
    Violated(TermStore source, Map<Integer, Violation> violated, boolean negative) {
        this.source = source;
        this.violated = violated;
        this.negative = negative;
        violated.forEach(
                (t, violation) -> {
                    if (violation == Violation.ZERO) {
                        addZero(t);
                    }
                });
    }

    /** Notes that a term is 0, and what must be 0 for that. */
    private void addZero(int root) {
        List<Integer> open = new ArrayList<>(List.of(root));
        for (int i = 0; i < open.size(); i++) {
            int t = open.get(i);
            if (!zeros.add(t)) {
                continue;
            }
            int a = source.a(t);
            int b = source.b(t);
            switch (source.op(t)) {
                case ABS, SQRT, NEG -> open.add(a);
                case MUL -> {
                    if (a == b) {
                        open.add(a);
                    }
                }
                case ADD, MAX -> {
                    if (isNonnegative(source, a) && isNonnegative(source, b)) {
                        open.add(a);
                        open.add(b);
                    }
                }
                default -> {} // nothing that is simple to say
            }
        }
    }

    private static boolean isNonnegative(TermStore store, int t) {
        boolean known = store.isTotal(t) && store.isFinite(t);
        return t == store.zero()
                || known && (store.flags(t) & (TermStore.NONNEGATIVE | TermStore.POSITIVE)) != 0;
    }

    /** The store in which the terms are made. */
    TermStore made() {
        return made;
    }

    /** How many terms were made again. */
    int size() {
        return done.size();
    }

    /** True if a quotient by 0 was met, whose sign is that of the zero. */
    boolean dividesByZero() {
        return dividesByZero;
    }

    /** True if the violations were seen to contradict each other. */
    boolean isImpossible() {
        return impossible;
    }

    /** True for the operand of a condition that is violated. */
    boolean isViolated(int operand) {
        return violated.containsKey(operand);
    }

    /** A term of the source as it is there. */
    int of(int root) {
        TermWalk.complete(root, done::containsKey, source::operands, t -> done.put(t, make(t)));
        return done.get(root);
    }

    private int make(int t) {
        int natural = natural(t);
        if (zeros.contains(t)) {
            impossible |= isNonzero(natural);
            return made.zero();
        }
        if (isNegative(t)) {
            impossible |= isNonnegative(made, natural);
        }
        return natural;
    }

    /** True if a number of the made ones is not 0 for certain. */
    private boolean isNonzero(int t) {
        return switch (made.op(t)) {
            case RATIONAL, LITERAL -> made.rationalValue(t).signum() != 0;
            case NAN, POS_INF, NEG_INF -> true;
            case EXP2 -> made.isFinite(made.a(t));
            case NEG, ABS -> isNonzero(made.a(t));
            case DIV -> isNonzero(made.a(t)) && made.isFinite(made.b(t));
            default -> false;
        };
    }

    /** A term of the source, of operands as they are there. */
    private int natural(int t) {
        int[] x = source.operands(t);
        for (int i = 0; i < x.length; i++) {
            x[i] = done.get(x[i]);
        }
        int a = source.a(t);
        return switch (source.op(t)) {
            case SQRT -> isNegative(a) ? made.nan() : Rebuild.in(made, source, t, x);
            case LOG2 -> isNegative(a) ? made.nan() : logarithm(t, x);
            case DIV -> x[1] == made.zero() ? quotientByZero(x[0]) : Rebuild.in(made, source, t, x);
            case ADD -> sum(x[0], x[1]);
            case SUB -> x[0] == x[1] ? cancelled(t, x) : Rebuild.in(made, source, t, x);
            case MUL -> product(x[0], x[1]);
            case FMA ->
                    isInfinity(x[0]) || isInfinity(x[1])
                            ? sum(product(x[0], x[1]), x[2])
                            : Rebuild.in(made, source, t, x);
            case FLOOR, CEIL, TRUNC, RINT ->
                    source.c(t) != 0 ? orZero(x[0], t) : Rebuild.in(made, source, t, x);
            case APPLY -> violated.containsKey(t) ? word(t) : Rebuild.in(made, source, t, x);
            default -> Rebuild.in(made, source, t, x);
        };
    }

    private boolean isNegative(int t) {
        return violated.get(t) == Violation.NEGATIVE;
    }

    /** A rounding of the second kind, which makes NaN 0. */
    private int orZero(int x, int t) {
        if (x == made.nan()) {
            return made.zero();
        }
        if (made.op(x) == Op.ITE) {
            return made.ite(made.a(x), orZero(made.b(x), t), orZero(made.c(x), t));
        }
        int rounded = Rebuild.in(made, source, t, new int[] {x});
        boolean mayBeNan = (made.flags(x) & TermStore.MAY_NAN) != 0;
        return mayBeNan ? made.ite(made.eq(x, x), rounded, made.zero()) : rounded;
    }

    private boolean isInfinity(int t) {
        return t == made.posInf() || t == made.negInf();
    }

    private int logarithm(int t, int[] x) {
        return x[0] == made.zero() ? made.negInf() : Rebuild.in(made, source, t, x);
    }

    /** A number does not change an infinity, and all that is partial is a number. */
    private int sum(int a, int b) {
        if (isInfinity(a) && made.isFinite(b)) {
            return a;
        }
        return isInfinity(b) && made.isFinite(a) ? b : made.add(a, b);
    }

    /** An infinity times a number is one by the number's sign, or NaN. */
    private int product(int a, int b) {
        if (isInfinity(a) && made.isFinite(b)) {
            return bySign(b, a);
        }
        return isInfinity(b) && made.isFinite(a) ? bySign(a, b) : made.mul(a, b);
    }

    /** {@code up} where a is positive, −{@code up} where it is negative, else NaN. */
    private int bySign(int a, int up) {
        int zero = made.zero();
        int otherwise = made.ite(made.lt(a, zero), made.neg(up), made.nan());
        return made.ite(made.lt(zero, a), up, otherwise);
    }

    /** A number less itself is 0, and an infinity less itself NaN. */
    private int cancelled(int t, int[] x) {
        int number = whereNumber(x[0]);
        return number == 0
                ? Rebuild.in(made, source, t, x)
                : made.ite(number, made.zero(), made.nan());
    }

    /** The condition that a choice among infinities, NaN and numbers is a number; 0 if unknown. */
    private int whereNumber(int t) {
        if (made.isFinite(t)) {
            return made.trueTerm();
        }
        if (isNoNumber(t)) {
            return made.falseTerm();
        }
        if (made.op(t) != Op.ITE) {
            return 0;
        }
        int then = whereNumber(made.b(t));
        int otherwise = whereNumber(made.c(t));
        return then == 0 || otherwise == 0 ? 0 : made.ite(made.a(t), then, otherwise);
    }

    private int word(int t) {
        return switch (violated.get(t)) {
            case POSITIVE_INFINITY -> made.posInf();
            case NEGATIVE_INFINITY -> made.negInf();
            case NAN, NEGATIVE, ZERO -> made.nan();
        };
    }

    /** ±∞ by the signs, or NaN. */
    private int quotientByZero(int a) {
        dividesByZero = true;
        return bySign(a, negative ? made.negInf() : made.posInf());
    }

    /** True if a term of the made ones is NaN or infinite for certain. */
    boolean isNoNumber(int root) {
        TermWalk.complete(
                root,
                noNumbers::containsKey,
                made::operands,
                t -> noNumbers.put(t, isNoNumberByOperands(t)));
        return noNumbers.get(root);
    }

    private boolean isNoNumberByOperands(int t) {
        int a = made.a(t);
        int b = made.b(t);
        return switch (made.op(t)) {
            case NAN, POS_INF, NEG_INF -> true;
            case ADD, SUB, MUL -> noNumbers.get(a) || noNumbers.get(b);
            case FMA -> noNumbers.get(a) || noNumbers.get(b) || noNumbers.get(made.c(t));
            case NEG, ABS, SQRT, LOG2, DIV -> noNumbers.get(a);
            case FLOOR, CEIL, TRUNC, RINT -> made.c(t) == 0 && noNumbers.get(a);
            case ITE -> noNumbers.get(b) && noNumbers.get(made.c(t));
            default -> false;
        };
    }

    /**
     * Both sides where the operands are as is said of them and neither side is NaN or infinite, and
     * 0 elsewhere.
     */
    int[] guarded(int left, int right) {
        Map<Integer, Integer> numbers = new HashMap<>();
        int s = number(left, numbers);
        int t = number(right, numbers);
        int condition = isNumber;
        for (Map.Entry<Integer, Violation> v : new TreeMap<>(violated).entrySet()) {
            condition = made.and(condition, isThere(v.getKey(), v.getValue()));
        }
        return new int[] {made.ite(condition, s, made.zero()), made.ite(condition, t, made.zero())};
    }

    /**
     * A side where it is neither NaN nor infinite: the choices are made that lead to numbers, which
     * {@link #isNumber} notes, below operations that pass NaN and infinities on.
     */
    private int number(int root, Map<Integer, Integer> numbers) {
        TermWalk.complete(
                root,
                numbers::containsKey,
                this::passing,
                t -> numbers.put(t, numberOf(t, numbers)));
        return numbers.get(root);
    }

    /** The operands whose NaN or infinity makes a term one. */
    private int[] passing(int t) {
        return switch (made.op(t)) {
            case ADD, SUB, MUL, FMA, NEG, ABS -> made.operands(t);
            case FLOOR, CEIL, TRUNC, RINT -> made.c(t) == 0 ? made.operands(t) : new int[0];
            case ITE -> {
                boolean first = isNoNumber(made.b(t));
                boolean one = first != isNoNumber(made.c(t));
                yield one ? new int[] {first ? made.c(t) : made.b(t)} : new int[0];
            }
            default -> new int[0];
        };
    }

    private int numberOf(int t, Map<Integer, Integer> numbers) {
        int[] x = passing(t);
        if (x.length == 0) {
            return t;
        }
        if (made.op(t) == Op.ITE) {
            int choice = made.a(t);
            isNumber = made.and(isNumber, x[0] == made.b(t) ? choice : made.not(choice));
            return numbers.get(x[0]);
        }
        boolean same = true;
        for (int i = 0; i < x.length; i++) {
            int operand = numbers.get(x[i]);
            same &= operand == x[i];
            x[i] = operand;
        }
        return same ? t : Rebuild.of(made, t, x);
    }

    private int isThere(int operand, Violation violation) {
        boolean plain = source.isTotal(operand) && source.isFinite(operand);
        if (!plain || violation != Violation.NEGATIVE && violation != Violation.ZERO) {
            return made.trueTerm(); // a condition on what is not known would be another question
        }
        Map<Integer, Integer> copies = new HashMap<>();
        TermWalk.complete(
                operand,
                copies::containsKey,
                source::operands,
                t -> copies.put(t, copy(t, copies)));
        int copy = copies.get(operand);
        return violation == Violation.NEGATIVE
                ? made.lt(copy, made.zero())
                : made.eq(copy, made.zero());
    }

    private int copy(int t, Map<Integer, Integer> copies) {
        int[] x = source.operands(t);
        for (int i = 0; i < x.length; i++) {
            x[i] = copies.get(x[i]);
        }
        return Rebuild.in(made, source, t, x);
    }
}
