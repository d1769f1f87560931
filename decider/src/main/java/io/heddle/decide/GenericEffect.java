package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.evaluate.Amplification;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.GenericReadings;
import io.heddle.evaluate.GenericReadings.World;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.Literals;
import io.heddle.term.LimitExceededException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds the terms that a reading of literals changes by more than roundings do where all is generic
 * ({@link GenericReadings}), and the results that it may change too much by a bound ({@link
 * Amplification}). Several choices of literals are looked at together, since their common values
 * are the same.
 */
final class GenericEffect {
    private static final int POINTS = 3;
    private static final int FEWEST_ARMS = 4; // points where arms are drawn
    private static final int FEWEST_POINTS_OF_RANGES = 6;
    private static final int MOST_POINTS = 32;
    private static final int NODES_OF_POINTS = 4_000_000; // evaluated where there are not many more
    private static final int FAR_IN_RANGES = 1 << 6; // at two points, which is no chance
    private static final double STEP = 0x1p-20; // no two elements are equal or opposite by chance

    private static final int SEVERAL_THREADS = 20_000; // nodes that are worth them
    private static final int MOST_THREADS = 4; // each holds some hundred bytes a node

    private final Cone cone;
    private final int[] roots; // nodes
    private final Literals read;
    private final DecideOptions options;
    private final WorkThreads threads;
    private final List<MovedLiterals> choices;
    private final GenericReadings readings;
    private final Deque<Evaluation> idle = new ArrayDeque<>();
    private final int[] compared; // nodes that a moved literal is below
    private final Map<World, Changes> changes = new EnumMap<>(World.class);
    private final double[][] moved; // by at most, of each choice and root
    private final double[] usual; // values of the roots
    private final double[] size; // generic ones
    private final BitSet[] once; // nodes of each choice that are far at a point of the ranges
    private final BitSet[] far; // nodes of each choice

    /**
     * @param roots nodes
     * @param read the reading
     * @param options the seed of the points and the deadline
     * @param threads that evaluate
     * @param choices of literals that keep their values
     */
    GenericEffect(
            Cone cone,
            int[] roots,
            Literals read,
            DecideOptions options,
            WorkThreads threads,
            List<MovedLiterals> choices) {
        this.cone = cone;
        this.roots = roots;
        this.read = read;
        this.options = options;
        this.threads = threads;
        this.choices = choices;
        readings =
                new GenericReadings(
                        cone, read, choices.stream().map(MovedLiterals::exact).toList());
        compared =
                IntStream.range(0, cone.size())
                        .filter(n -> choices.stream().anyMatch(c -> c.areReadBy(n)))
                        .filter(readings::isCompared)
                        .toArray();
        for (World world : World.values()) {
            if (world != World.ARMS && readings.has(world)) {
                changes.put(world, new Changes());
            }
        }
        moved = new double[choices.size()][roots.length];
        usual = new double[roots.length];
        size = new double[roots.length];
        once = sets();
        far = sets();
    }

    private BitSet[] sets() {
        return choices.stream().map(c -> new BitSet()).toArray(BitSet[]::new);
    }

    /**
     * The nodes that the reading changes too much, of each choice.
     *
     * @throws LimitExceededException if the time is up
     */
    List<BitSet> far() {
        int arms = affordable(FEWEST_ARMS);
        int ranges = InputDomain.areStated(cone) ? affordable(FEWEST_POINTS_OF_RANGES) : 0;
        int points = Math.max(POINTS, arms);
        int most = cone.size() < SEVERAL_THREADS ? 1 : MOST_THREADS;
        threads.atMost(most)
                .run(
                        points + ranges,
                        k -> {
                            Evaluation evaluation = evaluation();
                            if (k < points) {
                                evaluation.generic(k, k < POINTS, k < arms);
                            } else {
                                evaluation.inRanges(k - points);
                            }
                            release(evaluation);
                        });
        changes.values().forEach(Changes::end);
        for (int i = 0; i < moved.length; i++) {
            for (int r = 0; r < roots.length; r++) {
                double value = usual[r] > 0 ? usual[r] : size[r];
                if (moved[i][r] > choices.get(i).bounded() * value) {
                    far[i].set(roots[r]);
                }
            }
        }
        return List.of(far);
    }

