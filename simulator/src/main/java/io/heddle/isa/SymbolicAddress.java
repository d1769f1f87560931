package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.AddressInputs;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.Bounds;
import io.heddle.value.ChosenBounds;
import io.heddle.value.LinearSum;
import io.heddle.value.OneInteger;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * An address that data decide, where the path of a lane holds: a sum of integers that tensors hold
 * or floats of tensors choose, between two bounds. Guards on the path take part: what they exclude
 * is no value of an integer.
 */
final class SymbolicAddress {
    /** Values of an integer at which an address is looked at one by one. */
    private static final int MAX_VALUES = 1024;

    private static final int MAX_STEPS = 400;

    /** Ways for comparisons to go that are looked at one by one. */
    private static final int MAX_CASES = 1024;

    private final TermStore store;
    private final Bounds bounds;
    private final int path;
    private final int address;
    private final Step step;
    private final MemoryOperand.Spaces spaces;
    private LinearSum sum;
    private Rational low;
    private Rational high;
    private boolean never;
    private boolean rounded; // roundings may decide
    private boolean narrowed; // by the choices
    private Map<Integer, Boolean> chosenAtLow = Map.of();
    private Map<Integer, Boolean> chosenAtHigh = Map.of();
    private boolean looked; // for the values
    private NavigableMap<Rational, Rational> values;

    /** The integers at which the address is least, and those at which it is greatest. */
    private final Map<Integer, Rational> atLow = new TreeMap<>();

    private final Map<Integer, Rational> atHigh = new TreeMap<>();

    private SymbolicAddress(int address, MemoryOperand.Spaces spaces, Warp w, int lane, Step step) {
        store = w.machine().store();
        bounds = w.views().bounds();
        path = w.path(lane);
        this.address = address;
        this.step = step;
        this.spaces = spaces;
        sum = new LinearSum(store, address);
    }

    /**
     * The address of a lane.
     *
     * @param address an unsigned number that data decide
     * @param spaces state spaces in which the access is allowed
     * @throws UnsupportedPtxException if it has no bounds
     */
    static SymbolicAddress of(
            int address, MemoryOperand.Spaces spaces, Warp w, int lane, Step step) {
        TermStore store = w.machine().store();
        SymbolicAddress a = new SymbolicAddress(address, spaces, w, lane, step);
        if (a.bounds.isDecidedByRounding(address) || !new UnroundedFloats(store).decide(address)) {
            a.rounded = true;
            if (!a.narrow(w)) {
                a.requireUnrounded();
            }
            return a;
        }
        int integer = onlyInteger(store, address);
        if (integer == 0 || !a.readLine(integer, address) && !a.readValues(integer)) {
            a.readSum(address);
        }
        if (!a.never && (a.low == null || a.high == null) && !a.narrow(w)) {
            throw new UnsupportedPtxException(a.dependence() + a.hint(true));
        }
        return a;
    }

    /** The only input that a term is made of, if that is an integer; else 0. */
    private static int onlyInteger(TermStore store, int term) {
        SortedSet<Integer> inputs = OneInteger.inputs(store, term);
        return inputs.size() == 1 && store.isInteger(inputs.first()) ? inputs.first() : 0;
    }

    /** Reads the address as a line in one integer; false if it is none, or has no bounds. */
    private boolean readLine(int integer, int address) {
        OneInteger one = new OneInteger(store, bounds, integer);
        Optional<List<Bounds.Interval>> where = one.where(path);
        if (where.isEmpty()) {
            return false;
        }
        OneInteger.Line line = null;
        for (Bounds.Interval i : where.get()) {
            Optional<OneInteger.Line> here = one.line(address, i);
            if (here.isEmpty() || line != null && !line.equals(here.get())) {
                return false;
            }
            line = here.get();
        }
        never = line == null;
        if (never) {
            return true;
        }
        Rational first = where.get().get(0).low();
        Rational last = where.get().get(where.get().size() - 1).high();
        boolean rising = line.slope().signum() >= 0;
        atLow.put(integer, rising ? first : last);
        atHigh.put(integer, rising ? last : first);
        low = line.at(atLow.get(integer));
        high = line.at(atHigh.get(integer));
        sum = LinearSum.line(store, line.slope(), integer, line.constant());
        return true;
    }

