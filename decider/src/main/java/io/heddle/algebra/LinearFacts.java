package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Consequences of linear facts by Fourier-Motzkin elimination over the rationals, each monomial
 * being a variable of its own; where there are integers, a second time with what holds of them.
 * "False" means only that no consequence was found within a bound.
 */
final class LinearFacts {
    private static final int MAX_CONSTRAINTS = 400;
    private static final int MAX_VARIABLES = 64;

    private LinearFacts() {}

    /** True if the facts are found to imply p &gt; 0 (strict) or p ≥ 0. */
    static boolean implies(Ring ring, Facts facts, Polynomial p, boolean strict) {
        List<Facts.Fact> system = new ArrayList<>(facts.list());
        system.add(new Facts.Fact(p.negate(), !strict));
        return isInfeasible(ring, system);
    }

    /** True if no reals are found to satisfy the facts. */
    static boolean isInfeasible(Ring ring, Facts facts) {
        return isInfeasible(ring, facts.list());
    }

    private static boolean isInfeasible(Ring ring, List<Facts.Fact> system) {
        List<Facts.Fact> constraints = new ArrayList<>();
        TreeSet<Long> variables = new TreeSet<>();
        for (Facts.Fact f : system) {
            constraints.add(f);
            for (int i = 0; i < f.p().size(); i++) {
                variables.add(f.p().key(i));
            }
        }
        variables.remove(Ring.UNIT);
        if (variables.size() > MAX_VARIABLES) {
            return false;
        }
        for (long key : variables) {
            Sign sign = sign(ring, system, key);
            if (sign.isKnownNonnegative()) {
                constraints.add(
                        new Facts.Fact(
                                Polynomial.monomial(key, Rational.ONE), sign == Sign.POSITIVE));
            } else if (sign.isKnownNonpositive()) {
                constraints.add(
                        new Facts.Fact(
                                Polynomial.monomial(key, Rational.MINUS_ONE),
                                sign == Sign.NEGATIVE));
            }
        }
        if (eliminate(ring.budget(), constraints, new TreeSet<>(variables), f -> f)) {
            return true;
        }
        IntegerFacts integers = new IntegerFacts(ring);
        return integers.add(constraints, variables)
                && variables.size() <= MAX_VARIABLES
                && eliminate(ring.budget(), constraints, variables, integers::tight);
    }

    /** The sign of a monomial by its atoms, whose signs the facts may give. */
    private static Sign sign(Ring ring, List<Facts.Fact> system, long key) {
        Sign known = ring.rules().signs().ofMonomial(key);
        int[] powers = ring.unpack(key);
        if (known != Sign.UNKNOWN || powers.length < 4) {
            return known;
        }
        Sign product = Sign.POSITIVE;
        for (int i = 0; i < powers.length; i += 2) {
            Sign s = powers[i + 1] == 1 ? factSign(ring, system, powers[i]) : Sign.UNKNOWN;
            product = product.times(s);
        }
        return product;
    }

    private static Sign factSign(Ring ring, List<Facts.Fact> system, int atom) {
        for (Facts.Fact f : system) {
            if (f.p().size() == 1 && f.p().key(0) == atom) {
                boolean up = f.p().coefficient(0).signum() > 0;
                Sign sign = f.strict() ? Sign.POSITIVE : Sign.NONNEGATIVE;
                return up ? sign : sign.negate();
            }
        }
        return ring.signOf(atom);
    }

    private static boolean eliminate(
            Budget budget,
            List<Facts.Fact> given,
            SortedSet<Long> variables,
            UnaryOperator<Facts.Fact> tight) {
        List<Facts.Fact> constraints = new ArrayList<>();
        for (Facts.Fact f : given) {
            constraints.add(tight.apply(f));
        }
        while (true) {
            for (Facts.Fact f : constraints) {
                if (f.p().isConstant()) {
                    int sign = f.p().constantTerm().signum();
                    if (sign < 0 || sign == 0 && f.strict()) {
                        return true;
                    }
                }
            }
            if (variables.isEmpty()) {
                return false;
            }
            long variable = cheapest(constraints, variables);
            variables.remove(variable);
            budget.spend((long) constraints.size() * (variables.size() + 1));
            constraints = withoutVariable(constraints, variable, tight);
            if (constraints.size() > MAX_CONSTRAINTS) {
                return false;
            }
        }
    }

    private static long cheapest(List<Facts.Fact> constraints, SortedSet<Long> variables) {
        long best = variables.first();
        long least = Long.MAX_VALUE;
        for (long v : variables) {
            long positive = 0;
            long negative = 0;
            for (Facts.Fact f : constraints) {
                int sign = f.p().coefficientOf(v).signum();
                positive += sign > 0 ? 1 : 0;
                negative += sign < 0 ? 1 : 0;
            }
            if (positive * negative < least) {
                least = positive * negative;
                best = v;
            }
        }
        return best;
    }

    private static List<Facts.Fact> withoutVariable(
            List<Facts.Fact> constraints, long variable, UnaryOperator<Facts.Fact> tight) {
        List<Facts.Fact> kept = new ArrayList<>();
        List<Facts.Fact> lower = new ArrayList<>();
        List<Facts.Fact> upper = new ArrayList<>();
        for (Facts.Fact f : constraints) {
            int sign = f.p().coefficientOf(variable).signum();
            (sign == 0 ? kept : sign > 0 ? lower : upper).add(f);
        }
        Set<Facts.Fact> seen = new HashSet<>(kept);
        for (Facts.Fact low : lower) {
            Rational a = low.p().coefficientOf(variable);
            for (Facts.Fact up : upper) {
                Rational b = up.p().coefficientOf(variable).negate();
                Polynomial p = low.p().scale(b).add(up.p().scale(a));
                Facts.Fact sum = tight.apply(new Facts.Fact(p, low.strict() || up.strict()));
                if (seen.add(sum)) {
                    kept.add(sum);
                }
            }
            if (kept.size() > MAX_CONSTRAINTS) {
                return kept;
            }
        }
        return kept;
    }
}
