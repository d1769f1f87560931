package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the questions of a check have found: at each place a defect that a run has shown, or a
 * suspect that none has.
 */
final class Findings {
    private static final long MORE = 5_000_000_000L; // nanoseconds for others beside a defect

    private final BitTerms terms;
    private final Threads threads;
    private final Asker asker;
    private final Predicate<Suspect> confirms;
    private final List<Suspect> suspects = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private final Set<String> found = new HashSet<>(); // places that are suspect or a defect
    private final Set<String> shown = new HashSet<>(); // those of defects

    /**
     * Nothing yet.
     *
     * @param confirms whether a run shows a suspect to be a defect
     */
    Findings(BitTerms terms, Threads threads, Asker asker, Predicate<Suspect> confirms) {
        this.terms = terms;
        this.threads = threads;
        this.asker = asker;
        this.confirms = confirms;
    }

    /** A question that has no answer, or one that no run confirms. */
    private record Open(Question question, Knowledge known) {}

    /** The suspects that no run has confirmed. */
    List<Suspect> suspects() {
        return List.copyOf(suspects);
    }

    /**
     * True if nothing is left that was not excluded, under further conditions over arguments and
     * grid.
     */
    boolean areExcluded(List<BitTerm> conditions) {
        for (Open o : open) {
            if (asker.isLate()) {
                return false;
            }
            List<BitTerm> assumed = new ArrayList<>(o.question().assumed());
            assumed.addAll(conditions);
            if (!asker.cannot(o.question().conditions(), assumed, o.known())) {
                return false;
            }
        }
        return true;
    }

    /** The conditions of all questions that are left. */
    List<BitTerm> openConditions() {
        return open.stream().flatMap(o -> o.question().conditions().stream()).toList();
    }

    /** True if what is asked cannot be, of places where nothing was found before. */
    boolean isExcluded(Question q, Knowledge known) {
        return !found.contains(q.place())
                && Boolean.FALSE.equals(asker.ask(q.conditions(), q.assumed(), known).can());
    }

    /** Asks, and runs what the answer says. */
    void ask(Question q, Knowledge known) {
        String place = q.place();
        if (found.contains(place)) {
            if (!shown.contains(place)) {
                open.add(new Open(q, known)); // not asked again, but not excluded either
            }
            return;
        }
        if (asker.isLate()) {
            suspects.add(suspect(q, null));
            open.add(new Open(q, known));
            found.add(place);
            return;
        }
        Asker.Answer answer = asker.ask(q.conditions(), q.assumed(), known);
        if (Boolean.FALSE.equals(answer.can())) {
            return;
        }
        Suspect suspect = null;
        List<BitTerm> all = new ArrayList<>(q.conditions());
        all.addAll(q.assumed());
        for (List<BitTerm> bounds : new Sizes(terms, threads, all).bounds()) {
            List<BitTerm> more = new ArrayList<>(q.conditions());
            more.addAll(bounds);
            Asker.Answer smaller = asker.ask(more, q.assumed(), known);
            if (Boolean.TRUE.equals(smaller.can())) {
                Suspect small = suspect(q, smaller.model());
                suspect = suspect == null ? small : suspect;
                if (confirms.test(small)) {
                    found.add(place);
                    shown.add(place);
                    asker.endIn(MORE);
                    return;
                }
            }
        }
        suspects.add(suspect != null ? suspect : suspect(q, answer.model()));
        open.add(new Open(q, known));
        found.add(place);
    }

    private static Suspect suspect(Question q, Model model) {
        return new Suspect(q.kind(), q.first(), q.second(), q.memory(), q.apart(), model);
    }
}
