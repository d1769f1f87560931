package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.query.Asker.Patience;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which loops make equally many iterations: those of which it is excluded, for each two of them,
 * that iteration k is reached in both, and only one goes on after it. That holds whether a thread
 * enters them or not: what is concluded of one loop of a class is concluded of all.
 */
final class TripCounts {
    private final Summary summary;
    private final BitTerms terms;
    private final Map<LoopRun, Integer> classes = new LinkedHashMap<>();

    /**
     * Compares loops.
     *
     * @param loops those that contain barriers
     * @param one the copy of a thread
     * @param two the copy of another thread of its block
     */
    TripCounts(
            Summary summary,
            List<LoopRun> loops,
            ThreadCopy one,
            ThreadCopy two,
            List<BitTerm> places,
            List<BitTerm> assumed,
            Knowledge known,
            Asker asker) {
        this.summary = summary;
        terms = summary.terms();
        for (LoopRun l : loops) {
            int own = 0;
            while (own < number() && !isOfClass(l, own, one, two, places, assumed, known, asker)) {
                own++;
            }
            classes.put(l, own);
        }
    }

    /** True if a loop goes on where each loop of a class does. */
    private boolean isOfClass(
            LoopRun l,
            int ofClass,
            ThreadCopy one,
            ThreadCopy two,
            List<BitTerm> places,
            List<BitTerm> assumed,
            Knowledge known,
            Asker asker) {
        return ofClass(ofClass).stream()
                .allMatch(
                        other -> {
                            List<BitTerm> differ = differ(l, one, other, two);
                            if (differ == null) {
                                return false;
                            }
                            differ.addAll(places);
                            return Boolean.FALSE.equals(
                                    asker.ask(differ, assumed, known, Patience.SOMETIME).can());
                        });
    }

    /** The conditions under which one loop goes on and the other does not; null if not known. */
    private List<BitTerm> differ(LoopRun a, ThreadCopy one, LoopRun b, ThreadCopy two) {
        Map.Entry<String, Axiom> x = goesOn(a);
        Map.Entry<String, Axiom> y = goesOn(b);
        if (x == null || y == null) {
            return null;
        }
        List<BitTerm> all = new ArrayList<>();
        BitTerm first = one.of(x.getValue().holds());
        BitTerm second = two.of(y.getValue().holds());
        all.add(terms.eq(one.of(a.counter()), two.of(b.counter())));
        all.add(one.of(reached(a, x.getKey())));
        all.add(two.of(reached(b, y.getKey())));
        all.add(terms.not(terms.eq(first, second)));
        return all;
    }

    private Map.Entry<String, Axiom> goesOn(LoopRun l) {
        return summary.goesOn().entrySet().stream()
                .filter(e -> e.getValue().parameters().equals(List.of(l.counter())))
                .findFirst()
                .orElse(null);
    }

    private BitTerm reached(LoopRun l, String name) {
        Level level = l.uniform() ? Level.BLOCK : Level.THREAD;
        return terms.apply(name, 1, level, List.of(l.counter()));
    }

    /** That the present iteration of a loop is reached. */
    BitTerm reached(LoopRun l) {
        Map.Entry<String, Axiom> on = goesOn(l);
        return on == null ? terms.condition(true) : reached(l, on.getKey());
    }

    /** The number of a loop's class. */
    int of(LoopRun l) {
        return classes.get(l);
    }

    /** How many classes there are. */
    int number() {
        return 1 + classes.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
    }

    /** The loops of a class. */
    List<LoopRun> ofClass(int number) {
        return classes.entrySet().stream()
                .filter(e -> e.getValue() == number)
                .map(Map.Entry::getKey)
                .toList();
    }
}
