package io.heddle.isa;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.ScheduleDependence;
import io.heddle.machine.Step;
import io.heddle.machine.WaitingStep;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.sync.barrier.Mbarrier;
import io.heddle.sync.shadow.Conflict;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;

/**
 * {@code mbarrier} and {@code cp.async.mbarrier.arrive} (PTX ISA 9.7.13.15 and 9.7.9.25.3.4).
 *
 * <p>{@code test_wait} and {@code try_wait} are modelled as blocking waits where the code does
 * nothing but try again if they return false ({@link Decoder#isPoll}).
 *
 * <p>The state that an arrival returns is an opaque number, which only a wait can read.
 */
public final class MbarrierOperations {
    private static final int BYTES = 8;
    private static final long MAX_COUNT = (1 << 20) - 1;
    private static final Function STATE = ScheduleDependence.function("mbarrier.state", 3);

    private MbarrierOperations() {}

    /** Decodes an operation on an mbarrier. */
    public static Step decode(Decoder d, Instruction i) {
        List<Operand> o = i.operands();
        return switch (i.modifiers().get(0)) {
            case "init" ->
                    new InitialiseStep(
                            MemoryOperand.of(d, i, o.get(0)), d.source(o.get(1), PtxType.U32));
            case "inval" -> new InvalidateStep(MemoryOperand.of(d, i, o.get(0)));
            case "arrive" -> arrive(d, i);
            case "expect_tx" ->
                    new ExpectStep(
                            MemoryOperand.of(d, i, o.get(0)), d.source(o.get(1), PtxType.U32));
            case "test_wait", "try_wait" -> await(d, i);
            default -> throw NotModelled.form(i);
        };
    }

    private static Step arrive(Decoder d, Instruction i) {
        List<Operand> o = i.operands();
        boolean sink = o.get(0) instanceof Operand.Sink;
        int state = sink ? -1 : d.destination(o.get(0));
        boolean expects = i.has("expect_tx");
        int amount = o.size() > 2 ? d.source(o.get(2), PtxType.U32) : -1;
        return new ArriveStep(MemoryOperand.of(d, i, o.get(1)), state, expects, amount);
    }

    static Step arriveAfterCopies(Decoder d, Instruction i) {
        return new CopyArriveStep(MemoryOperand.of(d, i, i.operands().get(0)), i.has("noinc"));
    }

    private static Step await(Decoder d, Instruction i) {
        List<Operand> o = i.operands();
        boolean parity = i.has("parity");
        int phase = d.source(o.get(2), parity ? PtxType.U32 : PtxType.B64);
        return new WaitStep(
                MemoryOperand.of(d, i, o.get(1)),
                d.destination(o.get(0)),
                phase,
                parity,
                d.isPoll(i));
    }

    /**
     * Base of the mbarrier instructions: finds the mbarrier of each lane and records the access to
     * it.
     */
    private abstract static class MbarrierStep extends WaitingStep {
        final MemoryOperand place;

        MbarrierStep(MemoryOperand place) {
            this.place = place;
        }

        @Override
        public final boolean isAsynchronous() {
            return true;
        }

        @Override
        public final boolean ordersSomeThreads() {
            return true;
        }

        @Override
        public final boolean accessesMemory() {
            return true;
        }

        @Override
        public int advance(Warp w, int mask) {
            lanes(w, mask, false);
            return index() + 1;
        }

        /**
         * Executes the instruction for {@code mask}; {@code write} says whether it initialises or
         * invalidates the mbarriers.
         */
        final void lanes(Warp w, int mask, boolean write) {
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                lane(w, lane, address(w, lane, write));
            }
        }

        /** Executes the instruction for a lane whose mbarrier is at the generic {@code address}. */
        abstract void lane(Warp w, int lane, long address);

        /**
         * The generic address of a lane's mbarrier. Records an access to its bytes, so that an
         * initialisation or invalidation ({@code write}) that is not ordered with another use is a
         * race.
         */
        final long address(Warp w, int lane, boolean write) {
            if (w.isConditional()) {
                throw new UnsupportedPtxException(
                        "an mbarrier operation under a symbolic condition");
            }
            long address = place.address(w, lane, this);
            if (address == Warp.NO_ADDRESS || !AddressSpace.isIn(address, StateSpace.SHARED)) {
                throw new UnsupportedPtxException("the mbarrier is not in shared memory");
            }
            MemoryObject o = w.machine().addresses().resolve(address, BYTES, w, lane, this, write);
            if (o == null) {
                throw new UnsupportedPtxException("there is no mbarrier");
            }
            int thread = w.globalThread(lane);
            long at = address - o.base();
            Conflict c = o.shadow().mbarrier(thread, index(), at, BYTES, write);
            if (c != null) {
                w.machine().reportRace(c, o, w, lane, this, write);
            }
            return address;
        }

