package io.heddle.suite;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One question: are two launches equivalent, or (without a candidate) is one free of defects.
 *
 * @param suite name of the suite that it belongs to
 * @param name of the pair, such as {@code gemm[BM=32,BN=64]}
 * @param reference the launch that is taken as correct
 * @param candidate the launch compared with it, or null
 * @param compare what is compared; empty: every out and inout tensor
 * @param expectation the expected result
 * @param limits budgets
 * @param exactConstants no constant recovery
 * @param requireReplay the verdict is UNDECIDED if no concrete replay confirms it
 * @param anyInput what the verdict on a single kernel is to hold for; null for its launch alone
 */
public record Pair(
        String suite,
        String name,
        Side reference,
        Side candidate,
        List<Comparison> compare,
        Expectation expectation,
        Limits limits,
        boolean exactConstants,
        boolean requireReplay,
        AnyInput anyInput)
        implements Serializable {
    /** Copies the list. */
    public Pair {
        compare = List.copyOf(compare);
    }

    /** A pair of launches. */
    public Pair(
            String suite,
            String name,
            Side reference,
            Side candidate,
            List<Comparison> compare,
            Expectation expectation,
            Limits limits,
            boolean exactConstants,
            boolean requireReplay) {
        this(
                suite,
                name,
                reference,
                candidate,
                compare,
                expectation,
                limits,
                exactConstants,
                requireReplay,
                null);
    }

    /** The same pair for all inputs. */
    public Pair of(AnyInput inputs) {
        return new Pair(
                suite,
                name,
                reference,
                candidate,
                compare,
                expectation,
                limits,
                exactConstants,
                requireReplay,
                inputs);
    }

    /** The same pair with another expectation. */
    public Pair expecting(Expectation other) {
        return new Pair(
                suite,
                name,
                reference,
                candidate,
                compare,
                other,
                limits,
                exactConstants,
                requireReplay,
                anyInput);
    }

    /** The same pair with other comparisons. */
    public Pair comparing(List<Comparison> comparisons) {
        return new Pair(
                suite,
                name,
                reference,
                candidate,
                comparisons,
                expectation,
                limits,
                exactConstants,
                requireReplay,
                anyInput);
    }

    /** The files of PTX and formulas of both sides. */
    public List<String> files() {
        return Stream.of(reference, candidate)
                .filter(Objects::nonNull)
                .flatMap(side -> side.files().stream())
                .toList();
    }

    /** True if only one kernel is checked. */
    public boolean isSingle() {
        return candidate == null;
    }
}