    /** Reads the address at each value of one integer; false if they are many, or it has none. */
    private boolean readValues(int integer) {
        if (values().isEmpty()) {
            return false;
        }
        never = values.isEmpty();
        if (!never) {
            low = values.firstKey();
            high = values.lastKey();
            atLow.put(integer, values.get(low));
            atHigh.put(integer, values.get(high));
        }
        return true;
    }

    /**
     * The addresses at each value of the one integer that decides, as far as the path allows it,
     * and for each a value of the integer; empty if there is no such integer, or many values.
     */
    Optional<NavigableMap<Rational, Rational>> values() {
        if (!looked) {
            looked = true;
            values = valuesOfOne();
        }
        return Optional.ofNullable(values);
    }

    private NavigableMap<Rational, Rational> valuesOfOne() {
        int integer = onlyInteger(store, address);
        if (integer == 0 || !isSmall()) {
            return null;
        }
        OneInteger one = new OneInteger(store, bounds, integer);
        List<Bounds.Interval> where = one.where(path).orElse(null);
        if (where == null || OneInteger.count(where).compareTo(Rational.of(MAX_VALUES)) > 0) {
            return null;
        }
        List<Integer> conditions = one.conditions(path);
        NavigableMap<Rational, Rational> found = new TreeMap<>();
        for (Bounds.Interval i : where) {
            for (Rational x = i.low(); x.compareTo(i.high()) <= 0; x = x.add(Rational.ONE)) {
                if (!one.mayHold(conditions, x)) {
                    continue;
                }
                Bounds.Interval at = one.of(address, new Bounds.Interval(x, x));
                if (at.low() == null || !at.low().equals(at.high())) {
                    return null; // more takes part than is known
                }
                found.putIfAbsent(at.low(), x);
            }
        }
        return found;
    }

    /** True if the address is made in few steps, each counted as often as it takes part. */
    private boolean isSmall() {
        Deque<Integer> open = new ArrayDeque<>(List.of(address));
        int steps = 0;
        for (; !open.isEmpty() && steps <= MAX_STEPS; steps++) {
            for (int operand : store.operands(open.pop())) {
                open.push(operand);
            }
        }
        return steps <= MAX_STEPS;
    }

    /** Reads the address as a sum of terms that each have bounds of their own. */
    private void readSum(int address) {
        Rational least = sum.constant();
        Rational greatest = sum.constant();
        for (Map.Entry<Integer, Rational> e : sum.coefficients().entrySet()) {
            Bounds.Interval i = OneInteger.bounds(store, bounds, e.getKey(), path);
            if (i == null) {
                never = true;
                return;
            }
            if (i.low() == null || i.high() == null) {
                least = null;
                break;
            }
            boolean rising = e.getValue().signum() >= 0;
            atLow.put(e.getKey(), rising ? i.low() : i.high());
            atHigh.put(e.getKey(), rising ? i.high() : i.low());
            least = least.add(atLow.get(e.getKey()).multiply(e.getValue()));
            greatest = greatest.add(atHigh.get(e.getKey()).multiply(e.getValue()));
        }
        Bounds.Interval whole = bounds.ofSum(address);
        boolean lower = whole.low() != null && (least == null || whole.low().compareTo(least) > 0);
        boolean upper =
                whole.high() != null && (least == null || whole.high().compareTo(greatest) < 0);
        low = least == null || lower ? whole.low() : least;
        high = least == null || upper ? whole.high() : greatest;
        if (least == null || lower || upper) {
            atLow.clear(); // where the bounds are met is not known
            atHigh.clear();
        }
    }

