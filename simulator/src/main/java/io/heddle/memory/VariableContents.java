package io.heddle.memory;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Bytes;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * What the variables of a module hold when a launch begins: what launches before have left, what
 * their initialisers say, or numbers that the file does not state, which are inputs as the elements
 * of tensors are.
 */
final class VariableContents {
    /** Prefixes of the names of compiler-made tables, which a host program cannot access. */
    private static final List<String> LIBRARY = List.of("__cudart_", "__const_", "$str");

    private final TermStore store;
    private final Assumptions assumptions;
    private final Map<String, PlacedVariable> variables;
    private final FunctionAddresses functions;
    private final LeftVariables left;
    private final List<Symbol> inputs = new ArrayList<>();

    /**
     * @param assumptions what reading variables takes for granted
     * @param variables those of the module, whose addresses initialisers name
     * @param functions where those lie whose addresses initialisers name
     * @param left what launches before have left in them
     */
    VariableContents(
            TermStore store,
            Assumptions assumptions,
            Map<String, PlacedVariable> variables,
            FunctionAddresses functions,
            LeftVariables left) {
        this.functions = functions;
        this.left = left;
        this.store = store;
        this.assumptions = assumptions;
        this.variables = variables;
    }

    /** The contents of a variable, in cells of {@code unit} bytes. */
    MemoryObject.Contents of(Variable v, int unit) {
        MemoryObject.Contents initial =
                isInput(v)
                        ? (cell, read) -> input(v, cell, unit, read)
                        : (cell, read) -> loaded(v, cell, unit);
        return left.of(v, initial, assumptions);
    }

    /**
     * What the file says that a cell holds when the module is loaded; null of a variable of which
     * it does not say so.
     */
    LongFunction<Value> loaded(Variable v, int unit) {
        return isInput(v) ? null : cell -> initialised(v, cell, unit);
    }

    /** The variables that were read as inputs, typed as they were read. */
    List<Symbol> inputs() {
        return List.copyOf(inputs);
    }

    /**
     * True if the file does not say what a variable holds. A constant variable without an
     * initialiser is set by the host. One that is declared with {@code .extern} is defined, and may
     * be initialised, in another module (PTX ISA 11.6.1: "Declares identifier to be defined
     * external to the current module").
     */
    private static boolean isInput(Variable v) {
        return v.external() || v.space() == StateSpace.CONST && v.initialiser() == null;
    }

    /**
     * An element that the file does not state, typed as the variable is, or, if that says only how
     * many bits there are, by its first load. Its symbol has a name that no tensor has, since a
     * tensor may be called as the variable is.
     */
    private Value input(Variable v, long cell, int unit, ReadContext reader) {
        boolean declared = v.type().bytes() == unit && !v.type().isBits();
        ElementType type = type(declared ? v.type() : reader.type());
        boolean fits = type != null && type.bytes() % unit == 0 && v.size() % type.bytes() == 0;
        if (!fits) {
            throw new UnsupportedPtxException(
                    described(v)
                            + " is not "
                            + (v.external() ? "defined" : "initialised")
                            + " in the file and is not read in elements of "
                            + unit
                            + " bytes");
        }
        int size = (int) (v.size() / type.bytes());
        Symbol symbol = new Symbol(v.qualifiedName(), type, List.of(size));
        int id;
        try {
            id = store.declare(symbol);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedPtxException(
                    described(v) + " is read in several types, or has several sizes");
        }
        if (!inputs.contains(symbol)) {
            inputs.add(symbol);
        }
        assumptions.add(Assumption.Kind.OTHER, described(v) + " is the same on both sides", null);
        if (!declared && type.isFloat()) { // NaN and infinities are words, too
            assumptions.add(Assumption.Kind.OTHER, described(v) + " holds finite numbers", null);
        }
        int cells = type.bytes() / unit; // of one element
        int element = store.element(id, cell / cells);
        return Value.whole(Tag.of(type), Tag.payload(type, element), type.bits())
                .slice((int) (cell % cells) * unit * 8, unit * 8);
    }

    /** The type of an element that is declared or loaded so; null if it is none. */
    private static ElementType type(PtxType type) {
        if (type == null || type == PtxType.B32) {
            return type == null ? null : ElementType.F32;
        }
        return ElementType.parse(type.name().toLowerCase(Locale.ROOT));
    }

    private static String described(Variable v) {
        return "the " + (v.external() ? "external" : "constant") + " variable " + v.name();
    }

    /** A cell that is read as the module's loading left it. */
    private Value loaded(Variable v, long cell, int unit) {
        if (LIBRARY.stream().noneMatch(v.name()::startsWith)) {
            assumptions.add(
                    Assumption.Kind.OTHER,
                    "the variable "
                            + v.name()
                            + " keeps its initial contents (the host may overwrite it)",
                    null);
        }
        return initialised(v, cell, unit);
    }

    private Value initialised(Variable v, long cell, int unit) {
        long pattern = 0;
        for (int k = unit - 1; k >= 0; k--) {
            pattern = pattern << Byte.SIZE | initialByte(v, cell * unit + k);
        }
        return Value.concrete(pattern, unit * Byte.SIZE);
    }

    /** A byte that the initialiser states; "with no explicit initializer" it is 0 (5.4.4). */
    private int initialByte(Variable v, long at) {
        for (Variable.InitialAddress a : v.addresses()) {
            if (at >= a.offset() && at < a.offset() + width(v)) {
                return (int) (address(a) >>> (at - a.offset()) * Byte.SIZE) & 0xff;
            }
        }
        Bytes bytes = v.initialiser();
        return bytes != null && at < bytes.length() ? bytes.get((int) at) & 0xff : 0;
    }

    /**
     * How many bytes of an address an element holds. "Type .u8 is allowed only if the mask()
     * operator is used" (PTX ISA 5.4.4): there eight elements hold the bytes of one.
     */
    private static int width(Variable v) {
        return v.type().bytes() == 1 ? Long.BYTES : v.type().bytes();
    }

    /**
     * The address that an initialiser names. "By default, the resulting address is the offset in
     * the variable's state space [...] An operator, generic(), is provided to create a generic
     * address" (PTX ISA 5.4.4).
     */
    private long address(Variable.InitialAddress a) {
        PlacedVariable target = variables.get(a.symbol());
        if (target == null && a.addend() == 0 && functions.of(a.symbol()).isPresent()) {
            return functions.of(a.symbol()).get();
        }
        if (target == null) {
            throw new UnsupportedPtxException(
                    "the address of " + a.symbol() + " in an initialiser");
        }
        if (target.variable().isSizedElsewhere()) {
            throw new UnsupportedPtxException(
                    "the external variable " + a.symbol() + ", whose size is not in the file");
        }
        boolean offset = !a.generic() && target.variable().space() == StateSpace.CONST;
        long window = offset ? AddressSpace.CONST_WINDOW : 0;
        return target.address() - window + a.addend();
    }
}
