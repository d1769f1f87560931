package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.LinearSum;
import java.math.BigInteger;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.function.LongConsumer;

/**
 * The places where an access may be whose address data decide. Where one integer decides it, they
 * are its addresses at each value of the integer that the path allows; else all multiples of a
 * stride between its bounds.
 */
final class Places {
    /** Places at which a store or an atomic operation of a lane is followed one by one. */
    static final int MAX_STORED = 1024;

    /** Places at which a load is. */
    static final int MAX_LOADED = 256;

    private final SymbolicAddress address;
    private final int path;
    private final TermStore store;
    private final Warp warp;
    private final int lane;
    private final SortedSet<Rational> ofValues; // null unless one integer of few values decides

    /** The places of a lane's access at an address that its path does not exclude. */
    Places(SymbolicAddress address, Warp w, int lane) {
        this.address = address;
        this.path = w.path(lane);
        this.store = w.store();
        this.warp = w;
        this.lane = lane;
        this.ofValues = address.values().map(NavigableMap::navigableKeySet).orElse(null);
    }

    /** How many they are at most. */
    Rational count() {
        return ofValues != null
                ? Rational.of(ofValues.size())
                : address.high().subtract(start()).divide(stride()).add(Rational.ONE);
    }

    /** True if a load can be followed at each of them. */
    boolean isFew() {
        return count().compareTo(Rational.of(MAX_LOADED)) <= 0;
    }

    /** The least address that is a multiple of the stride away from the sum's constant. */
    private Rational start() {
        LinearSum sum = address.sum();
        Rational steps = sum.constant().subtract(address.low()).divide(stride());
        return sum.constant().subtract(Rational.of(steps.floor()).multiply(stride()));
    }

    /** All addresses are multiples of it from the sum's constant. */
    private Rational stride() {
        BigInteger gcd = BigInteger.ZERO;
        for (Map.Entry<Integer, Rational> e : address.sum().coefficients().entrySet()) {
            boolean whole = store.isInteger(e.getKey()) && e.getValue().isInteger();
            BigInteger factor = whole ? e.getValue().floor() : BigInteger.ONE;
            gcd = gcd.gcd(whole ? factor.multiply(divisor(e.getKey())) : factor);
        }
        return gcd.signum() > 0 ? Rational.of(gcd) : Rational.ONE;
    }

    /** A number that divides an integer whatever the inputs are: of a choice of numbers, theirs. */
    private BigInteger divisor(int integer) {
        return switch (store.op(integer)) {
            case ITE -> divisor(store.b(integer)).gcd(divisor(store.c(integer)));
            case RATIONAL -> store.rationalValue(integer).floor();
            default -> BigInteger.ONE;
        };
    }

    /**
     * Makes a store or an atomic operation at each of them, where the address is that one.
     *
     * @param what the lane does, for messages
     * @throws UnsupportedPtxException if they may be outside every object, or too many
     */
    static void forEach(
            SymbolicAddress address,
            int bytes,
            Warp w,
            int lane,
            Step step,
            String what,
            LongConsumer access) {
        address.requireUnrounded();
        MemoryObject o = address.isNever() ? null : address.object(w, lane);
        if (address.isNever()) {
            return;
        }
        if (o == null) {
            throw new UnsupportedPtxException(address.dependence() + address.hint(true));
        }
        if (!address.isInside(o, bytes, w, lane, step, true)) {
            return;
        }
        new Places(address, w, lane).forEach(MAX_STORED, what, access);
    }

    /**
     * Makes an access at each of them, where the address is that one.
     *
     * @param limit how many there may be
     * @param what the lane does, for messages
     * @throws UnsupportedPtxException if there are more
     */
    void forEach(int limit, String what, LongConsumer access) {
        if (count().compareTo(Rational.of(limit)) > 0) {
            throw new UnsupportedPtxException(
                    address.dependence()
                            + ", which leaves "
                            + count().floor()
                            + " places; "
                            + what
                            + " are followed at up to "
                            + limit
                            + ": give a narrower range");
        }
        if (ofValues != null) {
            ofValues.forEach(at -> accept(at, access));
            return;
        }
        Rational stride = stride();
        for (Rational at = start(); at.compareTo(address.high()) <= 0; at = at.add(stride)) {
            accept(at, access);
        }
    }

    private void accept(Rational at, LongConsumer access) {
        int here = store.and(path, isAt(at));
        if (here == store.falseTerm() || warp.machine().paths().isImpossible(here)) {
            return;
        }
        long number = at.floor().longValue();
        warp.machine().addresses().under(here, warp, lane, () -> access.accept(number));
    }

    /** A condition that holds where the address is a number. */
    int isAt(Rational at) {
        LinearSum sum = address.sum();
        Rational rest = at.subtract(sum.constant());
        if (sum.coefficients().isEmpty()) {
            return store.condition(rest.isZero());
        }
        if (sum.coefficients().size() == 1) {
            Map.Entry<Integer, Rational> only = sum.coefficients().entrySet().iterator().next();
            return store.eq(only.getKey(), store.rational(rest.divide(only.getValue())));
        }
        int variable = sum.plus(sum.constant().negate()).dividedBy(1);
        return store.eq(variable, store.rational(rest));
    }
}