    /**
     * Narrows the bounds by what choices allow that are made together; see {@link ChosenBounds}.
     *
     * @return true if both ends are known
     */
    private boolean narrow(Warp w) {
        narrowed = true;
        ChosenBounds choices =
                new ChosenBounds(store, bounds, w.views().roundedSteps()::isMadeTwice);
        ChosenBounds.Found found = choices.of(address, path, MAX_CASES).orElse(null);
        if (found == null) {
            never = choices.isNever(path, MAX_CASES);
            return never;
        }
        if (low == null || found.low().compareTo(low) > 0) {
            low = found.low();
            atLow.clear();
            chosenAtLow = rounded ? Map.of() : found.atLow();
        }
        if (high == null || found.high().compareTo(high) < 0) {
            high = found.high();
            atHigh.clear();
            chosenAtHigh = rounded ? Map.of() : found.atHigh();
        }
        return true;
    }

    /**
     * Refuses what is not modelled where a rounding may decide the address: two threads may meet on
     * the machine and not over the reals.
     *
     * @throws UnsupportedPtxException if one may
     */
    void requireUnrounded() {
        if (rounded) {
            throw new UnsupportedPtxException(
                    dependence() + ", where rounding may decide" + hint(false));
        }
    }

    /**
     * Refuses to load from {@code o} where a rounding may decide the address, unless the launch
     * never writes to it: no other thread's store is met then, wherever the machine loads.
     *
     * @throws UnsupportedPtxException if it is no input, or was written
     */
    void requireInput(MemoryObject o) {
        if (rounded && Gather.isInput(o)) {
            o.noteGather(step.instruction());
        } else {
            requireUnrounded();
        }
    }

    /** True if the path never holds. */
    boolean isNever() {
        return never;
    }

    /** The address as a term. */
    int term() {
        return address;
    }

    /** The address as a sum, where the path holds. */
    LinearSum sum() {
        return sum;
    }

    /** The least address. */
    Rational low() {
        return low;
    }

    /** The greatest address. */
    Rational high() {
        return high;
    }

    /** What the address depends on, for messages. */
    String dependence() {
        return new AddressInputs(store, address).depends(step);
    }

    /** What would make the address known, for the ends of messages; see {@link AddressInputs}. */
    String hint(boolean orRange) {
        return new AddressInputs(store, address).hint(orRange);
    }

    /** A hint with what a range is for. */
    private static String inside(String hint) {
        String some = hint.isEmpty() ? "; give a range" : hint;
        return some + (some.endsWith("a range") ? " that keeps it inside, as in [0,9]" : "");
    }

    /** A condition under which the lane accesses the least address; false if none is known. */
    int whereLow() {
        return where(atLow, chosenAtLow);
    }

    /** A condition under which the lane accesses the greatest address; false if none is known. */
    int whereHigh() {
        return where(atHigh, chosenAtHigh);
    }

    private int where(Map<Integer, Rational> values, Map<Integer, Boolean> chosen) {
        int condition = values.isEmpty() && chosen.isEmpty() ? store.falseTerm() : path;
        for (Map.Entry<Integer, Boolean> e : chosen.entrySet()) {
            condition = store.and(condition, e.getValue() ? e.getKey() : store.not(e.getKey()));
        }
        for (Map.Entry<Integer, Rational> e : values.entrySet()) {
            condition = store.and(condition, store.eq(e.getKey(), store.rational(e.getValue())));
        }
        return condition;
    }

    /**
     * True if an end of the bounds is due to what the user said of the integers, or to guards: none
     * of them is at an end of its type that no range excludes.
     */
    boolean isStated(boolean lowest) {
        for (Map.Entry<Integer, Rational> e : (lowest ? atLow : atHigh).entrySet()) {
            for (int input : OneInteger.inputs(store, e.getKey())) {
                if (!store.isInteger(input)) {
                    continue; // chooses among integers, or has bounds only where they are stated
                }
                Symbol symbol = symbol(input);
                boolean atEnd =
                        input != e.getKey()
                                || e.getValue().equals(symbol.type().minInteger())
                                || e.getValue().equals(symbol.type().maxInteger());
                if (atEnd && (symbol.low() == null || symbol.high() == null)) {
                    return false;
                }
            }
        }
        return true;
    }

