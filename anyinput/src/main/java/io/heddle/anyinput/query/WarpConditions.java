package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.query.Asker.Patience;
import io.heddle.anyinput.query.WarpFacts.Bound;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a warp comes to a barrier, and to which number, under the facts that a schedule supposes.
 * What these leave open makes several schedules: the facts are decided one way and the other.
 */
final class WarpConditions {
    private static final int[] FIRST = {2, 4, 8, 16};
    private static final int[] PERIODS = {1, 2, 3, 4, 5, 6, 8, 12, 16};
    private static final int NUMBER = 4; // bits: barriers have the numbers 0 to 15
    private static final int MOST_AHEAD = 8; // iterations that a condition looks ahead

    private final BitTerms terms;
    private final Threads threads;
    private final WarpTerms warps;
    private final TripCounts counts;
    private final ThreadCopy one;
    private final List<BitTerm> assumed;
    private final Knowledge known;
    private final Asker asker;
    private final Map<List<Object>, Optional<Boolean>> entailed = new HashMap<>();
    private int first;
    private int period;
    private Barrier barrier; // at which something is asked
    private List<WarpFacts> open = List.of();

    WarpConditions(
            BitTerms terms,
            Threads threads,
            WarpTerms warps,
            TripCounts counts,
            ThreadCopy one,
            List<BitTerm> assumed,
            Knowledge known,
            Asker asker) {
        this.terms = terms;
        this.threads = threads;
        this.warps = warps;
        this.counts = counts;
        this.one = one;
        this.assumed = assumed;
        this.known = known;
        this.asker = asker;
    }

    /**
     * Where a warp is.
     *
     * @param warp its number
     * @param loop that it is in, or null
     * @param round its iteration
     * @param exact true if it is that iteration; else one with the same remainder by the period
     */
    record Place(int warp, LoopRun loop, int round, boolean exact) {}

    /** The iteration from which on only the remainder by the period counts. */
    int first() {
        return first;
    }

    /** The number of iterations after which all numbers and conditions of barriers come again. */
    int period() {
        return period;
    }

    /** The facts in place of those under which something was not known. */
    List<WarpFacts> open() {
        return open;
    }

    /** Finds the period of all that barriers in loops depend on. */
    void findPeriod(WarpProgram program) {
        List<BitTerm> all = new ArrayList<>();
        List<LoopRun> loops = new ArrayList<>();
        for (LoopRun l : program.loops()) {
            for (Barrier b : program.in(l)) {
                barrier = b;
                for (int w = 0; w < warps.warps(); w++) {
                    if (!warps.isNever(b.condition(), w)) {
                        add(ofWarp(b.condition(), w), l, all, loops);
                        BitTerm number = ofWarp(b.number(), w);
                        if (warps.leaves(number).contains(l.counter()) && !all.contains(number)) {
                            all.add(number);
                            loops.add(l);
                        }
                    }
                }
            }
        }
        for (int from : FIRST) {
            for (int p : PERIODS) {
                first = from;
                period = p;
                boolean holds = true;
                for (int k = 0; k < all.size() && holds; k++) {
                    holds = comesAgain(all.get(k), loops.get(k));
                }
                if (holds) {
                    return;
                }
            }
        }
        throw WarpProgram.notFollowed(
                barrier, "what decides in the loop around it does not come again and again");
    }

    /** The parts of a term that the iteration alone decides. */
    private void add(BitTerm t, LoopRun l, List<BitTerm> all, List<LoopRun> loops) {
        Set<BitTerm> leaves = warps.leaves(t);
        if (leaves.equals(Set.of(l.counter()))) {
            if (!all.contains(t)) {
                all.add(t);
                loops.add(l);
            }
        } else if (isJunction(t)) {
            t.operands().forEach(o -> add(o, l, all, loops));
        }
    }

    private static boolean isJunction(BitTerm t) {
        return t.op() == BitOp.AND || t.op() == BitOp.OR || t.op() == BitOp.NOT;
    }

    private boolean comesAgain(BitTerm t, LoopRun loop) {
        BitTerm counter = loop.counter();
        BitTerm back = terms.sub(counter, terms.constant(counter.width(), period));
        BitTerm before = terms.substitute(t, Map.of(counter, back));
        for (int k = first + period; k < first + 3 * period + 2; k++) {
            BitTerm at = terms.constant(counter.width(), k);
            Map<BitTerm, BitTerm> here = Map.of(counter, at);
            BitTerm now = terms.substitute(t, here);
            BitTerm then = terms.substitute(before, here);
            if (now.isConstant() && then.isConstant() && now != then) {
                return false;
            }
        }
        BitTerm early = terms.constant(counter.width(), first + period);
        List<BitTerm> differ = new ArrayList<>();
        differ.add(loop.entered());
        differ.add(counts.reached(loop));
        differ.add(terms.not(terms.ult(counter, early)));
        differ.add(terms.not(terms.eq(t, before)));
        List<BitTerm> copies = differ.stream().map(one::of).toList();
        return Boolean.FALSE.equals(asker.ask(copies, assumed, known, Patience.SOON).can());
    }

