package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.query.Asker.Answer;
import io.heddle.anyinput.solver.SolverProcess;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks of every access at one shape whether it stays in its object, and whether the index that it
 * uses is what its arithmetic would be without an end to integers.
 *
 * <p>An index wraps where 32 bits hold another number than the sums, products and shifts by
 * constants that it is made of. That a part of it wraps does no harm: {@code i - 1} is {@code i +
 * 0xffffffff}. A number of 64 bits of which an index takes 32 is such a one, too; nvcc cuts it off
 * by {@code and.b64} with {@code 0xffffffff}, shifted where the index is scaled. What other
 * instructions compute (divisions, right shifts, other bits) is taken as it is.
 */
public final class IndexRanges {
    private static final int INDEX = 32; // bits
    private static final int WIDE = 256; // bits in which nothing wraps
    private static final int MOST_SCALE = 4; // bits: elements have up to 16 bytes

    private final Summary summary;
    private final BitTerms terms;
    private final Threads threads;
    private final List<BitTerm> assumptions;
    private final Map<String, Axiom> contents;
    private final Asker asker;
    private final ThreadCopy thread;

    /**
     * A check of one launch.
     *
     * @param assumptions conditions over arguments that hold
     * @param contents what is known of the functions that give the contents of objects
     * @param deadline by {@link System#nanoTime}, after which nothing is excluded
     */
    public IndexRanges(
            Summary summary,
            Threads threads,
            List<BitTerm> assumptions,
            Map<String, Axiom> contents,
            SolverProcess solver,
            long deadline) {
        this.summary = summary;
        this.threads = threads;
        terms = summary.terms();
        asker = new Asker(solver, deadline);
        this.contents = Map.copyOf(contents);
        Map<String, Axiom> axioms = new HashMap<>(summary.axioms());
        axioms.putAll(contents);
        thread = new ThreadCopy(terms, axioms, 1, false);
        this.assumptions = assumptions.stream().map(thread::of).toList();
    }

    /** What an access may do. */
    public enum Kind {
        /** It may leave its object. */
        OUTSIDE,
        /** Its index wraps around 32 bits, and it may stay in its object nevertheless. */
        WRAPS
    }

    /**
     * An access that may do what it must not.
     *
     * @param kind what that is
     * @param access the access
     * @param place the coordinates of a thread and those of its block, x first; empty if the solver
     *     names none
     * @param index what the index would be if it did not wrap, or the offset in bytes of {@link
     *     Kind#OUTSIDE}; null where it depends on more than the place
     * @param data elements with a stated range, and what they hold there
     * @param certain true if thread, block, arguments and these data decide that it does
     */
    public record Found(
            Kind kind,
            Access access,
            List<Integer> place,
            BigInteger index,
            List<Element> data,
            boolean certain) {
        /** Copies the lists. */
        public Found {
            place = List.copyOf(place);
            data = List.copyOf(data);
        }
    }

    /**
     * An element of an input.
     *
     * @param contents name of the function that gives the contents of the tensor
     * @param index of the element
     * @param bits what it holds
     */
    public record Element(String contents, BigInteger index, BigInteger bits) {}

    /** The accesses that may do what they must not, in the order of the kernel. */
    public List<Found> find() {
        List<Found> all = new ArrayList<>();
        Set<String> asked = new HashSet<>();
        Set<String> shown =
                new HashSet<>(); // places: a loop that was followed has one in each round
        for (Point p : summary.points()) {
            Access a = p.access();
            if (a == null || a.object().bytes() == null || shown.contains(place(a))) {
                continue;
            }
            List<BitTerm> reached = new ArrayList<>();
            for (int k = 0; k < threads.block().size(); k++) {
                reached.add(
                        terms.ult(
                                thread.of(threads.block().get(k)),
                                thread.of(threads.grid().get(k))));
            }
            reached.add(thread.of(a.condition()));
            BitTerm outsideOf = terms.not(thread.of(a.fits(terms)));
            BitTerm at = terms.sext(thread.of(a.offset()), WIDE);
            Found outside = ask(Kind.OUTSIDE, a, reached, outsideOf, at);
            if (outside != null) {
                all.add(outside);
                shown.add(outside.certain() ? place(a) : "");
                continue;
            }
            for (BitTerm extended : indices(a.offset())) {
                BitTerm copy = thread.of(extended);
                boolean isNew = asked.add(copy.number() + " " + thread.of(a.condition()).number());
                BitTerm wraps = isNew ? wraps(copy) : terms.condition(false);
                Found found = wraps.is(0) ? null : ask(Kind.WRAPS, a, reached, wraps, index(copy));
                if (found != null) {
                    all.add(found);
                    shown.add(found.certain() ? place(a) : "");
                    break;
                }
            }
        }
        return all;
    }

