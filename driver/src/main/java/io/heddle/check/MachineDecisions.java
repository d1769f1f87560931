package io.heddle.check;

import io.heddle.condition.DecideOptions;
import io.heddle.finding.Assumption;
import io.heddle.finding.Location;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.RoundedNumbers;
import io.heddle.value.RoundedStep;
import io.heddle.value.RoundedSteps;
import io.heddle.value.RoundingEffect;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The outputs of one side over the reals, but for what becomes discrete: there the machine's
 * numbers decide. A rounding to an integer rounds the machine's number, the bits of a float are
 * those of the machine's number, a choice that jumps compares the machine's numbers, and a root or
 * a logarithm is none where the machine's number is negative.
 */
final class MachineDecisions {
    private static final int PLAIN = 1 + FloatFormat.F32.ordinal(); // how, of words

    /**
     * Where a rounding may decide something.
     *
     * @param step what an instruction does and where, for a user
     * @param at where the instruction is; null for bits that are read
     */
    record Place(String step, RoundingEffect effect, Location at) {
        /** The assumption that the rounding does nothing here. */
        Assumption denied() {
            return new Assumption(Assumption.Kind.ROUNDING, step, effect.deniedAt(step), at);
        }
    }

    private static final int CLOCK_INTERVAL = 1 << 10; // terms
    private static final Function INVALID =
            new Function(Function.Kind.ROUNDED, "machine.invalid", 1, false);

    private final TermStore source;
    private final TermStore target;
    private final MachineNumbers numbers;
    private final Continuity continuity;
    private final Map<Long, RoundedStep> steps = new HashMap<>();
    private final Map<Integer, Integer> made = new HashMap<>();
    private Set<Place> assumed = Set.of();
    private final DecideOptions options;
    private int looked; // at terms, since the last look at the clock

    /**
     * @param options whose deadline ends the search
     */
    MachineDecisions(
            TermStore source,
            TermStore target,
            RoundedNumbers rounded,
            Continuity continuity,
            DecideOptions options) {
        this.source = source;
        this.options = options;
        this.target = target;
        this.numbers = new MachineNumbers(source, target, rounded);
        this.continuity = continuity;
        rounded.steps().forEach(s -> steps.put(key(s.a(), s.b()), s));
    }

    private void step() {
        if (++looked == CLOCK_INTERVAL) {
            looked = 0;
            options.checkClock();
        }
    }

    /** Assumes that the roundings at these places decide nothing. */
    void assume(Set<Place> places) {
        assumed = places;
        made.clear();
    }

    /** The output {@code t} as a term of the target store. */
    int of(int t) {
        TermWalk.complete(t, made::containsKey, source::operands, x -> made.put(x, make(x)));
        return made.get(t);
    }