    private BitTerm ofWarp(BitTerm t, int warp) {
        BitTerm own = warps.of(t, warp);
        if (own == null) {
            throw WarpProgram.notFollowed(barrier, "lanes of a warp may decide differently");
        }
        return own;
    }

    // ---------------------------------------------------------------- questions

    /** The number of a barrier. */
    int number(Barrier b, Place place, WarpFacts facts) {
        barrier = b;
        BitTerm own = ofWarp(b.number(), place.warp());
        BitTerm here = at(own, place);
        if (here.isConstant() && here.low().bitLength() <= NUMBER) {
            return here.low().intValue();
        }
        List<BitTerm> given = new ArrayList<>(conditions(facts, place, false));
        if (place.loop() != null && place.round() < first) { // else its remainder is known
            given.add(one.of(bounded(place.loop().counter(), new Bound(place.round(), true))));
        }
        for (int n = 0; n < 1 << NUMBER; n++) {
            BitTerm is = terms.eq(own, terms.constant(own.width(), n));
            Boolean follows = follows(is, given);
            if (follows == null) {
                break;
            }
            if (follows) {
                return n;
            }
        }
        throw WarpProgram.notFollowed(b, "what its number is");
    }

    private BitTerm at(BitTerm t, Place place) {
        if (place.loop() == null) {
            return t;
        }
        BitTerm counter = place.loop().counter();
        BitTerm value = terms.constant(counter.width(), place.round());
        return terms.substitute(t, Map.of(counter, value));
    }

    /** Whether a condition at a barrier holds; null if the facts leave it open. */
    Boolean holds(BitTerm condition, Barrier at, Place place, WarpFacts facts) {
        barrier = at;
        if (warps.isNever(condition, place.warp())) {
            return false;
        }
        return holds(ofWarp(condition, place.warp()), place, facts);
    }

    /** Whether a loop makes a further iteration; null if the facts leave it open. */
    Boolean goesOn(Place place, WarpFacts facts) {
        return reaches(place, place.round() + 1, facts);
    }

    private Boolean reaches(Place place, int round, WarpFacts facts) {
        int ofClass = counts.of(place.loop());
        Bound b = facts.bounds().get(ofClass);
        int least = Math.max(b.least(), place.round());
        if (round <= least) {
            return true;
        }
        if (b.exact()) {
            return false;
        }
        List<WarpFacts> either = new ArrayList<>();
        either.add(facts.with(ofClass, new Bound(round, false)));
        for (int last = least; last < round; last++) {
            either.add(facts.with(ofClass, new Bound(last, true)));
        }
        return leaveOpen(either, place);
    }

    private Boolean leaveOpen(List<WarpFacts> either, Place place) {
        open = either.stream().filter(f -> !cannot(f, place)).toList();
        return null;
    }

    private Boolean holds(BitTerm t, Place place, WarpFacts facts) {
        if (t.isConstant()) {
            return t.is(1);
        }
        switch (t.op()) {
            case NOT -> {
                Boolean inner = holds(t.operand(0), place, facts);
                return inner == null ? null : !inner;
            }
            case AND, OR -> {
                boolean decides = t.op() == BitOp.OR;
                boolean all = true;
                for (BitTerm part : t.operands()) {
                    Boolean holds = holds(part, place, facts);
                    if (holds == null) {
                        all = false;
                        break;
                    }
                    if (holds == decides) {
                        return decides;
                    }
                }
                return all ? !decides : null;
            }
            default -> {
                return atom(t, place, facts);
            }
        }
    }

    private Boolean atom(BitTerm t, Place place, WarpFacts facts) {
        LoopRun loop = place.loop();
        if (loop == null || !warps.leaves(t).contains(loop.counter())) {
            return decided(t, place, facts);
        }
        if (t == counts.reached(loop)) {
            return true;
        }
        if (place.exact() || warps.leaves(t).equals(Set.of(loop.counter()))) {
            BitTerm here = at(t, place);
            if (here.isConstant()) {
                return here.is(1);
            }
        }
        checkOfBlock(t, loop.counter());
        Boolean follows = follows(t, place, facts);
        if (follows != null) {
            return follows;
        }
        Bound b = facts.bounds().get(counts.of(loop));
        if (!b.exact()) {
            int next = Math.max(b.least(), place.round()) + 1;
            if (next - place.round() > MOST_AHEAD) {
                throw WarpProgram.notFollowed(barrier, "in which iterations warps come to it");
            }
            return reaches(place, next, facts);
        }
        BitTerm counter = loop.counter();
        BitTerm back = terms.constant(counter.width(), b.least() - place.round());
        BitTerm atLast = terms.sub(loop.last(), back);
        return decided(terms.substitute(t, Map.of(counter, atLast)), place, facts);
    }

