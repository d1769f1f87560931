package io.heddle.isa;

import io.heddle.finding.Finding;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.sync.shadow.AsyncCopies;
import io.heddle.sync.shadow.AsyncCopy;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;
import java.util.Locale;

/**
 * {@code cp.async} and its groups (PTX ISA 9.7.9.25.3). Cache and prefetch hints have no effect.
 *
 * <p>A copy moves its bytes when it is issued. The hardware may do so later; a program that can
 * tell the difference has a race, which is reported, because source and destination count as
 * accessed until the wait that covers the copy ({@link AsyncCopies}).
 */
public final class AsynchronousCopy {
    private static final int WORD_BYTES = 4;

    private AsynchronousCopy() {}

    /** Decodes {@code cp.async} and the instructions that group copies and wait for them. */
    public static Step decode(Decoder d, Instruction i) {
        List<String> m = i.modifiers();
        return switch (m.get(1)) {
            case "ca", "cg" -> copy(d, i);
            case "commit_group" ->
                    new GroupStep() {
                        @Override
                        void apply(AsyncCopies copies, int tid) {
                            copies.commit(tid);
                        }
                    };
            case "wait_all" ->
                    new GroupStep() {
                        @Override
                        void apply(AsyncCopies copies, int tid) {
                            copies.waitAll(tid);
                        }
                    };
            case "wait_group" -> waitGroup(i);
            case "mbarrier" -> MbarrierOperations.arriveAfterCopies(d, i);
            default -> throw NotModelled.form(i);
        };
    }

    private static Step waitGroup(Instruction i) {
        long pending = ((Operand.Immediate) i.operands().get(0)).bits();
        if (pending < 0) {
            throw new UnsupportedPtxException(
                    "the number of groups that may be pending is " + pending);
        }
        return new GroupStep() {
            @Override
            void apply(AsyncCopies copies, int tid) {
                copies.waitGroup(tid, pending);
            }
        };
    }

    private static void requireUnconditional(Warp w, String what) {
        if (w.isConditional()) {
            throw new UnsupportedPtxException(what + " under a symbolic condition");
        }
    }

    /** Commits a group of copies, or waits for groups, for each lane. */
    private abstract static class GroupStep extends ValueStep {
        abstract void apply(AsyncCopies copies, int tid);

        @Override
        public final void execute(Warp w, int mask) {
            requireUnconditional(w, "a group of asynchronous copies");
            for (int m = mask; m != 0; m &= m - 1) {
                apply(w.cta().copies(), w.thread(Integer.numberOfTrailingZeros(m)));
            }
        }

        @Override
        public final boolean isAsynchronous() {
            return true;
        }
    }

    /**
     * {@code cp.async.ca.shared.global [dst], [src], cp-size{, src-size | ignore-src}{, policy}}.
     */
    private static Step copy(Decoder d, Instruction i) {
        List<Operand> o = i.operands();
        int bytes = (int) ((Operand.Immediate) o.get(2)).bits();
        boolean valid = bytes == 16 || (bytes == 4 || bytes == 8) && i.has("ca");
        if (!valid) {
            throw new UnsupportedPtxException(
                    "a copy of " + bytes + " bytes is not allowed with ." + i.modifiers().get(1));
        }
        int end = i.has("L2::cache_hint") ? o.size() - 1 : o.size();
        int sourceSize = -1;
        int ignore = 0;
        boolean ignores = false;
        if (end > 3) {
            ignores = isPredicate(d, o.get(3));
            if (ignores) {
                ignore = d.predicate(o.get(3));
            } else {
                sourceSize = d.source(o.get(3), PtxType.U32);
            }
        }
        return new CopyStep(
                MemoryOperand.of(d, o.get(0), StateSpace.SHARED),
                MemoryOperand.of(d, o.get(1), StateSpace.GLOBAL),
                bytes,
                sourceSize,
                ignores,
                ignore);
    }

    private static boolean isPredicate(Decoder d, Operand o) {
        return o instanceof Operand.NegatedPredicate || d.declaredType(o) == PtxType.PRED;
    }

    /** Issues a copy for each lane. */
    private static final class CopyStep extends ValueStep implements AddressedStep {
        private final MemoryOperand destination;
        private final MemoryOperand source;
        private final int bytes;
        private final int sourceSize;
        private final boolean ignores;
        private final int ignore;
        private final byte[] tag = new byte[1];
        private final long[] payload = new long[1];

        /**
         * Makes the step of a copy.
         *
         * @param bytes cp-size
         * @param sourceSize lane base of src-size, or −1
         * @param ignores whether there is an ignore-src operand
         * @param ignore the lane base of ignore-src, {@code -base - 1} if it is negated
         */
        CopyStep(
                MemoryOperand destination,
                MemoryOperand source,
                int bytes,
                int sourceSize,
                boolean ignores,
                int ignore) {
            this.destination = destination;
            this.source = source;
            this.bytes = bytes;
            this.sourceSize = sourceSize;
            this.ignores = ignores;
            this.ignore = ignore;
        }

        @Override
        public boolean isAsynchronous() {
            return true;
        }

        @Override
        public boolean isCopy() {
            return true;
        }

