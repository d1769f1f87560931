package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.query.InFlight.Flight;
import io.heddle.anyinput.query.Phases.Reach;
import io.heddle.anyinput.query.Phases.Since;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Asks what must not happen while asynchronous copies are in flight. A copy reads its source and
 * writes its destination at some time between its issue and the wait of its thread that covers it
 * ({@link InFlight}). In the phase of its issue it is an access like others. Where its thread comes
 * to a barrier before that wait, it may as well be made in the phase that begins there: then other
 * threads must not touch its bytes in that phase. The thread itself must not before the wait. And
 * what a thread has not waited for when it ends stays in flight: threads that wait at barriers
 * which it never comes to meet it in all phases behind.
 */
final class CopyQuestions {
    private final BitTerms terms;
    private final List<Flight> flights;
    private final List<Gap> gaps;
    private final List<BitTerm> assumed;
    private final Asker asker;
    private final List<Point> points;

    CopyQuestions(List<Point> points, BitTerms terms, List<BitTerm> assumed, Asker asker) {
        this.terms = terms;
        this.points = points;
        this.assumed = assumed;
        this.asker = asker;
        InFlight inFlight = new InFlight(points, terms);
        flights = inFlight.all();
        gaps = inFlight.gaps();
    }

    /** The copies about which not all is asked. */
    List<Gap> gaps() {
        return gaps;
    }

    /**
     * Races of a thread's accesses with copies of its own.
     *
     * @param now the thread when it issues the copy
     * @param later the same thread afterwards
     * @param places conditions on where it is
     */
    void own(
            ThreadCopy now,
            ThreadCopy later,
            List<BitTerm> places,
            Knowledge known,
            Questions questions) {
        List<Flight> all =
                flights.stream()
                        .filter(
                                f ->
                                        f.to().access() != null
                                                && f.copy().access().meets(f.to().access(), false))
                        .toList();
        List<Access> accesses = new ArrayList<>();
        List<Object> when = new ArrayList<>();
        for (Flight f : all) {
            accesses.add(f.copy().access());
            when.add(List.of("copy", f.rounds()));
            accesses.add(f.to().access());
            when.add(f.rounds());
        }
        Bundles bundles = new Bundles(terms, accesses, when);
        for (int k = 0; k < all.size(); k++) {
            Flight f = all.get(k);
            List<BitTerm> together = new ArrayList<>(left(f, f.to().access().loops(), now));
            for (LoopRun l : f.to().access().loops()) {
                BitTerm at = f.iteration(l, terms);
                BitTerm then = later.of(l.counter());
                if (at != null) {
                    together.add(terms.eq(now.of(at), then));
                } else if (f.isLater(l)) {
                    together.add(terms.ult(now.of(l.counter()), then));
                }
            }
            Meeting m = new Meeting(f, f.to(), now, later, together);
            int first = 2 * k;
            m.ask(
                    places,
                    now.of(f.ways().condition(terms)),
                    no -> bundles.exclude(first, first + 1, now, later, no),
                    known,
                    questions);
        }
    }

    /**
     * Races of other threads' accesses with copies that are in flight when a phase begins.
     *
     * @param start where it begins
     * @param reached what threads come to in it
     * @param separates the barriers that order the two threads
     * @param one the thread that copies
     * @param two the other one
     * @param places conditions on where the two are
     */
    void others(
            Point start,
            List<Reach> reached,
            Predicate<Barrier> separates,
            ThreadCopy one,
            ThreadCopy two,
            List<BitTerm> places,
            Knowledge known,
            Questions questions) {
        if (start.barrier() == null || flights.isEmpty()) {
            return;
        }
        boolean endEarly =
                points.stream()
                        .map(Point::barrier)
                        .anyMatch(b -> b != null && separates.test(b) && mayBeLeftOut(b));
        List<Flight> here =
                flights.stream()
                        .filter(f -> f.to() == start || endEarly && f.to().next().isEmpty())
                        .toList();
        List<Access> accesses = new ArrayList<>();
        List<Object> when = new ArrayList<>();
        for (Flight f : here) {
            accesses.add(f.copy().access());
            when.add(List.of(f.to().number(), f.rounds()));
        }
        for (Reach r : reached) {
            accesses.add(r.access());
            when.add(r.since());
        }
        Bundles bundles = new Bundles(terms, accesses, when);
        for (int k = 0; k < here.size(); k++) {
            Flight f = here.get(k);
            BitTerm decided = one.of(f.ways().condition(terms));
            for (int m = 0; m < reached.size(); m++) {
                Reach r = reached.get(m);
                if (r.access() == null || !f.copy().access().meets(r.access(), false)) {
                    continue;
                }
                int first = k;
                int second = here.size() + m;
                new Meeting(f, r.point(), one, two, together(f, r, one, two))
                        .ask(
                                places,
                                terms.and(decided, two.of(r.ways().condition(terms))),
                                no -> bundles.exclude(first, second, one, two, no),
                                known,
                                questions);
            }
        }
    }

