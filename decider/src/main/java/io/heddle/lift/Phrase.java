package io.heddle.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A text of the tensor layer that may be an output, or a part of one.
 *
 * @param level how tightly it binds: {@link #SUM}, {@link #PRODUCT} or {@link #ATOM}
 * @param shape what it is for the shapes of the launch
 * @param reads the names of the inputs in it
 * @param features what it does
 * @param isActivated an activation stands in it
 */
record Phrase(
        String text,
        int level,
        List<Integer> shape,
        Set<String> reads,
        Set<Feature> features,
        boolean isActivated) {
    static final int SUM = 0;
    static final int PRODUCT = 1;
    static final int ATOM = 2;

    /** Copies the collections. */
    Phrase {
        shape = List.copyOf(shape);
        reads = Collections.unmodifiableSet(new LinkedHashSet<>(reads));
        features = Set.copyOf(features);
    }

    static Phrase of(TensorShape tensor) {
        return new Phrase(
                tensor.name(), ATOM, tensor.shape(), Set.of(tensor.name()), Set.of(), false);
    }

    static Phrase ofScalar(String name) {
        return new Phrase(name, ATOM, List.of(), Set.of(name), Set.of(), false);
    }

    /** The text, in brackets where it binds less tightly. */
    String at(int least) {
        return level < least ? "(" + text + ")" : text;
    }

    /** The same data in another text. */
    Phrase as(String other, int itsLevel, List<Integer> itsShape) {
        return new Phrase(other, itsLevel, itsShape, reads, features, isActivated);
    }

    /** A function of it, whose further arguments follow. */
    Phrase in(String function, String arguments, List<Integer> itsShape) {
        return new Phrase(
                function + "(" + text + arguments + ")",
                ATOM,
                itsShape,
                reads,
                union(features, Feature.of(function)),
                isActivated);
    }

    /** An activation of it. */
    Phrase activated(String function) {
        Phrase f = in(function, "", shape);
        return new Phrase(f.text, f.level, f.shape, f.reads, f.features, true);
    }

    /** Both with an operator between them. */
    Phrase with(String operator, Phrase other, List<Integer> itsShape) {
        boolean isSum = operator.equals("+");
        String text =
                at(isSum ? SUM : PRODUCT) + " " + operator + " " + other.at(isSum ? PRODUCT : ATOM);
        return joined(text, isSum ? SUM : PRODUCT, other, itsShape, Set.of());
    }

    /** A text that has both. */
    Phrase joined(
            String itsText, int itsLevel, Phrase other, List<Integer> itsShape, Set<Feature> more) {
        Set<String> all = new LinkedHashSet<>(reads);
        all.addAll(other.reads);
        return new Phrase(
                itsText,
                itsLevel,
                itsShape,
                all,
                union(union(features, other.features), more),
                isActivated || other.isActivated);
    }

    boolean sharesInputsWith(Phrase other) {
        return !Collections.disjoint(reads, other.reads);
    }

    /** The shape that both have together; null if they do not fit. */
    static List<Integer> broadcast(List<Integer> a, List<Integer> b) {
        int rank = Math.max(a.size(), b.size());
        List<Integer> shape = new ArrayList<>();
        for (int d = 0; d < rank; d++) {
            int i = d - rank + a.size();
            int j = d - rank + b.size();
            int own = i < 0 ? 1 : a.get(i);
            int other = j < 0 ? 1 : b.get(j);
            if (own != other && own != 1 && other != 1) {
                return null;
            }
            shape.add(Math.max(own, other));
        }
        return shape;
    }

    private static Set<Feature> union(Set<Feature> a, Set<Feature> b) {
        Set<Feature> union = EnumSet.noneOf(Feature.class);
        union.addAll(a);
        union.addAll(b);
        return union;
    }
}
