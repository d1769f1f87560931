package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.Access;
import io.heddle.finding.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * A question: is there an assignment under which all conditions hold?
 *
 * @param kind what an assignment would be
 * @param conditions over the copies of one or two threads
 * @param assumed conditions that hold of arguments and grid
 * @param first where the first thread is
 * @param second where the second one is; null of a question about one thread
 * @param memory the object concerned; empty where none is
 * @param apart true if the two threads are of different blocks
 */
public record Question(
        Kind kind,
        List<BitTerm> conditions,
        List<BitTerm> assumed,
        Location first,
        Location second,
        String memory,
        boolean apart) {
    /** Copies the lists. */
    public Question {
        conditions = List.copyOf(conditions);
        assumed = List.copyOf(assumed);
    }

    /** Whether two accesses are made without order. */
    static Question race(
            List<BitTerm> conditions, List<BitTerm> assumed, Access a, Access b, boolean apart) {
        return new Question(
                Kind.RACE,
                conditions,
                assumed,
                a.location(),
                b.location(),
                a.object().name(),
                apart);
    }

    /** The same with a further condition. */
    Question under(BitTerm condition) {
        List<BitTerm> more = new ArrayList<>(conditions);
        more.add(condition);
        return new Question(kind, more, assumed, first, second, memory, apart);
    }

    /** What would be found where; one finding is enough. */
    String place() {
        return kind + " " + text(first) + " " + text(second) + " " + apart;
    }

    private static String text(Location l) {
        return l == null ? "" : l.position().toString();
    }

    /** What may be found. */
    public enum Kind {
        RACE,
        BARRIER_DIVERGENCE,
        /** Warps wait for ever at a named barrier, or more or others come than it waits for. */
        BARRIER_MISUSE,
        OUT_OF_BOUNDS
    }
}
