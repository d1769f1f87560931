package io.heddle.machine;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Value;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The undefined values of a run: those that nothing has written. Each has an identity and remembers
 * where it was read; it is reported once an operation needs its value.
 */
public final class UndefinedValues {
    private final Machine machine;
    private final TermStore store;
    private final Map<Integer, Finding> reads = new LinkedHashMap<>();
    private final Map<String, Integer> sites = new HashMap<>();
    private int failedAccess = -1;

    UndefinedValues(Machine machine) {
        this.machine = machine;
        this.store = machine.store();
    }

    /** The finding of the first read of each undefined value, by identity. */
    public Map<Integer, Finding> reads() {
        return reads;
    }

    /**
     * Reports that a value that may be undefined reached an operation that needs it.
     *
     * @param where the operation, for the message
     */
    public void report(Value v, Step step, Warp warp, int lane, String where) {
        int undefined = v.undefinedTerm();
        int term = undefined != 0 ? undefined : machine.views().undefinedPart(v);
        report(term, step, warp, lane, where);
    }

    /**
     * Reports that a term that may be undefined reached an operation that needs it.
     *
     * @param where the operation, for the message
     */
    public void report(int term, Step step, Warp warp, int lane, String where) {
        int site = site(term);
        if (site == failedAccess && !machine.findings().isEmpty()) {
            return; // the access that failed has been reported
        }
        Finding read = reads.get(site);
        String what = read == null ? "a value that was never written" : read.message();
        String message = what + "; it reaches " + where + " at " + Location.of(step.instruction());
        int when = store.and(warp.path(lane), machine.paths().undefinedWhen(term));
        Reached reached = machine.reached(when);
        Finding.Kind kind = Finding.Kind.UNINITIALIZED_READ;
        machine.add(
                new Finding(
                        reached.isShown() ? kind : Finding.Kind.UNDECIDED,
                        reached.qualify(kind, message),
                        read == null ? Location.of(step.instruction()) : read.location(),
                        Location.of(step.instruction()),
                        List.of(warp.thread(lane)),
                        read == null ? null : read.memory(),
                        false),
                where);
    }

    /** The smallest identity of an undefined value that {@code term} depends on. */
    private int site(int term) {
        int site = Integer.MAX_VALUE;
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (!store.mayBeUndefined(t)) {
                continue;
            }
            if (store.op(t) == Op.UNDEFINED) {
                site = Math.min(site, store.a(t));
            }
            walk.open(store.operands(t));
        }
        return site;
    }

    /**
     * The undefined value that a thread gets by reading a lane that does not take part in a
     * shuffle.
     *
     * @param why that lane does not, the end of the message: {@code : it has exited}
     */
    public int ofAbsentLane(Step step, int thread, int lane, String why) {
        String text =
                machine.threadName(thread)
                        + " reads lane "
                        + lane
                        + ", which does not take part in "
                        + step.instruction().mnemonic()
                        + why;
        Finding read =
                new Finding(
                        Finding.Kind.UNINITIALIZED_READ,
                        text,
                        Location.of(step.instruction()),
                        List.of(thread));
        int site = sites.computeIfAbsent(step.index() + "|lane", k -> store.newUndefinedSite());
        reads.putIfAbsent(site, read);
        return store.undefined(site);
    }

    /**
     * The undefined value that a read of {@code object} gets.
     *
     * @param what describes the cell that is read
     * @return its term; if no thread reads (a conditional store keeps the old value), each cell has
     *     an identity of its own, and its finding has no location
     */
    int ofRead(LaneRead read, String object, String what) {
        Step step = read.step();
        String key = step == null ? "kept|" + what : step.index() + "|" + object;
        Integer site = sites.get(key);
        if (site == null) {
            site = store.newUndefinedSite();
            sites.put(key, site);
            reads.put(site, finding(read, what));
        }
        return store.undefined(site);
    }

    private Finding finding(LaneRead read, String what) {
        Step step = read.step();
        return new Finding(
                Finding.Kind.UNINITIALIZED_READ,
                step != null
                        ? machine.threadName(read.thread())
                                + " reads "
                                + what
                                + " by "
                                + step.instruction().mnemonic()
                                + " before it is written"
                        : what + " is never written",
                step == null ? null : Location.of(step.instruction()),
                null,
                step == null ? List.of() : List.of(read.thread()),
                what,
                false);
    }

    /** The undefined result of an access that failed, for which another finding was reported. */
    public int ofFailedAccess() {
        if (failedAccess < 0) {
            failedAccess = store.newUndefinedSite();
        }
        return store.undefined(failedAccess);
    }
}