        final Mbarrier mbarrier(Warp w, int lane, long address) {
            Mbarrier m = w.cta().mbarriers().at(address);
            if (m == null) {
                throw misuse(w, lane, "uses an mbarrier where none has been initialised");
            }
            return m;
        }

        final long concrete(Warp w, int index) {
            Value v = w.value(index);
            if (!v.isConcrete()) {
                throw new UnsupportedPtxException("a count, byte count or phase is not concrete");
            }
            return v.payload();
        }

        /**
         * Acts on the outcome of an operation in phase {@code k}: wakes the waiting lanes if the
         * phase completed, ends the run with a finding if the use was wrong.
         */
        final void conclude(Warp w, int lane, long address, int k, Mbarrier.Outcome outcome) {
            switch (outcome) {
                case DONE:
                    break;
                case COMPLETED:
                    w.cta().mbarriers().wake(address);
                    break;
                case TOO_MANY:
                    throw misuse(w, lane, "arrives once more than phase " + k + " expects");
                case EARLY:
                    throw misuse(
                            w,
                            lane,
                            "uses phase "
                                    + k
                                    + " of the mbarrier, but nothing orders that after the"
                                    + " completion of the phase before");
                case LATE_WAIT:
                    throw misuse(
                            w,
                            lane,
                            "completes phase "
                                    + k
                                    + " of the mbarrier, but nothing orders that after all waits"
                                    + " for the phase before");
                case LATE_INCREMENT:
                    throw misuse(
                            w,
                            lane,
                            "completes phase "
                                    + k
                                    + " of the mbarrier, but nothing orders that after each"
                                    + " cp.async.mbarrier.arrive");
                case OLD_STATE:
                    throw misuse(
                            w, lane, "waits with a state that is older than the previous phase");
                default:
                    throw new AssertionError(outcome);
            }
        }