    private Evaluation evaluation() {
        synchronized (idle) {
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        GenericReadings copy = readings.copy();
        synchronized (idle) {
            return new Evaluation(copy);
        }
    }

    private void release(Evaluation evaluation) {
        synchronized (idle) {
            idle.push(evaluation);
        }
    }

    /**
     * What the compared nodes change by at most, at several points of a world, and the greatest of
     * their values.
     */
    private final class Changes {
        private final double[][] change = new double[choices.size()][compared.length];
        private final double[] size = new double[compared.length];

        private synchronized void look(GenericReadings at) {
            for (int k = 0; k < compared.length; k++) {
                int node = compared[k];
                for (int i = 0; i < change.length; i++) {
                    if (choices.get(i).areReadBy(node)) {
                        change[i][k] = Math.max(change[i][k], at.leastChange(i, node));
                    }
                }
                size[k] = Math.max(size[k], at.size(node));
            }
        }

        /** Adds the nodes that the reading changes too much for their greatest value. */
        private void end() {
            for (int i = 0; i < change.length; i++) {
                double most = choices.get(i).generically();
                for (int k = 0; k < compared.length; k++) {
                    if (change[i][k] > most * size[k]) {
                        far[i].set(compared[k]);
                    }
                }
            }
        }
    }

    /** Evaluates the readings at points, one thread's. */
    private final class Evaluation {
        private final GenericReadings readings;
        private final Amplification amplification;
        private final DoubleEvaluator there;

        private Evaluation(GenericReadings readings) {
            this.readings = readings;
            amplification = new Amplification(cone, readings);
            there = new DoubleEvaluator(cone, read);
        }

        /**
         * Looks at a point in every world.
         *
         * @param all true for all worlds but that of arms
         * @param arms true for that of arms
         */
        private void generic(int trial, boolean all, boolean arms) {
            double[] point = InputDomain.sample(cone, options.seed() + trial, STEP);
            World first = all ? World.DATA : World.ARMS;
            options.checkClock();
            readings.evaluate(point, options.seed() + trial, first);
            if (all) {
                changes.get(World.DATA).look(readings);
                results(point);
                for (World world : changes.keySet()) {
                    if (world != World.DATA) {
                        options.checkClock();
                        readings.evaluate(world);
                        changes.get(world).look(readings);
                    }
                }
                if (arms) {
                    options.checkClock();
                    readings.evaluate(World.ARMS);
                }
            }
            if (arms) {
                cancelled();
            }
        }

        /** Bounds the results at the same point. */
        private void results(double[] point) {
            there.evaluate(point);
            for (int i = 0; i < moved.length; i++) {
                amplification.evaluate(i);
                synchronized (moved) {
                    for (int r = 0; r < roots.length; r++) {
                        moved[i][r] = Math.max(moved[i][r], amplification.moved(roots[r]));
                    }
                }
            }
            synchronized (moved) {
                for (int r = 0; r < roots.length; r++) {
                    double value = Math.abs(there.value(roots[r]));
                    usual[r] = Double.isFinite(value) ? Math.max(usual[r], value) : usual[r];
                    size[r] = Math.max(size[r], readings.size(roots[r]));
                }
            }
        }

        /**
         * Adds the nodes that the reading changes far too much at two points of the stated ranges:
         * values are of very different sizes there, so that each point is looked at alone.
         */
        private void inRanges(int trial) {
            options.checkClock();
            long seed = options.seed() + trial;
            readings.evaluate(InputDomain.sampleStated(cone, seed, STEP), seed, World.PARTS);
            for (int i = 0; i < far.length; i++) {
                MovedLiterals choice = choices.get(i);
                double most = FAR_IN_RANGES * choice.generically();
                BitSet here = new BitSet();
                for (int node : compared) {
                    if (choice.areReadBy(node)
                            && readings.leastChange(i, node) > most * readings.size(node)) {
                        here.set(node);
                    }
                }
                synchronized (far) {
                    BitSet twice = (BitSet) here.clone();
                    twice.and(once[i]);
                    far[i].or(twice);
                    once[i].or(here);
                }
            }
        }

        /**
         * Adds the sums that are 0 in one reading where arms are drawn. What an arm hides it hides
         * at every point, so that one point is enough where little more than roundings is left.
         */
        private void cancelled() {
            for (int i = 0; i < far.length; i++) {
                MovedLiterals choice = choices.get(i);
                double most = choice.generically();
                BitSet here = new BitSet();
                for (int node : compared) {
                    if (choice.areReadBy(node) && readings.isCancelled(i, node, most)) {
                        here.set(node);
                    }
                }
                synchronized (far) {
                    far[i].or(here);
                }
            }
        }
    }

    /** How many points there is time for, by the size of the cone. */
    private int affordable(int fewest) {
        return Math.max(fewest, Math.min(MOST_POINTS, NODES_OF_POINTS / Math.max(1, cone.size())));
    }
}
