package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.flow.Liveness;
import io.heddle.flow.PollLoops;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.FunctionAddresses;
import io.heddle.memory.PlacedVariable;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.SpecialRegister;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.term.FloatFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells the decoders of instructions which registers, addresses and types the operands of the
 * current function have.
 *
 * <p>Immediates and special registers become registers that are filled before execution, so that a
 * step reads all operands in the same way. A register is named by its lane base: the index of its
 * first lane in the arrays of {@link WarpRegisters}.
 */
public final class Decoder {
    private static final short ADDRESS_BITS = 64;

    private final Function entry;
    private final RegisterAllocation registers;
    private final Map<String, PlacedVariable> moduleVariables;
    private final Map<String, Long> entryParameters;
    private final FunctionAddresses functions;

    private Function function;
    private PollLoops polls; // of the function, null until asked for
    private BitSet read; // registers that the function reads, null until asked for
    private int registerBase;
    private List<Integer> hiddenRegisters; // of the function
    private Map<String, PlacedVariable> functionVariables;
    private Map<String, PlacedVariable> sharedVariables; // of the function
    private Set<String> elsewhere; // global and constant variables that the function declares

    Decoder(
            Function entry,
            RegisterAllocation registers,
            Map<String, PlacedVariable> moduleVariables,
            Map<String, Long> entryParameters,
            FunctionAddresses functions) {
        this.functions = functions;
        this.entry = entry;
        this.registers = registers;
        this.moduleVariables = moduleVariables;
        this.entryParameters = entryParameters;
    }

    /**
     * Starts to decode a function and allocates its declared registers.
     *
     * @param next the function whose operands follow
     * @param variables its local variables and parameters, by name
     * @param shared its shared variables, by name
     */
    void enter(
            Function next,
            Map<String, PlacedVariable> variables,
            Map<String, PlacedVariable> shared) {
        function = next;
        polls = null;
        read = null;
        functionVariables = variables;
        sharedVariables = shared;
        elsewhere = new HashSet<>();
        for (Variable v : next.variables()) {
            if (v.space() == StateSpace.GLOBAL || v.space() == StateSpace.CONST) {
                elsewhere.add(v.name());
            }
        }
        hiddenRegisters = new ArrayList<>();
        registerBase = registers.count();
        for (Function.RegisterDeclaration r : next.registers()) {
            registers.add(r.type().bits() * r.vector());
        }
    }

    /** Lane bases of the function's registers so far, the hidden ones first. */
    List<Integer> registersOfFunction() {
        List<Integer> all = new ArrayList<>(hiddenRegisters);
        for (int r = 0; r < function.registers().size(); r++) {
            all.add(register(r));
        }
        return all;
    }

    /** Number of the function's first declared register. */
    int registerBase() {
        return registerBase;
    }

    /** Lane base of the declared register with this index. */
    int register(int index) {
        return (registerBase + index) * Warp.LANES;
    }

    /**
     * The last modifier that is a type.
     *
     * @throws UnsupportedPtxException if there is none
     */
    public static PtxType type(Instruction i) {
        List<PtxType> types = types(i);
        if (types.isEmpty()) {
            throw new UnsupportedPtxException(i.mnemonic() + " has no type");
        }
        return types.get(types.size() - 1);
    }

    /** All modifiers that are types, in order. */
    public static List<PtxType> types(Instruction i) {
        List<PtxType> types = new ArrayList<>();
        for (String m : i.modifiers()) {
            PtxType t = PtxType.parse(m);
            if (t != null) {
                types.add(t);
            }
        }
        return types;
    }

    /** Lane base of a source operand that is read as {@code type}. */
    public int source(Operand o, PtxType type) {
        if (o instanceof Operand.Register r) {
            return register(r.index());
        }
        if (o instanceof Operand.Immediate c) {
            return constant(pattern(c, type), Math.max(type.bits(), 1));
        }
        if (o instanceof Operand.SpecialRegister s) {
            return special(s.name());
        }
        if (o instanceof Operand.Symbol s) {
            return constant(spaceAddress(s), ADDRESS_BITS);
        }
        throw new UnsupportedPtxException("an operand of a form that is not modelled");
    }

    /** Lane base of a source operand that is read as a float; an immediate becomes a term. */
    public int realSource(Operand o, FloatFormat format) {
        PtxType type = typeOf(format);
        return o instanceof Operand.Immediate c
                ? registers.literal(format, pattern(c, type))
                : source(o, type);
    }

    private static PtxType typeOf(FloatFormat format) {
        return PtxType.valueOf(format.name());
    }

    /** Lane base of a predicate operand; {@code -base - 1} if it is negated. */
    public int predicate(Operand o) {
        if (o instanceof Operand.NegatedPredicate n) {
            return -source(n.register(), PtxType.PRED) - 1;
        }
        return source(o, PtxType.PRED);
    }

    /** Lane base of a destination operand; {@code _} gets a register that nobody reads. */
    public int destination(Operand o) {
        if (o instanceof Operand.Register r) {
            return register(r.index());
        }
        if (o instanceof Operand.Sink) {
            return newRegister(64);
        }
        throw new UnsupportedPtxException("a destination of a form that is not modelled");
    }

    /** Lane base of a new register, which the program text does not name. */
    public int newRegister(int width) {
        return registers.add(width);
    }

    /** Lane base of a hidden register of the current function, such as the carry flag. */
    public int named(String name, int width) {
        return registers.hidden(function.name(), name, width, hiddenRegisters);
    }

    /** Lane base of a register that holds {@code bits} in every lane. */
    public int constant(long bits, int width) {
        return registers.constant(bits, width);
    }

