package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Access.Kind;
import io.heddle.anyinput.summary.Addition;
import io.heddle.anyinput.summary.MemoryObject;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Objects to which a kernel does nothing but to add one constant c &ne; 0 by atomics, so that what
 * these return from one cell are different numbers.
 *
 * <p>PTX ISA 8.10.3, Atomicity: an atomic A and a write W that overlap and are morally strong
 * cannot be so that A reads a write that precedes W in coherence order and A follows W. The
 * additions to a cell are morally strong with each other if they have one address and size and
 * their scopes include all threads, and coherence order orders them, so that each returns what the
 * one before it has left, and the first of them what the launch begins with: the i-th one returns s
 * + c &middot; i modulo 2<sup>w</sup>. Two of these are equal only if their i differ by a multiple
 * of the period 2<sup>w</sup> / gcd(c, 2<sup>w</sup>), so that no two are if there are at most as
 * many additions. That is asked, in one of these ways:
 *
 * <ul>
 *   <li>An atomic in no loop is executed at most once a thread.
 *   <li>Its condition has e &lt; n, n is the same for all, 0 &le; e, and any two executions have
 *       different e: it is executed at most n times.
 *   <li>c is odd, and of all additions of a thread at most one returns 2<sup>w&minus;1</sup> or
 *       more, and there are fewer than 2<sup>w&minus;1</sup> threads. If there were more than
 *       2<sup>w</sup> additions to a cell, the first 2<sup>w</sup> of them would return each number
 *       once, the upper 2<sup>w&minus;1</sup> of them to different threads.
 * </ul>
 *
 * If the object holds 0 when the kernel begins and c &middot; N &le; 2<sup>w</sup> for the number N
 * of additions, results are less than c &middot; N.
 */
final class Counters {
    /** Bits in which numbers of additions do not wrap around. */
    static final int WIDE = 192;

    private final Summary summary;
    private final BitTerms terms;
    private final Threads threads;
    private final List<BitTerm> assumed;
    private final Asker asker;
    private final BiFunction<Integer, Boolean, ThreadCopy> copies;
    private final Map<String, Access> accesses = new HashMap<>(); // by the name of their result
    private final Map<MemoryObject, BitTerm> bounds = new HashMap<>();
    private final boolean any;

    /**
     * Finds them.
     *
     * @param assumed conditions over arguments and grid that hold
     * @param copies makes the copy of a thread, 1 or 2, which has its own block or not
     */
    Counters(
            Summary summary,
            Threads threads,
            List<BitTerm> assumed,
            Asker asker,
            BiFunction<Integer, Boolean, ThreadCopy> copies) {
        this.summary = summary;
        this.threads = threads;
        this.assumed = assumed;
        this.asker = asker;
        this.copies = copies;
        terms = summary.terms();
        Map<MemoryObject, List<Access>> written = new LinkedHashMap<>();
        for (Point p : summary.points()) {
            Access a = p.access();
            if (a != null && a.kind() != Kind.READ) {
                written.computeIfAbsent(a.object(), o -> new ArrayList<>()).add(a);
            }
        }
        written.values().removeIf(all -> !addOneConstant(all));
        any = summary.gaps().isEmpty() && !written.isEmpty(); // a gap may write anywhere
        if (any) {
            written.values().forEach(this::count);
        }
    }

    /** True if some object may be one of these. */
    boolean isAny() {
        return any;
    }

    /** The access whose result a function gives, if results are different numbers; else null. */
    Access access(String function) {
        return accesses.get(function);
    }

    /** A number that results are less than, in {@link #WIDE} bits; null if none is known. */
    BitTerm bound(MemoryObject object) {
        return bounds.get(object);
    }

    private static boolean addOneConstant(List<Access> all) {
        Addition first = all.get(0).addition();
        boolean additions =
                all.stream()
                        .allMatch(
                                a ->
                                        a.addition() != null
                                                && a.addition().addend().isConstant()
                                                && !a.addition().addend().is(0)
                                                && a.addition().addend() == first.addend()
                                                && isWhole(a));
        List<String> results =
                all.stream()
                        .filter(a -> a.addition() != null && a.addition().result() != null)
                        .map(a -> a.addition().result().name())
                        .toList();
        boolean once = results.stream().distinct().count() == results.size();
        return additions && once && !results.isEmpty();
    }

    /** All threads are in its scope, and it does not overlap a part of another cell. */
    private static boolean isWhole(Access a) {
        return a.object().space() == Space.GLOBAL
                && !a.narrow()
                && 1L << Math.min(a.offset().zeros(), Long.SIZE - 2) >= a.bytes();
    }

    private void count(List<Access> all) {
        MemoryObject object = all.get(0).object();
        BitTerm addend = all.get(0).addition().addend();
        int bits = addend.width();
        BigInteger cells = BigInteger.ONE.shiftLeft(bits);
        BitTerm period = wide(cells.shiftRight(addend.low().getLowestSetBit()));
        BitTerm number = number(all);
        boolean few = number != null && isAlways(atMost(number, period));
        if (!few && !lastIsGreat(all, bits)) {
            return;
        }
        for (Access a : all) {
            if (a.addition().result() != null) {
                accesses.put(a.addition().result().name(), a);
            }
        }
        if (few && object.zero()) {
            BitTerm sum = terms.mul(terms.zext(addend, WIDE), number);
            if (isAlways(atMost(sum, wide(cells)))) {
                bounds.put(object, sum);
            }
        }
    }