    /** Asks of each choice below {@code roots} by a comparison of rounded numbers if it jumps. */
    void askBelow(int[] roots) {
        TermWalk walk = new TermWalk(roots);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            step();
            if (source.op(t) == Op.ITE) {
                int choice = t;
                comparisons(source.a(t)).forEach((c, m) -> continuity.ask(choice, c));
            }
            walk.open(source.operands(t));
        }
    }

    /**
     * The places below {@code roots} where a rounding may decide something, each with the machine's
     * decision there.
     *
     * @param whole also those below what is given there
     */
    void forEachBelow(int[] roots, boolean whole, BiConsumer<Place, Integer> found) {
        TermWalk walk = new TermWalk(roots);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            step();
            int operand = rounded(t);
            if (operand != 0) {
                found.accept(place(t, operand), decision(t, operand));
                if (!whole) {
                    continue;
                }
            }
            int domain = outOfDomain(t);
            if (domain != 0) {
                found.accept(domainPlace(t), domain);
            }
            if (source.op(t) == Op.ITE) {
                int choice = t;
                comparisons(source.a(t))
                        .forEach(
                                (c, m) -> {
                                    if (!continuity.isProved(choice, c)) {
                                        found.accept(place(c), m);
                                    }
                                });
                walk.open(source.b(t), source.c(t));
                if (whole) {
                    walk.open(source.a(t));
                }
            } else {
                walk.open(source.operands(t));
            }
        }
    }

    private int make(int t) {
        step();
        int[] x = source.operands(t);
        int domain = outOfDomain(t);
        int operand = rounded(t);
        if (operand != 0 && !assumed.contains(place(t, operand))) {
            return decision(t, operand);
        }
        for (int i = 0; i < x.length; i++) {
            x[i] = made.get(x[i]);
        }
        if (source.op(t) == Op.ITE) {
            x[0] = condition(t);
        }
        int result = Rebuild.in(target, source, t, x);
        return domain == 0 || assumed.contains(domainPlace(t))
                ? result
                : target.ite(domain, target.apply(INVALID, domain), result);
    }

    // ---------------------------------------------------------------- roots and logarithms

    /** The condition that {@code t} is a root or a logarithm of what is negative on the machine. */
    private int outOfDomain(int t) {
        if (source.op(t) != Op.SQRT && source.op(t) != Op.LOG2) {
            return 0;
        }
        RoundedStep step = steps.get(key(source.a(t), RoundedStep.DOMAIN));
        if (step == null) {
            return 0;
        }
        int m = numbers.of(source.a(t), step.how());
        return numbers.isRounded(m) ? target.lt(m, target.zero()) : 0;
    }

    private Place domainPlace(int t) {
        return placeOf(key(source.a(t), RoundedStep.DOMAIN), RoundingEffect.NEGATES);
    }

    // ---------------------------------------------------------------- integers and words

    /**
     * What {@code t} rounds to an integer or reads the bits of, if that is rounded before; or 0.
     */
    private int rounded(int t) {
        int operand = 0;
        if (source.op(t).isRounding() && steps.containsKey(key(source.a(t), 0))) {
            operand = source.a(t);
        } else if (source.op(t) == Op.APPLY && isReading(source.functionOf(t))) {
            operand = source.b(t);
        }
        return operand != 0 && numbers.isRounded(number(t, operand)) ? operand : 0;
    }

    /** True for a function of the bits of a float. */
    static boolean isReading(Function f) {
        return f.givesBits() || f.equals(Function.UPPER_HALF);
    }

    private int number(int t, int operand) {
        RoundedStep step = source.op(t) == Op.APPLY ? null : steps.get(key(operand, 0));
        return numbers.of(operand, step == null ? PLAIN : step.how());
    }

    private int decision(int t, int operand) {
        return Rebuild.in(target, source, t, new int[] {number(t, operand)});
    }

    private Place place(int t, int operand) {
        return source.op(t) == Op.APPLY
                ? new Place(RoundedSteps.READ, RoundingEffect.DECIDES, null)
                : placeOf(key(operand, 0), RoundingEffect.CHANGES_INTEGER);
    }

    // ---------------------------------------------------------------- choices

    /** The condition of a choice, in which the machine compares where the choice may jump. */
    private int condition(int choice) {
        Map<Integer, Integer> decided = new HashMap<>();
        comparisons(source.a(choice))
                .forEach(
                        (c, m) -> {
                            if (!continuity.isProved(choice, c) && !assumed.contains(place(c))) {
                                decided.put(c, m);
                            }
                        });
        if (decided.isEmpty()) {
            return made.get(source.a(choice));
        }
        TermWalk.complete(
                source.a(choice),
                c -> decided.containsKey(c) || !isConnective(c),
                source::operands,
                c -> {
                    int[] x = source.operands(c);
                    for (int i = 0; i < x.length; i++) {
                        x[i] = decided.getOrDefault(x[i], made.get(x[i]));
                    }
                    decided.put(c, Rebuild.in(target, source, c, x));
                });
        return decided.get(source.a(choice));
    }

    /** The comparisons of rounded numbers in a condition, and the same of the machine's numbers. */
    private Map<Integer, Integer> comparisons(int condition) {
        Map<Integer, Integer> found = new LinkedHashMap<>();
        TermWalk walk = new TermWalk(condition);
        for (int c = walk.next(); c != 0; c = walk.next()) {
            if (isConnective(c)) {
                walk.open(source.operands(c));
            } else if (source.op(c).isCondition() && source.op(c).arity() == 2) {
                int m = compared(c);
                if (m != 0) {
                    found.put(c, m);
                }
            }
        }
        return found;
    }

    private boolean isConnective(int c) {
        return switch (source.op(c)) {
            case NOT, AND, OR -> true;
            default -> false;
        };
    }

    /** The comparison {@code c} of the machine's numbers; 0 if these are exact. */
    private int compared(int c) {
        int a = source.a(c);
        int b = source.b(c);
        RoundedStep step = steps.get(key(a, b));
        if (step == null || isInfinite(a) || isInfinite(b)) {
            return 0;
        }
        int x = numbers.of(a, step.how());
        int y = numbers.of(b, step.how());
        return numbers.isRounded(x) || numbers.isRounded(y)
                ? Rebuild.in(target, source, c, new int[] {x, y})
                : 0;
    }

    private boolean isInfinite(int t) {
        return source.op(t) == Op.POS_INF || source.op(t) == Op.NEG_INF;
    }

    private Place place(int comparison) {
        return placeOf(key(source.a(comparison), source.b(comparison)), RoundingEffect.DECIDES);
    }

    private Place placeOf(long key, RoundingEffect effect) {
        return new Place(steps.get(key).place(), effect, steps.get(key).at());
    }

    private static long key(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }
}
