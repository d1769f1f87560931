package io.heddle.replay.step;

import io.heddle.ptx.Function;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Addresses;
import io.heddle.replay.machine.Layout;
import io.heddle.replay.machine.ParameterLayout;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Windows;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Rounding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns every operand of a function a slot of the register file: registers, and also constants,
 * addresses and special registers, so that a step reads all its sources alike.
 */
final class Operands {
    private final Function function;
    private final Addresses addresses;
    private final ParameterLayout parameters;
    private final Layout locals;
    private final Map<Long, Integer> constants = new HashMap<>();
    private final Map<String, Integer> presetSlots = new HashMap<>();
    private final List<Long> initial = new ArrayList<>();
    private final List<Program.Preset> presets = new ArrayList<>();
    private final List<Step> preludes = new ArrayList<>();

    Operands(
            Function function,
            Addresses addresses,
            byte poison,
            ParameterLayout parameters,
            Layout locals) {
        this.function = function;
        this.addresses = addresses;
        this.parameters = parameters;
        this.locals = locals;
        for (Function.RegisterDeclaration r : function.registers()) {
            initial.add((poison & 0xFF) * 0x0101010101010101L & Bits.mask(r.type().bits()));
        }
    }

    Function function() {
        return function;
    }

    Addresses addresses() {
        return addresses;
    }

    ParameterLayout parameters() {
        return parameters;
    }

    List<Program.Preset> presets() {
        return presets;
    }

    long[] template() {
        return initial.stream().mapToLong(Long::longValue).toArray();
    }

    /** Steps to run before the instruction just decoded; forgets them. */
    List<Step> takePreludes() {
        List<Step> taken = List.copyOf(preludes);
        preludes.clear();
        return taken;
    }

    private int newSlot(long value) {
        initial.add(value);
        return initial.size() - 1;
    }

    /** A slot of its own, for a result that nobody reads. */
    int scratch() {
        return newSlot(0);
    }

    int constant(long bits) {
        return constants.computeIfAbsent(bits, this::newSlot);
    }

    private int preset(String key, Program.Value value) {
        return presetSlots.computeIfAbsent(
                key,
                k -> {
                    int slot = newSlot(0);
                    presets.add(new Program.Preset(slot, value));
                    return slot;
                });
    }

    /** The declared width of a destination in bits; 64 for a sink. */
    int width(Operand destination) {
        return destination instanceof Operand.Register r
                ? function.registers().get(r.index()).type().bits()
                : 64;
    }

    /** The slot of a destination. */
    int destination(Operand operand) {
        if (operand instanceof Operand.Register r) {
            return register(r);
        }
        if (operand instanceof Operand.Sink) {
            return scratch();
        }
        throw StopException.unsupported("destination " + operand);
    }

    private int register(Operand.Register r) {
        Function.RegisterDeclaration declaration = function.registers().get(r.index());
        if (declaration.vector() > 1 || declaration.type() == PtxType.B128) {
            throw StopException.unsupported("register of type " + declaration);
        }
        return r.index();
    }

    /** The slot of a predicate source, possibly negated. */
    int predicate(Operand operand) {
        if (operand instanceof Operand.NegatedPredicate n) {
            int from = register(n.register());
            int to = scratch();
            preludes.add(lane -> lane.r[to] = lane.r[from] ^ 1);
            return to;
        }
        if (operand instanceof Operand.Immediate i) {
            return constant(i.bits() != 0 ? 1 : 0);
        }
        return source(operand, PtxType.PRED);
    }

    /** The slot of a source of an instruction of type {@code type}. */
    int source(Operand operand, PtxType type) {
        if (operand instanceof Operand.Register r) {
            return register(r);
        }
        if (operand instanceof Operand.NegatedPredicate) {
            return predicate(operand);
        }
        if (operand instanceof Operand.Immediate i) {
            return constant(immediate(i, type));
        }
        if (operand instanceof Operand.SpecialRegister s) {
            return special(s.name());
        }
        if (operand instanceof Operand.Symbol s) {
            return s.name().equals("WARP_SZ") ? constant(32) : addressOf(s);
        }
        throw StopException.unsupported("operand " + operand);
    }

    private static long immediate(Operand.Immediate i, PtxType type) {
        BinaryFormat format = Comparison.floatFormat(type);
        boolean narrowFloat = type == PtxType.F32 || type == PtxType.F16 || type == PtxType.BF16;
        return switch (i.kind()) {
            case INTEGER -> {
                if (type == PtxType.F32 || type == PtxType.F64) {
                    throw StopException.unsupported("integer literal as a " + type);
                }
                yield i.bits() & Bits.mask(Math.max(type.bits(), 1));
            }
            case F32 ->
                    type == PtxType.F64
                            ? Double.doubleToRawLongBits(Float.intBitsToFloat((int) i.bits()))
                            : i.bits() & 0xFFFFFFFFL;
            case F64 ->
                    narrowFloat
                            ? format.fromDouble(
                                    Double.longBitsToDouble(i.bits()), Rounding.NEAREST_EVEN)
                            : i.bits();
        };
    }

    private int special(String name) {
        SpecialRegisters.Kind kind = SpecialRegisters.kind(name);
        if (kind == SpecialRegisters.Kind.TIME) {
            int slot = scratch();
            preludes.add(lane -> lane.r[slot] = lane.cta.time());
            return slot;
        }
        return preset(name, (lane, depth) -> SpecialRegisters.value(name, lane));
    }

    /** The slot of the base of a memory operand. */
    int base(Operand.Address address) {
        return address.base() instanceof Operand.Symbol s
                ? symbol(s)
                : source(address.base(), PtxType.U64);
    }

    /**
     * The address of a symbol as a value. That of a parameter of a function that is no entry would
     * be one of a copy in local memory (PTX ISA, mov).
     */
    private int addressOf(Operand.Symbol s) {
        if (!function.entry() && parameters.offset(s.name()) >= 0) {
            throw StopException.unsupported("the address of the function's parameter " + s.name());
        }
        return symbol(s);
    }

    /** The address of a symbol in its own state space. */
    private int symbol(Operand.Symbol s) {
        String name = s.name();
        long offset = s.offset();
        if (parameters.offset(name) >= 0) {
            long at = parameters.offset(name) + offset;
            return preset(
                    "param " + at, (lane, depth) -> ((long) depth << Windows.DEPTH_SHIFT) + at);
        }
        if (locals.offset(name) >= 0) {
            long at = locals.offset(name) + offset;
            return preset(
                    "local " + at, (lane, depth) -> ((long) depth << Windows.DEPTH_SHIFT) + at);
        }
        return constant(addresses.of(function.name(), name) + offset);
    }

    /** The window of the state space of a symbol. */
    long window(String name) {
        if (parameters.offset(name) >= 0) {
            return Windows.PARAMETER;
        }
        return locals.offset(name) >= 0 ? Windows.LOCAL : addresses.window(function.name(), name);
    }
}
