package io.heddle.replay;

import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.Observations.Site;
import io.heddle.replay.machine.StepAssumption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * At which of the points that were tried what is assumed of instructions held.
 *
 * <ul>
 *   <li>Each time that a thread executes such an instruction at some point (the k-th time in that
 *       thread), there must be a point at which the assumption holds that time.
 *   <li>There must be a point at which all of them hold together. Where there are so many
 *       executions that chance alone may prevent that (half-precision numbers are rounded visibly),
 *       the first condition is enough: unless, from how often each of them holds, such points were
 *       to be expected.
 *   <li>If all kinds of points were tried, some point must execute each of the instructions that
 *       the claim names, and of those of which it says something without naming them, at least one.
 * </ul>
 */
final class HeldAssumptions {
    private static final int FEW = 64; // executions that must hold together
    private static final double EXPECTED = 3; // points

    /** Points that tell how often each of many executions holds. */
    private static final int ENOUGH = 16;

    private static final double MARGIN = 2; // of a logarithm: they tell it roughly

    private final int most; // points
    private final Map<Site, Map<Long, Counts>> counts = new LinkedHashMap<>();
    private int points;
    private boolean together;

    /**
     * Nothing is known yet.
     *
     * @param most how many points may be tried
     */
    HeldAssumptions(int most) {
        this.most = most;
    }

    /** How often each execution of an instruction by one thread was seen, and held. */
    private static final class Counts {
        private int[] seen = new int[1];
        private int[] held = new int[1];

        void add(int k, boolean holds) {
            if (k >= seen.length) {
                seen = Arrays.copyOf(seen, Math.max(2 * seen.length, k + 1));
                held = Arrays.copyOf(held, seen.length);
            }
            seen[k]++;
            held[k] += holds ? 1 : 0;
        }

        int executions() {
            int times = 0;
            while (times < seen.length && seen[times] > 0) {
                times++;
            }
            return times;
        }

        /** The logarithm of the share of points at which all executions are expected to hold. */
        double logarithm() {
            double sum = 0;
            for (int k = executions() - 1; k >= 0; k--) {
                sum += Math.log((double) held[k] / seen[k]);
            }
            return sum;
        }

        boolean hasHeld(int k) {
            return k < held.length && held[k] > 0;
        }
    }

    /** What is known of one point, while it is tried. */
    final class Point {
        private final Map<Site, Map<Long, Decisions>> plain;
        private final Map<Site, Map<Long, BitSet>> holding = new HashMap<>();
        private boolean isNew = mayHoldTogether();

        private Point(Map<Site, Map<Long, Decisions>> plain) {
            this.plain = plain;
            plain.forEach(
                    (site, threads) -> {
                        Map<Long, Counts> known =
                                counts.computeIfAbsent(site, s -> new HashMap<>());
                        Map<Long, BitSet> all = new HashMap<>();
                        threads.forEach((t, d) -> all.put(t, held(d, known.get(t))));
                        holding.put(site, all);
                    });
        }

        private BitSet held(Decisions decisions, Counts known) {
            BitSet held = new BitSet();
            for (int k = 0; k < decisions.size(); k++) {
                held.set(k, decisions.holds(k));
                isNew |= known == null || !known.hasHeld(k);
            }
            return held;
        }

        /** True if the point may tell something that others did not. */
        boolean isNew() {
            return isNew;
        }

        /** Keeps of what held what is decided alike with other roundings. */
        void retain(Map<Site, Map<Long, Decisions>> rounded) {
            holding.forEach(
                    (site, threads) -> {
                        if (site.kind() != StepAssumption.Kind.ROUNDING) {
                            return; // what other roundings do is no matter
                        }
                        Map<Long, Decisions> others = rounded.getOrDefault(site, Map.of());
                        Map<Long, Decisions> own = plain.get(site);
                        threads.forEach((t, h) -> retain(h, own.get(t), others.get(t)));
                    });
        }

        private static void retain(BitSet holding, Decisions own, Decisions other) {
            for (int k = holding.nextSetBit(0); k >= 0; k = holding.nextSetBit(k + 1)) {
                holding.set(k, own.isAlike(k, other));
            }
        }