        @Override
        public List<LaneAccess> accesses() {
            return List.of(
                    new LaneAccess(LaneAccess.Kind.COPY_READ, source, bytes),
                    new LaneAccess(LaneAccess.Kind.COPY_WRITE, destination, bytes));
        }

        @Override
        public int bytes(LaneAccess access, Warp w, int lane) {
            return access.kind() == LaneAccess.Kind.COPY_READ ? sourceBytes(w, lane) : bytes;
        }

        @Override
        public boolean accessesMemory() {
            return true;
        }

        @Override
        public void execute(Warp w, int mask) {
            requireUnconditional(w, "an asynchronous copy");
            w.machine().countAccesses(mask, false);
            w.machine().countAccesses(mask, true);
            for (int m = mask; m != 0; m &= m - 1) {
                lane(w, Integer.numberOfTrailingZeros(m));
            }
        }

        private void lane(Warp w, int lane) {
            long to = destination.address(w, lane, this);
            MemoryObject d = to == Warp.NO_ADDRESS ? null : object(w, lane, to, bytes, true);
            int count = sourceBytes(w, lane);
            long from = count > 0 ? source.address(w, lane, this) : 0;
            MemoryObject s =
                    count > 0 && from != Warp.NO_ADDRESS
                            ? object(w, lane, from, count, false)
                            : null;
            boolean sourceFailed = count > 0 && s == null;
            if (d != null) {
                long at = to - d.base();
                begin(w, lane, d, at, s, s == null ? 0 : from - s.base(), count);
                if (sourceFailed) {
                    Value unknown =
                            Value.whole(
                                    Tag.UNDEFINED,
                                    w.machine().undefined().ofFailedAccess(),
                                    bytes * 8);
                    d.store(at, unknown);
                } else {
                    if (count > 0) {
                        ReadContext read = w.reading(this, lane, PtxType.B32);
                        transfer(d, at, s, from - s.base(), count, read);
                    }
                    clear(d, at, count);
                }
            }
        }

        private MemoryObject object(Warp w, int lane, long address, int size, boolean write) {
            StateSpace space = write ? StateSpace.SHARED : StateSpace.GLOBAL;
            if (!AddressSpace.isIn(address, space)) {
                throw new UnsupportedPtxException(
                        "an address is not in "
                                + space.name().toLowerCase(Locale.ROOT)
                                + " memory");
            }
            return w.machine().addresses().resolve(address, size, bytes, w, lane, this, write);
        }

        /**
         * The number of bytes that a lane's copy reads; it sets the rest of the destination to
         * zero.
         */
        private int sourceBytes(Warp w, int lane) {
            if (ignores) {
                int condition = Comparison.predicate(w, ignore, lane);
                if (condition != w.store().trueTerm() && condition != w.store().falseTerm()) {
                    throw new UnsupportedPtxException(
                            "the predicate for ignoring the source depends on "
                                    + w.store().show(condition, 120));
                }
                return condition == w.store().trueTerm() ? 0 : bytes;
            }
            if (sourceSize < 0) {
                return bytes;
            }
            Value v = w.value(sourceSize + lane).resize(32);
            if (!v.isConcrete()) {
                throw new UnsupportedPtxException("src-size is not concrete");
            }
            long count = v.payload();
            if (count > bytes) {
                w.machine()
                        .reportOnPath(
                                Finding.Kind.OUT_OF_BOUNDS,
                                w.machine().threadName(w.thread(lane))
                                        + " copies "
                                        + count
                                        + " bytes (src-size) to "
                                        + bytes
                                        + " (cp-size)",
                                w,
                                lane,
                                this,
                                null);
                return bytes;
            }
            return (int) count;
        }

        private void begin(
                Warp w, int lane, MemoryObject d, long at, MemoryObject s, long from, int count) {
            Shadow read = s == null ? null : s.shadow();
            AsyncCopy copy =
                    new AsyncCopy(
                            w.globalThread(lane),
                            index(),
                            d.shadow(),
                            at,
                            bytes,
                            read,
                            from,
                            count);
            Conflict c = copy.beginRead();
            if (c != null) {
                w.machine().reportRace(c, s, w, lane, this, false);
            }
            c = copy.beginWrite();
            if (c != null) {
                w.machine().reportRace(c, d, w, lane, this, true);
            }
            w.cta().copies().issued(w.thread(lane), copy);
        }

        private void transfer(
                MemoryObject d, long to, MemoryObject s, long from, int count, ReadContext read) {
            int done = 0;
            while (done < count) {
                int n = Math.min(WORD_BYTES, count - done);
                boolean words = n == WORD_BYTES && s.unit() == n && d.unit() == n;
                if (words && s.loadCell(from + done, tag, payload, 0, read)) {
                    d.storeCell(to + done, tag[0], payload[0]);
                } else {
                    d.store(to + done, s.load(from + done, n, read));
                }
                done += n;
            }
        }

        private void clear(MemoryObject d, long to, int count) {
            if (count < bytes) {
                int done = count;
                while (done < bytes) {
                    int n = done % WORD_BYTES == 0 ? WORD_BYTES : WORD_BYTES - done % WORD_BYTES;
                    d.store(to + done, Value.concrete(0, n * 8));
                    done += n;
                }
            }
        }
    }
}
