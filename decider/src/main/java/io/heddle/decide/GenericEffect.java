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
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

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

    private final Cone cone;
    private final int[] roots; // nodes
    private final Literals read;
    private final DecideOptions options;
    private final List<MovedLiterals> choices;
    private final GenericReadings readings;
    private final BitSet[] far; // nodes of each choice

    /**
     * @param roots nodes
     * @param read the reading
     * @param options the seed of the points and the deadline
     * @param choices of literals that keep their values
     */
    GenericEffect(
            Cone cone,
            int[] roots,
            Literals read,
            DecideOptions options,
            List<MovedLiterals> choices) {
        this.cone = cone;
        this.roots = roots;
        this.read = read;
        this.options = options;
        this.choices = choices;
        readings =
                new GenericReadings(
                        cone, read, choices.stream().map(MovedLiterals::exact).toList());
        far = new BitSet[choices.size()];
        Arrays.setAll(far, i -> new BitSet());
    }

    /**
     * The nodes that the reading changes too much, of each choice.
     *
     * @throws LimitExceededException if the time is up
     */
    List<BitSet> far() {
        ofData();
        for (World world : List.of(World.PARTS, World.EQUALITIES, World.POLES)) {
            if (readings.has(world)) {
                new Changes().add(world);
            }
        }
        if (InputDomain.areStated(cone)) {
            inRanges();
        }
        cancelled();
        return List.of(far);
    }

    /** What the nodes change by at most, at several points, and the greatest of their values. */
    private final class Changes {
        private final double[][] change = new double[choices.size()][cone.size()];
        private final double[] size = new double[cone.size()];

        /** Adds the nodes that the reading changes too much for their greatest value. */
        private void add(World world) {
            for (int k = 0; k < POINTS; k++) {
                evaluate(world, k, false);
                look();
            }
            end();
        }

        private void look() {
            for (int node = 0; node < size.length; node++) {
                boolean read = false;
                for (int i = 0; i < change.length && readings.isCompared(node); i++) {
                    if (choices.get(i).areReadBy(node)) {
                        read = true;
                        change[i][node] = Math.max(change[i][node], readings.leastChange(i, node));
                    }
                }
                if (read) {
                    size[node] = Math.max(size[node], readings.size(node));
                }
            }
        }

        private void end() {
            for (int i = 0; i < change.length; i++) {
                double most = choices.get(i).generically();
                for (int node = 0; node < size.length; node++) {
                    if (change[i][node] > most * size[node]) {
                        far[i].set(node);
                    }
                }
            }
        }
    }

    /** Looks at nodes where arms are chosen by data, and bounds results at the same points. */
    private void ofData() {
        Changes changes = new Changes();
        Amplification amplification = new Amplification(cone, readings);
        DoubleEvaluator there = new DoubleEvaluator(cone, read);
        double[][] moved = new double[choices.size()][roots.length];
        double[] usual = new double[roots.length];
        double[] size = new double[roots.length];
        for (int k = 0; k < POINTS; k++) {
            there.evaluate(evaluate(World.DATA, k, false));
            changes.look();
            for (int i = 0; i < moved.length; i++) {
                amplification.evaluate(i);
                for (int r = 0; r < roots.length; r++) {
                    moved[i][r] = Math.max(moved[i][r], amplification.moved(roots[r]));
                }
            }
            for (int r = 0; r < roots.length; r++) {
                double value = Math.abs(there.value(roots[r]));
                usual[r] = Double.isFinite(value) ? Math.max(usual[r], value) : usual[r];
                size[r] = Math.max(size[r], readings.size(roots[r]));
            }
        }
        changes.end();
        for (int i = 0; i < moved.length; i++) {
            for (int r = 0; r < roots.length; r++) {
                double value = usual[r] > 0 ? usual[r] : size[r];
                if (moved[i][r] > choices.get(i).bounded() * value) {
                    far[i].set(roots[r]);
                }
            }
        }
    }

    /**
     * Adds the nodes that the reading changes far too much at two points of the stated ranges:
     * values are of very different sizes there, so that each point is looked at alone.
     */
    private void inRanges() {
        BitSet[] once = new BitSet[far.length];
        Arrays.setAll(once, i -> new BitSet());
        int points = affordable(FEWEST_POINTS_OF_RANGES);
        for (int k = 0; k < points; k++) {
            evaluate(World.PARTS, k, true);
            for (int i = 0; i < far.length; i++) {
                double most = FAR_IN_RANGES * choices.get(i).generically();
                for (int node = 0; node < cone.size(); node++) {
                    if (choices.get(i).areReadBy(node)
                            && readings.isCompared(node)
                            && readings.leastChange(i, node) > most * readings.size(node)) {
                        if (once[i].get(node)) {
                            far[i].set(node);
                        }
                        once[i].set(node);
                    }
                }
            }
        }
    }

    /**
     * Adds the sums that are 0 in one reading where arms are drawn. What an arm hides it hides at
     * every point, so that one point is enough where little more than roundings is left.
     */
    private void cancelled() {
        int points = affordable(FEWEST_ARMS);
        for (int k = 0; k < points; k++) {
            evaluate(World.ARMS, k, false);
            for (int i = 0; i < far.length; i++) {
                double most = choices.get(i).generically();
                for (int node = 0; node < cone.size(); node++) {
                    if (choices.get(i).areReadBy(node) && readings.isCancelled(i, node, most)) {
                        far[i].set(node);
                    }
                }
            }
        }
    }

    /** How many points there is time for, by the size of the cone. */
    private int affordable(int fewest) {
        return Math.max(fewest, Math.min(MOST_POINTS, NODES_OF_POINTS / Math.max(1, cone.size())));
    }

    /** Evaluates the readings at a point, which it returns. */
    private double[] evaluate(World world, int trial, boolean wide) {
        options.checkClock();
        long seed = options.seed() + trial;
        double[] point =
                wide
                        ? InputDomain.sampleStated(cone, seed, STEP)
                        : InputDomain.sample(cone, seed, STEP);
        readings.evaluate(point, seed, world);
        return point;
    }
}