    private BitTerm wide(BigInteger value) {
        return terms.constant(WIDE, value);
    }

    private BitTerm atMost(BitTerm a, BitTerm b) {
        return terms.not(terms.ult(b, a));
    }

    private boolean isAlways(BitTerm condition) {
        return cannot(List.of(terms.not(copies.apply(1, true).of(condition))), t -> null);
    }

    private boolean cannot(List<BitTerm> conditions, Knowledge known) {
        return Boolean.FALSE.equals(asker.ask(conditions, assumed, known).can());
    }

    // ---------------------------------------------------------------- at most once each

    /** At most how many additions there are; null if that is not known. */
    private BitTerm number(List<Access> all) {
        BitTerm sum = wide(BigInteger.ZERO);
        for (Access a : all) {
            BitTerm number = number(a, all.get(0).object().zero());
            if (number == null) {
                return null;
            }
            sum = terms.add(sum, number);
        }
        return sum;
    }

    private BitTerm number(Access a, boolean closely) {
        if (closely || !a.loops().isEmpty()) {
            List<BitTerm> parts =
                    a.condition().op() == BitOp.AND
                            ? a.condition().operands()
                            : List.of(a.condition());
            for (BitTerm t : parts) {
                boolean less = t.op() == BitOp.SLT || t.op() == BitOp.ULT;
                if (less && t.operand(1).level() == Level.GRID && isKey(t.operand(0), t, a)) {
                    return terms.zext(t.operand(1), WIDE);
                }
            }
        }
        return a.loops().isEmpty() ? launched() : null;
    }

    /** The threads of the grid. */
    private BitTerm launched() {
        BitTerm product = terms.constant(WIDE, threads.ofBlock());
        for (BitTerm extent : threads.grid()) {
            product = terms.mul(product, terms.zext(extent, WIDE));
        }
        return product;
    }

    /** True if a number that is less than another is not negative and differs in all executions. */
    private boolean isKey(BitTerm key, BitTerm less, Access a) {
        if (key.level() != Level.THREAD) {
            return false;
        }
        ThreadCopy one = copies.apply(1, true);
        ThreadCopy two = copies.apply(2, true);
        Knowledge known = new CopyKnowledge(summary, this, one, two);
        List<BitTerm> places = threads.inGrid(one::of);
        BitTerm below = terms.ult(key, less.operand(1));
        List<BitTerm> negative = new ArrayList<>(places);
        negative.add(one.of(a.condition()));
        negative.add(terms.not(one.of(below)));
        if (!cannot(negative, known)) {
            return false;
        }
        List<BitTerm> same = new ArrayList<>(places);
        same.addAll(threads.inGrid(two::of));
        same.add(terms.not(threads.areSame(one::of, two::of)));
        same.add(one.of(a.condition()));
        same.add(two.of(a.condition()));
        same.add(terms.eq(one.of(key), two.of(key)));
        return cannot(same, known)
                && (a.loops().isEmpty()
                        || cannot(
                                again(one, a, a, terms.eq(one.of(key), again(one, key, a))),
                                known));
    }

    // ---------------------------------------------------------------- until one is great

    private boolean lastIsGreat(List<Access> all, int bits) {
        BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
        BitTerm few = terms.ult(launched(), wide(half));
        boolean odd = all.get(0).addition().addend().low().testBit(0);
        if (!odd || all.stream().anyMatch(a -> a.addition().result() == null) || !isAlways(few)) {
            return false;
        }
        ThreadCopy one = copies.apply(1, true);
        Knowledge known = new CopyKnowledge(summary, this, one);
        BitTerm great = terms.constant(bits, half);
        for (int k = 0; k < all.size(); k++) {
            for (int m = k; m < all.size(); m++) {
                Access a = all.get(k);
                Access b = all.get(m);
                if (a.equals(b) && a.loops().isEmpty()) {
                    continue;
                }
                BitTerm both =
                        terms.not(
                                terms.or(
                                        terms.ult(one.of(a.addition().result()), great),
                                        terms.ult(again(one, b.addition().result(), b), great)));
                if (!cannot(again(one, a, b, both), known)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** One thread makes two accesses, in different iterations if they are one. */
    private List<BitTerm> again(ThreadCopy one, Access a, Access b, BitTerm also) {
        List<BitTerm> conditions = new ArrayList<>(threads.inGrid(one::of));
        conditions.add(one.of(a.condition()));
        conditions.add(again(one, b.condition(), b));
        conditions.add(also);
        if (a.equals(b)) {
            BitTerm same = terms.condition(true);
            for (BitTerm k : a.counters()) {
                same = terms.and(same, terms.eq(one.of(k), again(one, k, a)));
            }
            conditions.add(terms.not(same));
        }
        return conditions;
    }

    /** A term of a thread in other iterations of the loops around an access. */
    private BitTerm again(ThreadCopy copy, BitTerm t, Access a) {
        List<BitTerm> others = new ArrayList<>();
        for (BitTerm k : a.counters()) {
            String name = copy.of(k).name() + " again";
            others.add(terms.variable(name, k.width(), Level.GRID, k.low(), k.high()));
        }
        return copy.at(t, a.counters(), others);
    }
}