        final RuntimeException misuse(Warp w, int lane, String what) {
            return w.machine()
                    .stop(
                            new Finding(
                                    Finding.Kind.BARRIER_MISUSE,
                                    w.machine().threadName(w.thread(lane)) + " " + what,
                                    Location.of(instruction()),
                                    List.of(w.thread(lane))));
        }
    }

    private static final class InitialiseStep extends MbarrierStep {
        private final int count;

        InitialiseStep(MemoryOperand place, int count) {
            super(place);
            this.count = count;
        }

        @Override
        public int advance(Warp w, int mask) {
            lanes(w, mask, true);
            return index() + 1;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            long expected = concrete(w, count + lane);
            if (expected < 1 || expected > MAX_COUNT) {
                throw new UnsupportedPtxException(
                        "the arrival count " + expected + " is outside 1 to " + MAX_COUNT);
            }
            MemoryObject o = w.machine().addresses().resolve(address, BYTES, w, lane, this, true);
            if (w.cta().mbarriers().at(address) != null) {
                throw misuse(w, lane, "initialises an mbarrier that is initialised already");
            }
            w.cta().mbarriers().initialise(address, o, expected, w.globalThread(lane), index());
        }
    }

    private static final class InvalidateStep extends MbarrierStep {
        InvalidateStep(MemoryOperand place) {
            super(place);
        }

        @Override
        public int advance(Warp w, int mask) {
            lanes(w, mask, true);
            return index() + 1;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            if (mbarrier(w, lane, address).awaitsCopies()) {
                throw new UnsupportedPtxException(
                        "it is invalidated while asynchronous copies may still arrive: no thread"
                                + " has waited for their phase");
            }
            w.cta().mbarriers().invalidate(address);
        }
    }

    private static final class ArriveStep extends MbarrierStep {
        private final int state;
        private final boolean expects;
        private final int amount;

        /**
         * Makes the step of an arrival.
         *
         * @param state lane base of the returned state, or −1
         * @param expects whether {@code amount} is a number of bytes that the phase is to expect
         *     (expect_tx)
         * @param amount lane base of those bytes or of the number of arrivals; −1 for one arrival
         */
        ArriveStep(MemoryOperand place, int state, boolean expects, int amount) {
            super(place);
            this.state = state;
            this.expects = expects;
            this.amount = amount;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            Mbarrier m = mbarrier(w, lane, address);
            if (expects) {
                long bytes = concrete(w, amount + lane);
                conclude(w, lane, address, m.phase(), m.expect(w.globalThread(lane), bytes));
            }
            long count = expects || amount < 0 ? 1 : concrete(w, amount + lane);
            if (count < 1) {
                throw new UnsupportedPtxException("the arrival count " + count + " is less than 1");
            }
            int phase = m.phase();
            conclude(w, lane, address, phase, m.arrive(w.globalThread(lane), count));
            if (state >= 0) {
                int t =
                        w.store()
                                .apply(
                                        STATE,
                                        w.store().integer(m.id()),
                                        w.store().integer(phase),
                                        w.store().integer(w.machine().nextUnknown()));
                w.set(state + lane, Value.whole(Tag.INT, Tag.integer(t, 64, false), 64));
            }
        }

        @Override
        public int[] destinations() {
            return state < 0 ? new int[0] : new int[] {state};
        }
    }

    private static final class ExpectStep extends MbarrierStep {
        private final int bytes;

        ExpectStep(MemoryOperand place, int bytes) {
            super(place);
            this.bytes = bytes;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            Mbarrier m = mbarrier(w, lane, address);
            long more = concrete(w, bytes + lane);
            conclude(w, lane, address, m.phase(), m.expect(w.globalThread(lane), more));
        }
    }

    private static final class CopyArriveStep extends MbarrierStep {
        private final boolean counted;

        CopyArriveStep(MemoryOperand place, boolean counted) {
            super(place);
            this.counted = counted;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            Mbarrier m = mbarrier(w, lane, address);
            int thread = w.globalThread(lane);
            int phase = m.phase();
            conclude(w, lane, address, phase, m.arriveAfter(thread, w.cta().copies(), counted));
        }
    }

    private static final class WaitStep extends MbarrierStep {
        private final int result;
        private final int phase;
        private final boolean parity;
        private final boolean poll;

        WaitStep(MemoryOperand place, int result, int phase, boolean parity, boolean poll) {
            super(place);
            this.result = result;
            this.phase = phase;
            this.parity = parity;
            this.poll = poll;
        }

        @Override
        public int advance(Warp w, int mask) {
            if (!poll) {
                throw new UnsupportedPtxException(
                        "the program does more with its result than to try again");
            }
            lanes(w, mask, false);
            return DIVERTED;
        }

        @Override
        void lane(Warp w, int lane, long address) {
            Mbarrier m = mbarrier(w, lane, address);
            int thread = w.globalThread(lane);
            Mbarrier.Outcome outcome =
                    parity
                            ? m.waitParity(thread, parity(w, lane))
                            : m.waitPhase(thread, number(w, lane, m));
            if (outcome == Mbarrier.Outcome.WAITING) {
                w.cta().mbarriers().await(w, 1 << lane, address, this);
                return;
            }
            conclude(w, lane, address, m.phase() - 1, outcome);
            w.setConcrete(result + lane, 1);
            w.setPc(1 << lane, index() + 1);
        }

        /**
         * The phase parity that a lane waits for, which must be 0 or 1 (PTX ISA,
         * mbarrier.test_wait).
         */
        private long parity(Warp w, int lane) {
            long given = concrete(w, phase + lane);
            if (given != 0 && given != 1) {
                throw new UnsupportedPtxException(
                        "the phase parity is " + given + "; valid values are 0 and 1");
            }
            return given;
        }

        private int number(Warp w, int lane, Mbarrier m) {
            Value v = w.value(phase + lane);
            int t = v.tag() == Tag.INT ? Tag.term(v.payload()) : -1;
            boolean state =
                    t >= 0 && w.store().op(t) == Op.APPLY && w.store().functionOf(t).equals(STATE);
            if (!state) {
                throw new UnsupportedPtxException("the state is not one that an arrival returned");
            }
            int[] operands = w.store().operands(t);
            if (operands[0] != w.store().integer(m.id())) {
                throw new UnsupportedPtxException(
                        "the state was returned by an arrival at another mbarrier");
            }
            return w.store().rationalValue(operands[1]).numerator().intValueExact();
        }

        @Override
        public int[] destinations() {
            return new int[] {result};
        }
    }
}
