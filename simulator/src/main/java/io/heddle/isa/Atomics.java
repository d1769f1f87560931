package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.ScheduleDependence;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.sync.shadow.Access;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import io.heddle.term.FloatFormat;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;
import java.util.Set;

/**
 * {@code atom} and {@code red} (PTX ISA 9.7.13).
 *
 * <p>Two sums, minima, maxima or bitwise operations of one kind commute, so that the location ends
 * with the same value in any order. What exch, cas, inc and dec leave there depends on the order,
 * and so does every result that is read: each becomes a new opaque number ({@link
 * io.heddle.machine.ScheduleDependence}), unless one order is asked for ({@link
 * io.heddle.machine.SimulationOptions#oneOrder}). Two atomics of different kinds race if nothing
 * orders them.
 */
public final class Atomics {
    private static final Set<String> OPERATIONS =
            Set.of("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec");
    private static final Set<String> BITWISE = Set.of("and", "or", "xor");
    private static final Set<String> ORDERED = Set.of("exch", "cas", "inc", "dec");

    private Atomics() {}

    /** Decodes an {@code atom} or a {@code red}. */
    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        String operation =
                i.modifiers().stream()
                        .filter(OPERATIONS::contains)
                        .findFirst()
                        .orElseThrow(() -> NotModelled.form(i));
        boolean reduction = i.opcode().equals("red");
        int at = reduction ? 0 : 1;
        Operand result = reduction ? null : i.operands().get(0);
        List<Operand> results = result == null ? List.of() : elements(result);
        boolean used = results.stream().anyMatch(r -> !d.isDead(r));
        List<Operand> data = elements(i.operands().get(at + 1));
        int[] sources = new int[data.size()];
        for (int k = 0; k < sources.length; k++) {
            sources[k] = d.source(data.get(k), type);
        }
        int[] destinations = results.stream().mapToInt(d::destination).toArray();
        MemoryOperand place =
                MemoryOperand.of(
                        d,
                        i,
                        i.operands().get(at),
                        data.size() > 1
                                ? MemoryOperand.Spaces.GLOBAL
                                : MemoryOperand.Spaces.GLOBAL_AND_SHARED);
        if (i.has("cluster")) {
            d.requireClusterOfOne("scope .cluster");
        }
        boolean ctaScope = i.has("cta") || i.has("cluster"); // a cluster is one CTA
        requireElements(i, data.size());
        return new AtomicStep(place, operation, type, destinations, sources, used, ctaScope);
    }

    /** Refuses a vector operand whose number of elements is not the one that the modifier says. */
    static void requireElements(Instruction i, int given) {
        int said = i.has("v2") ? 2 : i.has("v4") ? 4 : i.has("v8") ? 8 : 1;
        if (given != said) {
            throw new UnsupportedPtxException(given + " elements, expected " + said);
        }
    }

    /**
     * The kind of an atomic operation. Two operations of equal kind have the same effect in either
     * order, or leave an opaque number anyway. The kind of an integer sum does not depend on the
     * sign.
     */
    private static int kind(String operation, PtxType type) {
        boolean signless = operation.equals("add") && !FloatingPoint.isFloat(type);
        return (operation + "." + (signless ? type.bits() : type)).hashCode();
    }

    private static List<Operand> elements(Operand o) {
        return o instanceof Operand.Vector v ? v.elements() : List.of(o);
    }

    private static final class AtomicStep extends ValueStep implements AddressedStep {
        private final MemoryOperand place;
        private final String operation;
        private final PtxType type;
        private final int[] destinations;
        private final int[] sources;
        private final boolean used;
        private final boolean ctaScope;
        private final int kind;

        AtomicStep(
                MemoryOperand place,
                String operation,
                PtxType type,
                int[] destinations,
                int[] sources,
                boolean used,
                boolean ctaScope) {
            this.place = place;
            this.operation = operation;
            this.type = type;
            this.destinations = destinations;
            this.sources = sources;
            this.used = used;
            this.ctaScope = ctaScope;
            kind = kind(operation, type);
        }

        @Override
        public void execute(Warp w, int mask) {
            w.machine().countAccesses(mask, true);
            int bytes = type.bits() / 8;
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int term = place.addressTerm(w, lane);
                if (term != 0) {
                    Places.forEach(
                            SymbolicAddress.of(term, place.spaces(), w, lane, this),
                            bytes * sources.length,
                            w,
                            lane,
                            this,
                            "atomics",
                            at -> lane(w, lane, at, bytes, true));
                    continue;
                }
                lane(w, lane, place.address(w, lane, this), bytes, false);
            }
        }

        /**
         * Updates what is at an address.
         *
         * @param one it is one of several that the lane may update
         */
        private void lane(Warp w, int lane, long address, int bytes, boolean one) {
            MemoryObject o =
                    address == Warp.NO_ADDRESS
                            ? null
                            : w.machine()
                                    .addresses()
                                    .resolve(address, bytes * sources.length, w, lane, this, true);
            for (int k = 0; o != null && k < sources.length; k++) {
                lane(w, lane, o, address - o.base() + (long) k * bytes, bytes, k, one);
            }
        }

        private void lane(
                Warp w, int lane, MemoryObject o, long offset, int bytes, int k, boolean one) {
            if (!o.isWritable()) {
                w.machine().addresses().reportReadOnly(o, offset, w, lane, this);
                return;
            }
            if (o.shadow() != null) {
                Conflict c = record(w, lane, o.shadow(), offset, bytes);
                if (c != null) {
                    w.machine().reportRace(c, o, w, lane, this, true);
                }
            }
            Value old = w.load(o, offset, bytes, lane, w.reading(this, lane, type));
            boolean replaced = operation.equals("exch") && !used; // the old value is lost
            if (old.undefinedTerm() != 0 && !replaced) {
                w.machine().undefined().report(old, this, w, lane, "an atomic operation");
            }
            Value added = w.value(sources[k] + lane).resize(type.bits());
            boolean sum = false;
            if (one && operation.equals("add") && old.undefinedTerm() == 0) {
                Value all = o.load(offset, bytes, w.reading(this, lane, type));
                sum = !w.views().mayBeUndefined(all);
                if (sum) { // old + (v there, else 0) adds up in any order
                    old = all;
                    added = w.views().ite(w.path(lane), added, Value.concrete(0, type.bits()));
                }
            }
            Value ticket =
                    used && !one && sources.length == 1
                            ? w.machine().tickets().take(w, lane, o, offset, old, added, this)
                            : null;
            boolean inOrder =
                    ticket == null
                            && w.machine().options().oneOrder()
                            && !operation.equals("cas")
                            && !FloatingPoint.isFloat(type)
                            && old.isConcrete()
                            && added.isConcrete();
            Value updated =
                    isKnown(old, added)
                            ? combine(w, old, added)
                            : ticket != null
                                    ? wrapped(old, added)
                                    : inOrder ? next(old, added) : opaque(w, lane, k);
            if (operation.equals("add") && FloatingPoint.isFloat(type)) {
                noteSums(w, w.globalThread(lane), o, offset, old, added, updated);
            }
            if (used) {
                w.set(
                        destinations[k] + lane,
                        ticket != null ? ticket : inOrder ? old : opaque(w, lane, k));
            }
            if (ticket == null) {
                w.machine().tickets().update(w.globalThread(lane), o, offset, bytes);
            } else { // taking it has dropped the atomics so far if it is the last one
                record(w, lane, o.shadow(), offset, bytes);
            }
            o.store(offset, sum ? updated : w.stored(o, offset, updated, lane));
        }

        /** What an exchange, an increment or a decrement leaves. */
        private Value next(Value old, Value given) {
            return switch (operation) {
                case "exch" -> given;
                case "inc" -> wrapped(old, given);
                default -> {
                    boolean back =
                            old.payload() == 0
                                    || Long.compareUnsigned(old.payload(), given.payload()) > 0;
                    yield back ? given : Value.concrete(old.payload() - 1, type.bits());
                }
            };
        }

        /** What {@code atom.inc} makes of a ticket: one more, or 0 after {@code most}. */
        private Value wrapped(Value old, Value most) {
            long next =
                    Long.compareUnsigned(old.payload(), most.payload()) >= 0
                            ? 0
                            : old.payload() + 1;
            return Value.concrete(next, type.bits());
        }

        private void noteSums(
                Warp w,
                int thread,
                MemoryObject o,
                long offset,
                Value old,
                Value added,
                Value updated) {
            FloatFormat f = FloatingPoint.format(type);
            int n = f.bits();
            for (int at = 0; at < type.bits(); at += n) {
                w.views()
                        .roundedSteps()
                        .noteAtomicSum(
                                o,
                                offset + at / 8,
                                thread,
                                w.views().real(old.slice(at, n), f),
                                w.views().real(added.slice(at, n), f),
                                w.views().real(updated.slice(at, n), f),
                                f,
                                instruction());
            }
        }

        private Conflict record(Warp w, int lane, Shadow shadow, long offset, int bytes) {
            int thread = w.globalThread(lane);
            return w.isConditional()
                    ? shadow.accessUnder(
                            List.of(
                                    Access.atomic(
                                            w.path(lane),
                                            thread,
                                            index(),
                                            offset,
                                            bytes,
                                            kind,
                                            ctaScope)))
                    : shadow.atomic(thread, index(), offset, bytes, kind, ctaScope);
        }

        /**
         * True if the value that the atomic leaves in memory is a term of its operands. A bitwise
         * operation whose result is read leaves an opaque number unless both operands are concrete.
         */
        private boolean isKnown(Value old, Value added) {
            boolean bitwise = BITWISE.contains(operation);
            return !ORDERED.contains(operation)
                    && (!used || !bitwise || (old.isConcrete() && added.isConcrete()));
        }

        /**
         * A new opaque number, which stands for a value that depends on the order of the atomics.
         */
        private Value opaque(Warp w, int lane, int k) {
            TermStore s = w.store();
            int t =
                    s.apply(
                            ScheduleDependence.function("atom." + operation, 4),
                            s.integer(index()),
                            s.integer(w.globalThread(lane)),
                            s.integer(k),
                            s.integer(w.machine().nextUnknown()));
            return Value.whole(Tag.INT, Tag.integer(t, type.bits(), type.isSigned()), type.bits());
        }

        private Value combine(Warp w, Value old, Value v) {
            if (FloatingPoint.isFloat(type)) {
                return floats(w, old, v, FloatingPoint.format(type));
            }
            boolean signed = type.isSigned() || operation.equals("add") && own(old, v);
            if (operation.equals("add") && !(old.isConcrete() && v.isConcrete())) {
                int sum =
                        w.store()
                                .add(
                                        w.views().congruent(old, type.bits()),
                                        w.views().congruent(v, type.bits()));
                return w.views().ofSum(sum, type.bits(), signed, instruction(), old, v);
            }
            int a = w.views().comparedInteger(old, type.bits(), signed);
            int b = w.views().comparedInteger(v, type.bits(), signed);
            if (old.isConcrete() && v.isConcrete()) {
                return Value.concrete(concrete(old.payload(), v.payload()), type.bits());
            }
            TermStore s = w.store();
            int t =
                    switch (operation) {
                        case "min" -> s.min(a, b);
                        case "max" -> s.max(a, b);
                        default ->
                                throw new UnsupportedPtxException(
                                        operation + " of values that are not concrete");
                    };
            return w.views().ofInteger(t, type.bits(), signed);
        }

        private static boolean own(Value a, Value b) {
            Value v = a.tag() == Tag.INT ? a : b;
            return v.tag() == Tag.INT && Tag.signed(v.payload());
        }

        private long concrete(long a, long b) {
            long x = type.isSigned() ? io.heddle.value.Views.signExtend(a, type.bits()) : a;
            long y = type.isSigned() ? io.heddle.value.Views.signExtend(b, type.bits()) : b;
            int order = type.isSigned() ? Long.compare(x, y) : Long.compareUnsigned(x, y);
            return switch (operation) {
                case "add" -> a + b;
                case "min" -> order <= 0 ? a : b;
                case "max" -> order >= 0 ? a : b;
                case "and" -> a & b;
                case "or" -> a | b;
                default -> a ^ b;
            };
        }

        private Value floats(Warp w, Value old, Value v, FloatFormat f) {
            int n = f.bits();
            Value result = null;
            for (int at = 0; at < type.bits(); at += n) {
                int a = w.views().real(old.slice(at, n), f);
                int b = w.views().real(v.slice(at, n), f);
                TermStore s = w.store();
                int t =
                        switch (operation) {
                            case "add" -> s.add(a, b);
                            case "min" -> s.min(a, b);
                            case "max" -> s.max(a, b);
                            default -> throw new UnsupportedPtxException(operation + " of floats");
                        };
                Value part = w.views().ofReal(t, f);
                result = result == null ? part : result.concat(part);
            }
            return result;
        }

        @Override
        public boolean isUnusedLoad() {
            return !used;
        }

        @Override
        public List<LaneAccess> accesses() {
            int bytes = type.bits() / 8 * sources.length;
            return List.of(new LaneAccess(LaneAccess.Kind.ATOMIC, place, bytes));
        }

        @Override
        public boolean accessesMemory() {
            return true;
        }

        @Override
        public int[] destinations() {
            return destinations.clone();
        }
    }
}
