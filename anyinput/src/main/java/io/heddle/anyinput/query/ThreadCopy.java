package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.Axiom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The terms of a summary as one of two threads sees them. */
final class ThreadCopy {
    private final BitTerms terms;
    private final String ofThread;
    private final String ofIteration;
    private final String ofBlock;
    private final Map<String, Axiom> axioms;
    private final Map<BitTerm, BitTerm> copies = new HashMap<>();
    private final Map<String, String> originals = new HashMap<>(); // names of functions
    private final Map<String, Axiom> copied = new HashMap<>();

    /**
     * The copy of a thread.
     *
     * @param thread 1 or 2
     * @param ownBlock true if the two threads are of different blocks
     */
    ThreadCopy(BitTerms terms, Map<String, Axiom> axioms, int thread, boolean ownBlock) {
        this.terms = terms;
        this.axioms = axioms;
        ofThread = " of thread " + thread;
        ofIteration = ofThread;
        ofBlock = ownBlock ? " of block " + thread : "";
    }

    private ThreadCopy(ThreadCopy before) {
        terms = before.terms;
        axioms = before.axioms;
        ofThread = before.ofThread;
        ofIteration = ofThread + " later";
        ofBlock = before.ofBlock;
    }

    /** The same thread, perhaps in other iterations. */
    ThreadCopy later() {
        return new ThreadCopy(this);
    }

    private String suffix(BitTerm t) {
        if (t.isCounter()) {
            return ofIteration;
        }
        return switch (t.own()) {
            case GRID -> "";
            case BLOCK -> ofBlock;
            case THREAD -> ofThread;
        };
    }

    /** The copy of a term. */
    BitTerm of(BitTerm t) {
        BitTerm known = copies.get(t);
        if (known != null) {
            return known;
        }
        List<BitTerm> operands = new ArrayList<>();
        t.operands().forEach(o -> operands.add(of(o)));
        BitTerm copy =
                switch (t.op()) {
                    case CONSTANT -> t;
                    case VARIABLE -> {
                        String name = t.name() + suffix(t);
                        yield terms.variable(name, t.width(), Level.GRID, t.low(), t.high());
                    }
                    case APPLY -> {
                        String name = t.name() + suffix(t);
                        originals.put(name, t.name());
                        if (axioms.containsKey(t.name())) {
                            copied.put(name, axioms.get(t.name()));
                        }
                        yield terms.apply(name, t.width(), Level.GRID, operands, t.low(), t.high());
                    }
                    default -> terms.withOperands(t, operands);
                };
        copies.put(t, copy);
        return copy;
    }

    /** What is known of a function of this copy where it is applied; null if nothing is. */
    BitTerm known(BitTerm application) {
        Axiom axiom = application.op() == BitOp.APPLY ? copied.get(application.name()) : null;
        if (axiom == null) {
            return null;
        }
        return at(axiom.holds(), axiom.parameters(), application.operands());
    }

    /** The copy of a term in which variables have other values. */
    BitTerm at(BitTerm t, List<BitTerm> variables, List<BitTerm> values) {
        Map<BitTerm, BitTerm> by = new HashMap<>();
        for (int k = 0; k < variables.size(); k++) {
            by.put(of(variables.get(k)), values.get(k));
        }
        return terms.substitute(of(t), by);
    }

    /** The name of a function of which this copy has the one that is applied; null if none has. */
    String original(BitTerm application) {
        return originals.get(application.name());
    }
}
