package io.heddle.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The phrases that were found for an output, and what is known about it. */
final class Phrases {
    private static final Set<Feature> HARD =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(Feature.ORDER)));

    private final List<Integer> output;
    private final List<String> scalars;
    private final Observed observed;
    private final Map<String, Long> dims;
    private final Map<String, Phrase> found = new LinkedHashMap<>();

    /**
     * What is seen in the terms of an output.
     *
     * @param inputs the names of those that are read
     * @param numbers small ones that are added, as a norm does
     * @param features what they do
     */
    record Observed(Set<String> inputs, List<String> numbers, Set<Feature> features) {
        /** Copies the collections. */
        Observed {
            inputs = Set.copyOf(inputs);
            numbers = List.copyOf(numbers);
            features = Set.copyOf(features);
        }
    }

    /**
     * @param output its shape
     * @param scalars the names of arguments that are numbers
     * @param dims values of names
     */
    Phrases(List<Integer> output, List<String> scalars, Observed observed, Map<String, Long> dims) {
        this.output = List.copyOf(output);
        this.scalars = List.copyOf(scalars);
        this.observed = observed;
        this.dims = new LinkedHashMap<>(dims);
    }

    List<Integer> output() {
        return output;
    }

    List<String> scalars() {
        return scalars;
    }

    /** Small numbers that are added, as a norm does. */
    List<String> numbers() {
        return observed.numbers();
    }

    /** All of them. */
    List<Phrase> all() {
        return List.copyOf(found.values());
    }

    boolean has(Phrase p) {
        return found.containsKey(p.text());
    }

    /** True if the output does what a phrase does. */
    boolean mayBe(Phrase p) {
        return observed.features().containsAll(p.features());
    }

    /** Takes one that may be the output, or a part of it. */
    void take(Phrase p) {
        if (mayBe(p)) {
            found.putIfAbsent(p.text(), p);
        }
    }

    /**
     * True of what has the output's shape and reads all inputs, and says more than its elements.
     */
    boolean isWhole(Phrase p) {
        return missing(p).isEmpty()
                && p.reads().containsAll(observed.inputs())
                && isOutput(p.shape())
                && p.text().matches(".*(\\w\\(|@|\\.T).*");
    }

    /** What the output does and a phrase does not. */
    Set<Feature> missing(Phrase p) {
        Set<Feature> missing = EnumSet.noneOf(Feature.class);
        missing.addAll(observed.features());
        missing.retainAll(HARD);
        missing.removeAll(p.features());
        if (p.text().contains("mish(")) {
            missing.remove(Feature.LOG);
        }
        return missing;
    }

    /** True of the output's shape. */
    boolean isOutput(List<Integer> shape) {
        return shape.equals(output) || shape.isEmpty() && output.equals(List.of(1));
    }

    /** The spellings of a number: names of sizes and digits; small ones mostly are numbers. */
    List<String> spelled(long number) {
        List<String> spellings = new ArrayList<>();
        dims.forEach(
                (name, value) -> {
                    if (value == number) {
                        spellings.add(name);
                    }
                });
        spellings.add(number < 3 ? 0 : spellings.size(), Long.toString(number));
        return spellings;
    }

    /** A phrase in whose words a scalar may stand. */
    Phrase reading(Phrase p, String words) {
        Set<String> reads = new LinkedHashSet<>(p.reads());
        scalars.stream().filter(s -> words.endsWith("=" + s)).forEach(reads::add);
        return new Phrase(p.text(), p.level(), p.shape(), reads, p.features(), p.isActivated());
    }
}
