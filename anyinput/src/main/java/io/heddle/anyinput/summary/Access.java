package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.finding.Location;
import java.util.List;

/**
 * An access that a thread makes to memory that others see.
 *
 * @param kind what it does
 * @param operation what an atomic does and with what type; empty if it is none
 * @param addition what an atomic adds if all it does is to add to one integer; else null
 * @param narrow true for an atomic whose scope leaves threads of other blocks out
 * @param copies true if an asynchronous copy makes it, at some time between its issue and the wait
 *     that covers it
 * @param object what it accesses
 * @param offset of its first byte in the object: 32 bits where PTX computes 32-bit addresses, else
 *     64
 * @param bytes how many
 * @param condition under which a thread makes it
 * @param loops around it that were not executed round by round, outermost first
 * @param location where it stands
 */
public record Access(
        Kind kind,
        String operation,
        Addition addition,
        boolean narrow,
        boolean copies,
        MemoryObject object,
        BitTerm offset,
        int bytes,
        BitTerm condition,
        List<LoopRun> loops,
        Location location) {
    /** Copies the list. */
    public Access {
        loops = List.copyOf(loops);
    }

    /** The iterations of the loops around it, outermost loop first. */
    public List<BitTerm> counters() {
        return loops.stream().map(LoopRun::counter).toList();
    }

    /** What an access does. */
    public enum Kind {
        READ,
        WRITE,
        /** Reads and writes at once. */
        ATOMIC
    }

    /**
     * The condition that it stays in its object.
     *
     * @param terms of its offset; the size of the object is known
     */
    public BitTerm fits(BitTerms terms) {
        BitTerm size = object.bytes();
        BitTerm from = terms.zext(offset, size.width());
        BitTerm length = terms.constant(size.width(), bytes);
        return terms.and(
                terms.not(terms.ult(size, length)),
                terms.not(terms.ult(terms.sub(size, length), from)));
    }

    /**
     * True if this and another access race if they are made to the same bytes without order.
     *
     * @param apart true if they are made by different blocks
     */
    public boolean meets(Access other, boolean apart) {
        return object.space() != MemoryObject.Space.LOCAL
                && object.equals(other.object)
                && conflictsWith(other, apart);
    }

    /**
     * True if this and another access race where they meet without order. Two atomics do not if
     * they do the same to the same bytes, and their scopes include each other (PTX ISA, Morally
     * strong operations).
     *
     * @param apart true if they are made by different blocks
     */
    private boolean conflictsWith(Access other, boolean apart) {
        if (kind == Kind.ATOMIC && other.kind == Kind.ATOMIC) {
            return !operation.equals(other.operation)
                    || bytes != other.bytes
                    || apart && (narrow || other.narrow);
        }
        return kind != Kind.READ || other.kind != Kind.READ;
    }
}