    private int special(String name) {
        SpecialRegister special = SpecialRegister.of(name).orElseThrow();
        Integer known = registers.known(name, special);
        if (known != null) {
            return known;
        }
        if (special.isOfClusters()) {
            requireClusterOfOne(name);
        }
        if (!SpecialRegisters.isModelled(special)) {
            throw new UnsupportedPtxException("the special register " + name + " is not modelled");
        }
        return registers.special(name, special);
    }

    /**
     * Refuses an entry whose directives ask for clusters; without them a cluster is one CTA (PTX
     * ISA 11.6).
     *
     * @param what the feature that depends on the cluster, for the message
     * @throws UnsupportedPtxException if the entry has such a directive
     */
    public void requireClusterOfOne(String what) {
        for (String directive : new String[] {"reqnctapercluster", "explicitcluster"}) {
            if (entry.directives().containsKey(directive)) {
                throw new UnsupportedPtxException(
                        what + " in clusters that ." + directive + " asks for");
            }
        }
    }

    /** The bits of an immediate that is read as {@code type}. */
    public static long pattern(Operand.Immediate c, PtxType type) {
        boolean wide = type == PtxType.F64;
        boolean real = wide || type == PtxType.F32 || type == PtxType.TF32;
        return switch (c.kind()) {
            case F32 ->
                    wide
                            ? Double.doubleToRawLongBits(Float.intBitsToFloat((int) c.bits()))
                            : c.bits();
            case F64 ->
                    real && !wide
                            ? Float.floatToRawIntBits((float) Double.longBitsToDouble(c.bits()))
                                    & 0xffffffffL
                            : c.bits();
            case INTEGER -> c.bits();
        };
    }

    /**
     * The variable that a name stands for in the function, whose own ones hide those of the module;
     * null if it is that of a parameter of the entry or of a function.
     */
    private PlacedVariable variable(Operand.Symbol s) {
        String name = s.name();
        if (elsewhere.contains(name)) {
            throw new UnsupportedPtxException(
                    "the variable "
                            + name
                            + ", which a function declares in global or constant memory");
        }
        if (functionVariables.containsKey(name)) {
            return functionVariables.get(name);
        }
        if (sharedVariables.containsKey(name)) {
            return sharedVariables.get(name);
        }
        PlacedVariable found = isEntryParameter(name) ? null : moduleVariables.get(name);
        if (found != null && found.variable().isSizedElsewhere()) {
            throw new UnsupportedPtxException(
                    "the external variable " + name + ", whose size is not in the file");
        }
        return found;
    }

    private boolean isEntryParameter(String name) {
        return function.entry() && entryParameters.containsKey(name);
    }

    /** The state space of a named variable; null if the name is that of a function. */
    private StateSpace spaceOf(Operand.Symbol s) {
        PlacedVariable v = variable(s);
        if (v != null) {
            return v.variable().space();
        }
        return isEntryParameter(s.name()) ? StateSpace.PARAM : null;
    }

    /** The generic address of a named variable. */
    public long genericAddress(Operand.Symbol s) {
        PlacedVariable v = variable(s);
        if (v != null) {
            return v.address() + s.offset();
        }
        Long parameter = function.entry() ? entryParameters.get(s.name()) : null;
        if (parameter == null) {
            throw new UnsupportedPtxException("the address of " + s.name() + " is not modelled");
        }
        return parameter + s.offset();
    }

    /**
     * The address of a named variable in its own state space, which {@code mov} gives. A parameter
     * of a function that is no entry lies on the stack, in local memory (PTX ISA 9.7.9.6).
     */
    private long spaceAddress(Operand.Symbol s) {
        if (variable(s) == null && s.offset() == 0 && functions.of(s.name()).isPresent()) {
            return functions.of(s.name()).get();
        }
        StateSpace space =
                functionVariables.containsKey(s.name()) && spaceOf(s) == StateSpace.PARAM
                        ? StateSpace.LOCAL
                        : spaceOf(s);
        return genericAddress(s) - window(space);
    }

    /** The number to add to an address of a state space to make it generic. */
    public static long window(StateSpace space) {
        return switch (space) {
            case SHARED -> AddressSpace.SHARED_WINDOW;
            case LOCAL -> AddressSpace.LOCAL_WINDOW;
            case CONST -> AddressSpace.CONST_WINDOW;
            case PARAM -> AddressSpace.PARAM_WINDOW;
            case GLOBAL, REG, SREG, TEX -> 0;
        };
    }

    /** The declared width of a register operand in bits; 0 for any other operand. */
    public int widthOf(Operand o) {
        return o instanceof Operand.Register r ? registers.width(registerBase + r.index()) : 0;
    }

    /** The declared type of a register operand; null for any other operand. */
    public PtxType declaredType(Operand o) {
        return o instanceof Operand.Register r ? function.registers().get(r.index()).type() : null;
    }

    /**
     * True if the code does nothing but execute a {@code test_wait} or {@code try_wait} again when
     * it returns false.
     */
    public boolean isPoll(Instruction i) {
        if (polls == null) {
            polls = new PollLoops(function);
        }
        return polls.contains(i);
    }

    /** True if no instruction of the function reads the register. */
    public boolean isDead(Operand o) {
        if (o instanceof Operand.Sink) {
            return true;
        }
        if (read == null) {
            read = Liveness.read(function);
        }
        return o instanceof Operand.Register r && !read.get(r.index());
    }

    /** What the current function does with the value that {@code load} reads. */
    public LoadUse use(Instruction load) {
        return new LoadUse(function, load);
    }
}