    private Symbol symbol(int input) {
        return store.op(input) == Op.ELEMENT
                ? store.symbolOf(input)
                : store.symbols().get(store.symbolNamed(store.functionOf(input).name()));
    }

    /**
     * The object that contains the least or the greatest address, or what the address is without
     * the data; else the one below that; null if there is none.
     *
     * @throws UnsupportedPtxException if the access is not allowed in the object's state space
     */
    MemoryObject object(Warp w, int lane) {
        MemoryObject o = nearest(w, lane);
        if (o != null && !spaces.contain(o.base())) {
            throw new UnsupportedPtxException(
                    dependence()
                            + ", and leads to "
                            + o.name()
                            + ", which is not in the state space that the instruction names");
        }
        return o;
    }

    private MemoryObject nearest(Warp w, int lane) {
        for (Rational address : List.of(low, high, sum.constant())) {
            MemoryObject o = below(address, w, lane);
            if (o != null && contains(o, address)) {
                return o;
            }
        }
        MemoryObject o = below(sum.constant(), w, lane);
        return o != null && o.tensor() != null ? o : null;
    }

    private static MemoryObject below(Rational address, Warp w, int lane) {
        BigInteger a = address.floor();
        return a.bitLength() < Long.SIZE
                ? w.machine().addresses().below(a.longValue(), w, lane)
                : null;
    }

    /**
     * True if {@code bytes} bytes at every address lie in an object; false after a finding, of
     * which the data are known, and if there is no address.
     *
     * @throws UnsupportedPtxException if no data are known that lead outside, or only such as the
     *     user may not have meant: no range was given
     */
    boolean isInside(MemoryObject o, int bytes, Warp w, int lane, Step step, boolean write) {
        if (!narrowed && (!contains(o, low, bytes) || !contains(o, high, bytes))) {
            narrow(w);
        }
        if (never) {
            return false;
        }
        Rational from = low.subtract(Rational.of(o.base()));
        Rational to = high.subtract(Rational.of(o.base())).add(Rational.of(bytes));
        boolean before = from.signum() < 0;
        boolean behind = to.compareTo(Rational.of(o.size())) > 0;
        boolean shown = behind && isShown(false, bytes, w, lane, step, write);
        shown |= before && isShown(true, bytes, w, lane, step, write);
        if ((before || behind) && !shown) {
            throw new UnsupportedPtxException(
                    dependence()
                            + (rounded ? ", where rounding may decide," : ",")
                            + " whose range leads from byte "
                            + from
                            + " to byte "
                            + to
                            + " of the "
                            + o.size()
                            + " of "
                            + o.name()
                            + inside(hint(true)));
        }
        return !shown;
    }

    private boolean isShown(boolean lowest, int bytes, Warp w, int lane, Step step, boolean write) {
        BigInteger address = (lowest ? low : high).floor();
        return !rounded
                && isStated(lowest)
                && address.bitLength() < Long.SIZE
                && w.machine()
                        .addresses()
                        .reportWhere(
                                lowest ? whereLow() : whereHigh(),
                                address.longValue(),
                                bytes,
                                w,
                                lane,
                                step,
                                write);
    }

    private static boolean contains(MemoryObject o, Rational address, int bytes) {
        return contains(o, address) && contains(o, address.add(Rational.of(bytes)));
    }

    private static boolean contains(MemoryObject o, Rational address) {
        Rational offset = address.subtract(Rational.of(o.base()));
        return offset.signum() >= 0 && offset.compareTo(Rational.of(o.size())) <= 0;
    }
}
