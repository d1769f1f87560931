package io.heddle.simulate;

import io.heddle.machine.Program;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.value.Value;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches, in one execution, the operands of instructions that compute numbers from addresses. An
 * operand that is the same number in all executions is no address. Otherwise it must be the same
 * offset in the same object in all of them, and the result must follow from what is promised of
 * addresses ({@link AddressRules}).
 */
final class AddressAudit {
    private final Map<Instruction, Seen> seen = new LinkedHashMap<>();

    /** What one instruction has read so far. */
    private static final class Seen {
        final AddressUse.Use use;
        long numbers;
        long places;
        boolean open;
        final Set<Set<String>> ordered = new HashSet<>();

        Seen(AddressUse.Use use) {
            this.use = use;
        }
    }

    AddressAudit(List<AddressUse.Use> uses) {
        uses.forEach(u -> seen.put(u.at(), new Seen(u)));
    }

    /** Starts to watch the steps of a decoded program. */
    void watch(Program program, AddressSpace space, SharedLayout shared, Function entry) {
        AddressOrigins origins = new AddressOrigins(space, shared, program.locals, entry);
        for (Step step : program.code) {
            Seen s = step.instruction() == null ? null : seen.get(step.instruction());
            if (s != null && step instanceof ValueStep v) {
                v.watch((at, warp, mask) -> see(s, origins, at, warp, mask));
            }
        }
    }

    /**
     * Returns an instruction whose result does not follow from the promises, if there is one.
     *
     * @param other an execution with the objects at other addresses
     */
    Optional<Instruction> unexplained(AddressAudit other) {
        Set<Set<String>> ordered = new HashSet<>();
        for (Seen s : seen.values()) {
            Seen t = other.seen.get(s.use.at());
            if (s != t && s.numbers == t.numbers && !takesCarry(s)) {
                continue;
            }
            if (s != t && (s.open || t.open || s.places != t.places)) {
                return Optional.of(s.use.at());
            }
            if (s != t) {
                ordered.addAll(s.ordered);
            }
            if (ordered.size() > 1) {
                return Optional.of(s.use.at()); // not all orders of three objects are tried
            }
        }
        return Optional.empty();
    }

    private static boolean takesCarry(Seen s) {
        return s.use.addresses().isEmpty() && s.open;
    }

    private static void see(Seen s, AddressOrigins origins, Step step, Warp warp, int mask) {
        List<Operand> operands = s.use.at().operands();
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            AddressOrigins.Origin[] values = new AddressOrigins.Origin[operands.size()];
            for (int k = 0; k < values.length; k++) {
                values[k] = value(s, origins, step, warp, lane, operands.get(k));
            }
            boolean offsets = s.use.lowBits() == 1 || isAddressAmong(values);
            for (AddressOrigins.Origin v : values) {
                if (offsets && v != null && v.isSmall() && AddressSums.isSum(s.use.at())) {
                    s.places = mixed(s.places, v.offset()); // must be equal in every execution
                }
            }
            s.open |= !AddressRules.follows(s.use.at(), values, s.use.lowBits(), s.ordered);
        }
    }

    private static boolean isAddressAmong(AddressOrigins.Origin[] values) {
        for (AddressOrigins.Origin v : values) {
            if (v != null && (v.object() != null || v.isInWindow())) {
                return true;
            }
        }
        return false;
    }

    /** Where the number in an operand comes from, or null if it is no integer. */
    private static AddressOrigins.Origin value(
            Seen s, AddressOrigins origins, Step step, Warp warp, int lane, Operand operand) {
        if (operand instanceof Operand.Immediate c) {
            return AddressOrigins.Origin.number(c.bits());
        }
        if (operand instanceof Operand.Vector v) {
            for (Operand o : v.elements()) {
                value(s, origins, step, warp, lane, o);
            }
            return null;
        }
        if (!(operand instanceof Operand.Register r)) {
            return null;
        }
        Value v = warp.value(step.laneBase(r) + lane);
        if (!s.use.addresses().contains(r)) {
            return v.isConcrete() ? AddressOrigins.Origin.number(v.payload()) : null;
        }
        long number = v.isConcrete() ? v.payload() : v.hashCode();
        s.numbers = mixed(s.numbers, number);
        AddressOrigins.Origin origin =
                v.isConcrete()
                        ? origins.of(v.payload(), v.width(), s.use.shared().contains(r))
                        : null;
        boolean compared = s.use.at().opcode().equals("setp") && v.isConcrete();
        if (origin == null) { // a compared number must be equal in every execution
            s.places = mixed(s.places, compared ? number : -1);
            return compared
                    ? AddressOrigins.Origin.number(number)
                    : AddressOrigins.Origin.unknown(number, s.use.shared().contains(r));
        }
        s.places = mixed(mixed(s.places, origin.object().hashCode()), origin.offset());
        return origin;
    }

    private static long mixed(long hash, long next) {
        long z = (hash ^ next) * 0x9E3779B97F4A7C15L;
        return z ^ z >>> 29;
    }
}
