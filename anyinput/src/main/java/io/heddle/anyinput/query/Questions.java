package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import java.util.HashSet;
import java.util.Set;

/**
 * Questions about pairs of points, each of which comes up in several phases and is asked once:
 * whatever the threads have decided, which is the same question for all phases, and only then with
 * what they have decided.
 */
final class Questions {
    private static final String ASKED = "asked "; // before a question's key

    private final Findings findings;
    private final Set<String> done = new HashSet<>();

    Questions(Findings findings) {
        this.findings = findings;
    }

    /** True if a question has its answer. */
    boolean isDone(String key) {
        return done.contains(key);
    }

    /** True if a question was asked, whether it has its answer or not. */
    boolean wasAsked(String key) {
        return done.contains(key) || done.contains(ASKED + key);
    }

    /** What is asked is excluded otherwise. */
    void exclude(String key) {
        done.add(key);
    }

    /**
     * Asks.
     *
     * @param key tells what is asked
     * @param ways what the threads have decided
     */
    void ask(String key, Question q, BitTerm ways, Knowledge known) {
        if (ways.is(1)) {
            done.add(key);
            findings.ask(q, known);
        } else if (done.add(ASKED + key) && findings.isExcluded(q, known)) {
            done.add(key);
        } else if (done.add(key + " " + ways.number())) {
            findings.ask(q.under(ways), known);
        }
    }
}