    private static String place(Access a) {
        return a.location().position().toString();
    }

    /** What an access may do; null if it cannot. The first round of loops is asked about first. */
    private Found ask(Kind kind, Access a, List<BitTerm> reached, BitTerm wrong, BitTerm index) {
        List<BitTerm> conditions = new ArrayList<>(reached);
        conditions.add(wrong);
        List<BitTerm> first = new ArrayList<>(conditions);
        for (BitTerm t : below(List.of(a.condition(), a.offset()))) {
            if (t.isCounter()) {
                first.add(terms.eq(thread.of(t), terms.constant(t.width(), 0)));
            }
        }
        if (first.size() > conditions.size()) {
            Answer answer = asker.ask(first, assumptions, thread::known);
            Found found = answer.model() == null ? null : found(kind, a, conditions, index, answer);
            if (found != null && found.certain()) {
                return found;
            }
        }
        Answer answer = asker.ask(conditions, assumptions, thread::known);
        if (Boolean.FALSE.equals(answer.can())) {
            return null;
        }
        return answer.model() == null
                ? new Found(kind, a, List.of(), null, List.of(), false)
                : found(kind, a, conditions, index, answer);
    }

    private Found found(
            Kind kind, Access a, List<BitTerm> conditions, BitTerm index, Answer answer) {
        List<Integer> place = new ArrayList<>();
        for (List<BitTerm> coordinates : List.of(threads.thread(), threads.block())) {
            for (BitTerm c : coordinates) {
                BigInteger value = answer.model().value(thread.of(c));
                place.add(value == null ? 0 : value.intValue());
            }
        }
        Map<BitTerm, BitTerm> values = new HashMap<>();
        for (BitTerm t : below(conditions)) {
            BigInteger value = t.op() == BitOp.VARIABLE ? answer.model().value(t) : null;
            if (value != null) {
                values.put(t, terms.constant(t.width(), value));
            }
        }
        List<Element> data = data(conditions, answer, values);
        // what an iteration depends on besides is not known, but the first one is reached
        for (BitTerm t : below(conditions)) {
            if (t.op() == BitOp.APPLY && t.name().startsWith(LoopRun.REACHING)) {
                BitTerm counter = t.operand(t.operands().size() - 1);
                if (terms.substitute(counter, values).is(0)) {
                    values.put(t, terms.condition(true));
                }
            }
        }
        BitTerm at = terms.substitute(index, values);
        boolean certain =
                at.isConstant()
                        && conditions.stream().allMatch(t -> terms.substitute(t, values).is(1));
        return new Found(kind, a, place, at.isConstant() ? signed(at) : null, data, certain);
    }

    /** Gives elements of which a range is stated their values. */
    private List<Element> data(
            List<BitTerm> conditions, Answer answer, Map<BitTerm, BitTerm> values) {
        List<Element> elements = new ArrayList<>();
        for (BitTerm t : below(conditions)) {
            boolean isStated = t.op() == BitOp.APPLY && contents.containsKey(t.name());
            BigInteger value = isStated ? answer.model().value(t) : null;
            BitTerm offset = value == null ? null : terms.substitute(t.operand(0), values);
            if (offset != null && offset.isConstant()) {
                values.put(t, terms.constant(t.width(), value));
                BigInteger index = offset.low().divide(BigInteger.valueOf(t.width() / Byte.SIZE));
                elements.add(new Element(t.name(), index, value));
            }
        }
        return elements;
    }

    /** All terms that conditions are made of. */
    private static Set<BitTerm> below(List<BitTerm> conditions) {
        Set<BitTerm> seen = new LinkedHashSet<>();
        List<BitTerm> work = new ArrayList<>(conditions);
        while (!work.isEmpty()) {
            BitTerm t = work.remove(work.size() - 1);
            if (seen.add(t)) {
                work.addAll(t.operands());
            }
        }
        return seen;
    }

    private static BigInteger signed(BitTerm constant) {
        BigInteger value = constant.low();
        return value.testBit(constant.width() - 1)
                ? value.subtract(BigInteger.ONE.shiftLeft(constant.width()))
                : value;
    }

