package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What forms have in common that differ in nothing but which elements they read, and how many of
 * one kind a sum or a maximum has: numbers of their skeletons. The elements that a form reads, in
 * an order that its skeleton gives, are its reads.
 */
final class Skeletons {
    private static final Comparator<List<Integer>> BY_SKELETON =
            Comparator.comparingInt((List<Integer> p) -> p.get(0)).thenComparingInt(p -> p.get(1));

    private final Map<Object, Integer> numbers = new HashMap<>();
    private final Map<Form, Integer> skeletons = new HashMap<>();
    private final Map<Form, long[]> reads = new HashMap<>();

    /** A kind of part of a sum: its coefficient and its skeleton. */
    record Cluster(Rational coefficient, int skeleton) implements Comparable<Cluster> {
        @Override
        public int compareTo(Cluster other) {
            int order = Integer.compare(skeleton, other.skeleton);
            return order != 0 ? order : coefficient.compareTo(other.coefficient);
        }
    }

    private int number(Object content) {
        return numbers.computeIfAbsent(content, c -> numbers.size());
    }

    /** The number of a form's skeleton. A sum or maximum of one kind has that of a single part. */
    int of(Form f) {
        Integer known = skeletons.get(f);
        if (known == null) {
            known = made(f);
            skeletons.put(f, known);
        }
        return known;
    }

    private int made(Form f) {
        return switch (f.kind()) {
            case NUMBER, DECIMAL, CONSTANT, INFINITY -> number(f);
            case READ -> number(f.label());
            case APPLY -> number(List.of(f.label(), of(f.part())));
            case FIELD -> number(List.of(Kind.FIELD, f.label(), of(f.part())));
            case PRODUCT -> product(f);
            case SUM -> {
                TreeSet<Cluster> clusters = new TreeSet<>();
                for (int i = 0; i < f.parts().size(); i++) {
                    clusters.add(new Cluster(f.coefficient(i), of(f.parts().get(i))));
                }
                Cluster first = clusters.first();
                boolean isSingle = clusters.size() == 1 && first.coefficient().isOne();
                yield isSingle
                        ? first.skeleton()
                        : number(List.of(Kind.SUM, List.copyOf(clusters)));
            }
            case MAX, MIN -> {
                TreeSet<Integer> kinds = new TreeSet<>();
                f.parts().forEach(p -> kinds.add(of(p)));
                yield kinds.size() == 1
                        ? kinds.first()
                        : number(List.of(f.kind(), List.copyOf(kinds)));
            }
        };
    }

    private int product(Form f) {
        Set<List<Integer>> factors = new TreeSet<>(BY_SKELETON);
        for (int i = 0; i < f.parts().size(); i++) {
            factors.add(List.of(of(f.parts().get(i)), f.power(i)));
        }
        List<Integer> first = factors.iterator().next();
        boolean isSingle = factors.size() == 1 && first.get(1) == 1;
        return isSingle ? first.get(0) : number(List.of(Kind.PRODUCT, List.copyOf(factors)));
    }

    /** The coordinates of all elements that a form reads, and the places of bits in words. */
    long[] reads(Form f) {
        long[] known = reads.get(f);
        if (known == null) {
            known = madeReads(f);
            reads.put(f, known);
        }
        return known;
    }

    private long[] madeReads(Form f) {
        if (f.is(Kind.READ)) {
            return ((Symbol) f.label()).index(f.index());
        }
        if (f.parts().isEmpty()) {
            return new long[0];
        }
        if (f.is(Kind.FIELD)) {
            long[] word = reads(f.part());
            long[] all = Arrays.copyOf(word, word.length + 1);
            all[word.length] = f.index();
            return all;
        }
        List<Form> ordered = ordered(f);
        int length = ordered.stream().mapToInt(p -> reads(p).length).sum();
        long[] all = new long[length];
        int at = 0;
        for (Form p : ordered) {
            long[] own = reads(p);
            System.arraycopy(own, 0, all, at, own.length);
            at += own.length;
        }
        return all;
    }

    /** The parts of a form by kind, and those of one kind by what they read. */
    List<Form> ordered(Form f) {
        if (f.parts().isEmpty()) {
            return List.of(f);
        }
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < f.parts().size(); i++) {
            places.add(i);
        }
        Comparator<Integer> order = Comparator.comparingInt(i -> of(f.parts().get(i)));
        if (f.is(Kind.SUM)) {
            order = order.thenComparing(f::coefficient);
        } else if (f.is(Kind.PRODUCT)) {
            order = order.thenComparingInt(f::power);
        }
        places.sort(order.thenComparing(i -> reads(f.parts().get(i)), Arrays::compare));
        return places.stream().map(i -> f.parts().get(i)).toList();
    }
}