    /** True if a thread may end before a barrier at which others wait. */
    private static boolean mayBeLeftOut(Barrier b) {
        return !b.uniform() && b.kind() != Barrier.Kind.GROUP; // all of a group come
    }

    /** How the iterations of two threads that leave a barrier together belong together. */
    private List<BitTerm> together(Flight f, Reach r, ThreadCopy one, ThreadCopy two) {
        List<BitTerm> together = new ArrayList<>(r.firstIterations(two, terms));
        if (f.to().barrier() == null) { // it ended before
            return together;
        }
        List<LoopRun> around = f.to().barrier().loops();
        together.addAll(left(f, around, one));
        for (LoopRun l : around) {
            BitTerm at = f.iteration(l, terms);
            BitTerm then = r.since().containsKey(l) ? r.iteration(two, l) : null;
            int rounds = then == null ? -1 : fromBarrier(r.since().get(l));
            if (at != null && rounds >= 0) {
                BitTerm more = terms.constant(then.width(), rounds);
                together.add(terms.eq(terms.add(one.of(at), more), then));
            }
        }
        return together;
    }

    /** How often a loop was repeated that was not entered again since the barrier; else −1. */
    private static int fromBarrier(Since s) {
        return s == Since.FIRST ? -1 : s.rounds();
    }

    /** The loops around a copy that its thread has left were left in their last iterations. */
    private List<BitTerm> left(Flight f, List<LoopRun> inside, ThreadCopy copying) {
        List<BitTerm> left = new ArrayList<>();
        for (LoopRun l : f.copy().access().loops()) {
            InFlight.Round r = f.rounds().get(l);
            BitTerm at = f.iteration(l, terms);
            if (at != null && !r.entered() && !inside.contains(l)) {
                left.add(terms.eq(copying.of(at), copying.of(l.last())));
            }
        }
        return left;
    }

    /** A copy in flight and an access. */
    private final class Meeting {
        private final Access copy;
        private final Access access;
        private final ThreadCopy copying;
        private final ThreadCopy accessing;
        private final BitTerm together;
        private final String key;

        Meeting(
                Flight flight,
                Point at,
                ThreadCopy copying,
                ThreadCopy accessing,
                List<BitTerm> together) {
            copy = flight.copy().access();
            access = at.access();
            this.copying = copying;
            this.accessing = accessing;
            this.together = terms.conjunction(together);
            key =
                    flight.copy().number()
                            + " in flight "
                            + at.number()
                            + " "
                            + this.together.number();
        }

        void ask(
                List<BitTerm> places,
                BitTerm ways,
                Predicate<Predicate<BitTerm>> bundles,
                Knowledge known,
                Questions questions) {
            if (questions.isDone(key)) {
                return;
            }
            List<BitTerm> conditions = new ArrayList<>(places);
            conditions.add(together);
            conditions.add(copying.of(copy.condition()));
            conditions.add(accessing.of(access.condition()));
            if (!questions.wasAsked(key)
                    && bundles.test(overlap -> cannot(conditions, overlap, known))) {
                questions.exclude(key);
                return;
            }
            conditions.add(Bundles.overlap(terms, copy, copying, access, accessing));
            Question q = Question.race(conditions, assumed, access, copy, false);
            questions.ask(key, q, ways, known);
        }

        private boolean cannot(List<BitTerm> conditions, BitTerm also, Knowledge known) {
            List<BitTerm> all = new ArrayList<>(conditions);
            all.add(also);
            Asker.Answer answer = asker.ask(all, assumed, known, Asker.Patience.SOMETIME);
            return Boolean.FALSE.equals(answer.can());
        }
    }
}