    // ---------------------------------------------------------------- indices

    /** The 32-bit sums and products in an address, extended to its width. */
    private static Set<BitTerm> indices(BitTerm offset) {
        Set<BitTerm> found = new LinkedHashSet<>();
        Set<BitTerm> seen = new HashSet<>();
        List<BitTerm> work = new ArrayList<>(List.of(offset));
        while (!work.isEmpty()) {
            BitTerm t = work.remove(work.size() - 1);
            if (!seen.add(t)) {
                continue;
            }
            switch (t.op()) {
                case SEXT, ZEXT -> {
                    if (t.operand(0).width() == INDEX && isArithmetic(t.operand(0))) {
                        found.add(t);
                    } else {
                        work.add(t.operand(0));
                    }
                }
                case ADD, MUL -> work.addAll(t.operands());
                case SHL -> work.add(t.operand(0));
                case BITAND -> {
                    if (scale(t) >= 0 && isArithmetic(t.operand(0))) {
                        found.add(t);
                    }
                }
                case ITE -> work.addAll(t.operands().subList(1, 3));
                default -> {}
            }
        }
        return found;
    }

    /**
     * By how many bits the index is scaled of which a mask leaves 32 bits; −1 for another term. The
     * mask has no more low bits than its operand may have.
     */
    private static int scale(BitTerm t) {
        if (t.op() != BitOp.BITAND || !t.operand(1).isConstant()) {
            return -1;
        }
        BigInteger zeros = BigInteger.ONE.shiftLeft(t.operand(0).zeros()).subtract(BigInteger.ONE);
        BigInteger mask = t.operand(1).low().or(zeros);
        int scale = mask.bitLength() - INDEX;
        boolean isWhole = mask.bitCount() == mask.bitLength();
        return isWhole && scale <= MOST_SCALE ? Math.max(scale, -1) : -1;
    }

    private static boolean isArithmetic(BitTerm t) {
        return switch (t.op()) {
            case ADD, MUL -> true;
            case LOW -> isArithmetic(t.operand(0));
            case SHL -> t.operand(1).isConstant();
            case ITE -> isArithmetic(t.operand(1)) || isArithmetic(t.operand(2));
            default -> false;
        };
    }

    /**
     * The condition that an extended or masked index is not its arithmetic. Constants from 2^31 on
     * may be negative numbers or not: neither reading gives the index then.
     */
    private BitTerm wraps(BitTerm extended) {
        BitTerm inner = extended.operand(0);
        boolean isSigned = extended.op() == BitOp.SEXT;
        BitTerm is = isSigned ? terms.sext(inner, WIDE) : terms.zext(inner, WIDE);
        if (extended.op() == BitOp.BITAND) {
            is = terms.zext(extended, WIDE);
        }
        return terms.and(
                terms.not(terms.eq(is, wide(inner, true))),
                terms.not(terms.eq(is, wide(inner, false))));
    }

    /** What an extended or masked index would be, without the scale of a mask. */
    private BitTerm index(BitTerm extended) {
        int scale = Math.max(0, scale(extended));
        return terms.ashr(wide(extended.operand(0), true), terms.constant(WIDE, scale));
    }

    /** An index computed without an end to integers. */
    private BitTerm wide(BitTerm t, boolean signed) {
        return switch (t.op()) {
            case ADD -> {
                BitTerm sum = terms.constant(WIDE, 0);
                for (BitTerm o : t.operands()) {
                    sum = terms.add(sum, wide(o, signed));
                }
                yield sum;
            }
            case MUL -> terms.mul(wide(t.operand(0), signed), wide(t.operand(1), signed));
            case LOW -> isArithmetic(t) ? wide(t.operand(0), signed) : leaf(t, signed);
            case SHL ->
                    t.operand(1).isConstant()
                            ? terms.shl(
                                    wide(t.operand(0), signed),
                                    terms.constant(WIDE, t.operand(1).low()))
                            : leaf(t, signed);
            case ITE ->
                    terms.ite(t.operand(0), wide(t.operand(1), signed), wide(t.operand(2), signed));
            default -> leaf(t, signed);
        };
    }

    private BitTerm leaf(BitTerm t, boolean signed) {
        return signed ? terms.sext(t, WIDE) : terms.zext(t, WIDE);
    }
}
