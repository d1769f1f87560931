package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.LinearSum;
import io.heddle.anyinput.summary.MemoryObject.Space;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes addresses apart: the object, and the offset in it. */
final class Addresses {
    private static final int MOST_CHOICES = 16;

    private final BitTerms terms;
    private final Map<BitTerm, MemoryObject> objects = new HashMap<>();

    Addresses(BitTerms terms) {
        this.terms = terms;
    }

    /** An object. */
    void add(MemoryObject object) {
        objects.put(object.base(), object);
    }

    /**
     * Where an address may lie.
     *
     * @param condition under which it is there
     * @param object the object; null if it is not known
     * @param offset in bytes
     */
    record Target(BitTerm condition, MemoryObject object, BitTerm offset) {}

    /**
     * All targets of an address. An address of another state space than that which the instruction
     * names leads to no object, nor does one that stands for a generic address and was not
     * converted to one.
     *
     * @param space that the instruction names; null for a generic address
     */
    List<Target> resolve(BitTerm address, Space space) {
        List<Target> targets = new ArrayList<>();
        resolve(terms.condition(true), address, space, targets);
        return targets;
    }

    private void resolve(BitTerm condition, BitTerm address, Space space, List<Target> targets) {
        LinearSum sum = LinearSum.of(address);
        BitTerm base = null;
        BitTerm choice = null;
        int bases = 0;
        for (Map.Entry<BitTerm, BigInteger> e : sum.factors().entrySet()) {
            BitTerm atom = e.getKey();
            if (object(atom) != null) {
                base = atom;
                bases += e.getValue().equals(BigInteger.ONE) ? 1 : 2;
            } else if (atom.op() == BitOp.ITE && leadsToObject(atom)) {
                choice = atom;
            }
        }
        if (choice != null && targets.size() < MOST_CHOICES) {
            BigInteger factor = sum.factors().get(choice);
            BitTerm rest = terms.sum(sum.plus(one(choice, factor), BigInteger.ONE.negate()));
            BitTerm f = terms.constant(address.width(), factor);
            BitTerm c = choice.operand(0);
            resolve(
                    terms.and(condition, c),
                    terms.add(rest, terms.mul(f, choice.operand(1))),
                    space,
                    targets);
            resolve(
                    terms.and(condition, terms.not(c)),
                    terms.add(rest, terms.mul(f, choice.operand(2))),
                    space,
                    targets);
        } else if (bases == 1 && choice == null && isIn(space, object(base), sum)) {
            LinearSum rest = sum.plus(one(base, BigInteger.ONE), BigInteger.ONE.negate());
            if (space == null && object(base).space() != Space.GLOBAL) {
                BitTerm window = Windows.of(terms, object(base).space());
                rest = rest.plus(one(window, BigInteger.ONE), BigInteger.ONE.negate());
            }
            targets.add(new Target(condition, object(base), terms.sum(rest)));
        } else if (!condition.is(0)) {
            targets.add(new Target(condition, null, address));
        }
    }

    /** True if an address in an object is one of a state space, or a generic one. */
    private boolean isIn(Space space, MemoryObject object, LinearSum address) {
        if (space != null || object.space() == Space.GLOBAL) {
            return object.space() == (space == null ? Space.GLOBAL : space);
        }
        BitTerm window = Windows.of(terms, object.space());
        return BigInteger.ONE.equals(address.factors().get(window));
    }

    private static LinearSum one(BitTerm t, BigInteger factor) {
        return new LinearSum(t.width(), Map.of(t, factor), BigInteger.ZERO);
    }

    /** The object whose address a term is: as it stands, or as a number of more bits. */
    private MemoryObject object(BitTerm t) {
        boolean wide = t.op() == BitOp.ZEXT || t.op() == BitOp.LOW;
        return objects.get(wide ? t.operand(0) : t);
    }

    private boolean leadsToObject(BitTerm t) {
        if (t.op() == BitOp.ITE) {
            return leadsToObject(t.operand(1)) || leadsToObject(t.operand(2));
        }
        return LinearSum.of(t).factors().keySet().stream()
                .anyMatch(a -> object(a) != null || a.op() == BitOp.ITE && leadsToObject(a));
    }
}
