package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.query.Asker.Patience;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Threads;
import java.math.BigInteger;
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
    private static final long MORE = 2_000_000_000L; // nanoseconds for others beside a defect

    private static final long SOON = 3_000_000_000L; // nanoseconds to look for small sizes first
    private static final BigInteger FEW_ROUNDS = BigInteger.valueOf(64); // of a loop in a run

    private final BitTerms terms;
    private final Threads threads;
    private final Asker asker;
    private final Predicate<Suspect> confirms;
    private final List<Suspect> suspects = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private final Set<String> found = new HashSet<>(); // places that are suspect or a defect
    private final Set<String> shown = new HashSet<>(); // those of defects
    private final List<Later> later = new ArrayList<>();
    private final Set<String> waiting = new HashSet<>(); // places of questions asked again later

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

    /** A question that is asked again, and what a model said that no run has shown; or null. */
    private record Later(Question question, Knowledge known, Suspect suspect) {}

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

    /** True if it is soon known that what is asked cannot be, where nothing was found before. */
    boolean isExcluded(Question q, Knowledge known) {
        return !found.contains(q.place())
                && !waiting.contains(q.place())
                && isExcluded(q, known, Patience.SOON);
    }

    private boolean isExcluded(Question q, Knowledge known, Patience patience) {
        Asker.Answer answer = asker.ask(q.conditions(), q.assumed(), known, patience);
        return Boolean.FALSE.equals(answer.can());
    }

    /**
     * Asks, and runs what the answer says. What is not soon excluded, and what no run shows, is
     * asked again in the end, so that a defect elsewhere need not wait for it.
     */
    void ask(Question q, Knowledge known) {
        if (isFound(q, known)) {
            return;
        }
        if (waiting.contains(q.place())) {
            later.add(new Later(q, known, null));
            return;
        }
        if (isExcluded(q, known, Patience.SOON)) {
            return;
        }
        Suspect suspect = run(q, known, Patience.SOON);
        if (!found.contains(q.place())) {
            waiting.add(q.place());
            later.add(new Later(q, known, suspect));
        }
    }

    /** Asks once more what has no answer so far, with patience. */
    void askAgain() {
        for (Later l : later) {
            Question q = l.question;
            if (isFound(q, l.known) || isExcluded(q, l.known, Patience.AT_LAST)) {
                continue;
            }
            Suspect suspect = l.suspect != null ? l.suspect : run(q, l.known, Patience.AT_LAST);
            if (!found.contains(q.place())) {
                isOpen(q, l.known, suspect != null ? suspect : suspect(q, null));
            }
        }
        later.clear();
    }

    /** True if its place is that of a finding, or it is too late to ask. */
    private boolean isFound(Question q, Knowledge known) {
        if (found.contains(q.place())) {
            if (!shown.contains(q.place())) {
                open.add(new Open(q, known)); // not asked again, but not excluded either
            }
            return true;
        }
        if (asker.isLate()) {
            isOpen(q, known, suspect(q, null));
            return true;
        }
        return false;
    }

    private void isOpen(Question q, Knowledge known, Suspect suspect) {
        suspects.add(suspect);
        open.add(new Open(q, known));
        found.add(q.place());
    }

    /**
     * Asks for small sizes, and runs the answers until a run shows the defect.
     *
     * @return what the first answer says; null if there is none
     */
    private Suspect run(Question q, Knowledge known, Patience patience) {
        Suspect first = null;
        long begin = System.nanoTime();
        List<BitTerm> all = new ArrayList<>(q.conditions());
        all.addAll(q.assumed());
        for (List<BitTerm> bounds : new Sizes(terms, threads, all).bounds()) {
            if (patience == Patience.SOON && System.nanoTime() - begin > SOON) {
                return first;
            }
            List<BitTerm> more = new ArrayList<>(q.conditions());
            more.addAll(bounds);
            Asker.Answer smaller = shortRun(more, q, known, patience);
            if (Boolean.TRUE.equals(smaller.can())) {
                Suspect small = suspect(q, smaller.model());
                first = first == null ? small : first;
                if (confirms.test(small)) {
                    found.add(q.place());
                    shown.add(q.place());
                    asker.endIn(MORE);
                    return first;
                }
            }
        }
        return first;
    }

    /** An answer whose loops make few rounds, if there is one. */
    private Asker.Answer shortRun(
            List<BitTerm> conditions, Question q, Knowledge known, Patience patience) {
        Asker.Answer answer = asker.ask(conditions, q.assumed(), known, patience);
        if (!Boolean.TRUE.equals(answer.can())) {
            return answer;
        }
        List<BitTerm> few = new ArrayList<>(conditions);
        answer.model()
                .values()
                .forEach(
                        (t, value) -> {
                            if (LoopRun.isLast(t) && value.compareTo(FEW_ROUNDS) > 0) {
                                BitTerm most = terms.constant(t.width(), FEW_ROUNDS);
                                few.add(terms.ult(t, most));
                            }
                        });
        if (few.size() == conditions.size()) {
            return answer;
        }
        Asker.Answer fewer = asker.ask(few, q.assumed(), known, patience);
        return Boolean.TRUE.equals(fewer.can()) ? fewer : answer;
    }

    private static Suspect suspect(Question q, Model model) {
        return new Suspect(q.kind(), q.first(), q.second(), q.memory(), q.apart(), model);
    }
}