        /** Counts the point. */
        void end() {
            points++;
            boolean all = true;
            for (Map.Entry<Site, Map<Long, Decisions>> site : plain.entrySet()) {
                for (Map.Entry<Long, Decisions> thread : site.getValue().entrySet()) {
                    BitSet holds = holding.get(site.getKey()).get(thread.getKey());
                    Counts to =
                            counts.get(site.getKey())
                                    .computeIfAbsent(thread.getKey(), t -> new Counts());
                    for (int k = 0; k < thread.getValue().size(); k++) {
                        to.add(k, holds.get(k));
                    }
                    all &= holds.cardinality() == thread.getValue().size();
                }
            }
            together |= all;
        }
    }

    /**
     * False once it is known whether all assumptions hold together at some point, and where so many
     * must hold that the points to come will not show it.
     */
    private boolean mayHoldTogether() {
        if (together || points < ENOUGH) {
            return !together;
        }
        long executions = 0;
        double expected = Math.log(most);
        for (Map<Long, Counts> threads : counts.values()) {
            for (Counts c : threads.values()) {
                executions += c.executions();
                expected += c.logarithm();
            }
        }
        return executions <= FEW || expected >= Math.log(EXPECTED) - MARGIN;
    }

    /** Begins a point at which this was noted with the roundings that the instructions name. */
    Point point(Map<Site, Map<Long, Decisions>> plain) {
        return new Point(plain);
    }

    /**
     * What was never seen to hold, for a user.
     *
     * @param complete true if all kinds of points were tried; else it is enough if each thread was
     *     seen to meet what is assumed of an instruction at least once
     */
    Optional<String> unmet(boolean complete) {
        double executions = 0;
        double expected = Math.log(points); // the logarithm
        for (Map.Entry<Site, Map<Long, Counts>> e : counts.entrySet()) {
            boolean reached = !e.getValue().isEmpty() || !mustBeReached(e.getKey());
            if (!reached && complete) {
                return Optional.of(
                        "no input of the replay reaches "
                                + e.getKey().name()
                                + ", of which something is assumed");
            }
            for (Counts c : e.getValue().values()) {
                int times = c.executions();
                int met = 0;
                for (int k = 0; k < times; k++) {
                    met += c.hasHeld(k) ? 1 : 0;
                }
                expected += c.logarithm();
                if (complete ? met < times : met == 0) {
                    return Optional.of(never(e.getKey()));
                }
                executions += times;
            }
        }
        boolean mustHold = executions <= FEW || expected >= Math.log(EXPECTED);
        return together || executions == 0 || !complete || !mustHold
                ? Optional.empty()
                : Optional.of(
                        "at no input of the replay all that is assumed holds together: of "
                                + names());
    }

    private boolean mustBeReached(Site site) {
        return site.isNamed()
                || counts.entrySet().stream()
                        .filter(e -> e.getKey().kind() == site.kind())
                        .allMatch(e -> e.getValue().isEmpty());
    }

    private String names() {
        int others = counts.size() - 1;
        String first = counts.keySet().iterator().next().name();
        return others == 0 ? first : first + " and " + others + " more instructions";
    }

    private static String never(Site site) {
        String name = site.name();
        String what =
                switch (site.kind()) {
                    case ROUNDING -> "a rounding may decide what " + name + " does";
                    case ZERO_SIGN -> name + " meets a -0 or a NaN";
                    case SUBNORMAL -> name + " flushes a subnormal number";
                    case KEPT_EXPONENT -> name + " changes the exponent";
                    case FLOAT_OVERFLOW, INTEGER_OVERFLOW -> name + " overflows";
                    case ROUNDED_INTEGER -> name + " rounds the integer";
                    case RANGE -> name + " decides by numbers that left their range";
                    case CLAMPED_CONVERSION ->
                            name + " is given a float that its type does not hold";
                };
        return "at all inputs of the replay " + what + ", which is assumed not to happen";
    }
}