    /** A condition that is one for the block. */
    private Boolean decided(BitTerm t, Place place, WarpFacts facts) {
        if (t.isConstant()) {
            return t.is(1);
        }
        Boolean known = facts.decided().get(t);
        if (known != null) {
            return known;
        }
        checkOfBlock(t, null);
        Boolean follows = follows(t, place, facts);
        return follows != null
                ? follows
                : leaveOpen(List.of(facts.with(t, true), facts.with(t, false)), place);
    }

    private void checkOfBlock(BitTerm t, BitTerm but) {
        boolean others =
                warps.leaves(t).stream()
                        .anyMatch(x -> x != but && (x.isCounter() || x.own() == Level.THREAD));
        if (others) {
            throw WarpProgram.notFollowed(
                    barrier, "data of threads, or iterations of other loops, decide who comes");
        }
    }

    // ---------------------------------------------------------------- the solver

    /**
     * What facts say where a warp is.
     *
     * @param all false to leave out what iterations are but for how they belong together, so that
     *     the same is asked for many of them
     */
    List<BitTerm> conditions(WarpFacts facts, Place place, boolean all) {
        List<BitTerm> given = new ArrayList<>();
        BitTerm warp = threads.warp();
        given.add(terms.eq(warp, terms.constant(warp.width(), place.warp())));
        facts.decided().forEach((t, holds) -> given.add(holds ? t : terms.not(t)));
        LoopRun loop = place.loop();
        int own = loop == null ? -1 : counts.of(loop);
        if (loop != null) {
            given.add(loop.entered());
            given.add(counts.reached(loop));
            given.add(remainder(loop.counter(), place.round()));
            if (all && place.exact()) {
                given.add(bounded(loop.counter(), new Bound(place.round(), true)));
            }
        }
        for (int c = 0; c < facts.bounds().size(); c++) {
            Bound b = facts.bounds().get(c);
            BitTerm last = counts.ofClass(c).get(0).last();
            counts.ofClass(c).forEach(l -> given.add(terms.eq(last, l.last())));
            if (c == own) {
                int ahead = Math.max(b.least(), place.round()) - place.round();
                BitTerm left = terms.sub(loop.last(), loop.counter());
                given.add(bounded(left, new Bound(ahead, b.exact())));
            } else if (all && facts.isCounted(c)) {
                given.add(bounded(last, b));
            }
        }
        return given.stream().map(one::of).filter(t -> !t.is(1)).distinct().toList();
    }

    private BitTerm bounded(BitTerm t, Bound b) {
        BitTerm value = terms.constant(t.width(), b.least());
        return b.exact() ? terms.eq(t, value) : terms.not(terms.ult(t, value));
    }

    private BitTerm remainder(BitTerm counter, int round) {
        BitTerm by = terms.constant(counter.width(), period);
        BitTerm rest = terms.constant(counter.width(), round % period);
        BitTerm remainder = terms.divide(BitOp.UREM, counter, by);
        BitTerm early = terms.constant(counter.width(), first);
        return round < first
                ? terms.condition(true)
                : terms.and(terms.eq(remainder, rest), terms.not(terms.ult(counter, early)));
    }

    private Boolean follows(BitTerm t, Place place, WarpFacts facts) {
        return follows(t, conditions(facts, place, false));
    }

    private Boolean follows(BitTerm t, List<BitTerm> given) {
        return entailed.computeIfAbsent(
                        List.of(t, given),
                        k -> {
                            if (excludes(given, one.of(terms.not(t)))) {
                                return Optional.of(true);
                            }
                            return excludes(given, one.of(t))
                                    ? Optional.of(false)
                                    : Optional.empty();
                        })
                .orElse(null);
    }

    private boolean cannot(WarpFacts facts, Place place) {
        List<BitTerm> given = conditions(facts, place, false);
        return entailed.computeIfAbsent(
                        List.of(given), k -> Optional.of(excludes(given, terms.condition(true))))
                .orElse(false);
    }

    private boolean excludes(List<BitTerm> given, BitTerm condition) {
        List<BitTerm> all = new ArrayList<>(given);
        all.add(condition);
        return Boolean.FALSE.equals(asker.ask(all, assumed, known, Patience.SOON).can());
    }
}
