package io.heddle.machine;

import io.heddle.finding.LaunchException;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.flow.Liveness;
import io.heddle.flow.PollLoops;
import io.heddle.flow.PostDominators;
import io.heddle.idiom.Lifter;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.VariableLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.SpecialRegister;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.term.FloatFormat;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Turns an entry and the functions that it may call into a {@link Program}, once for each launch.
 *
 * <p>Immediates and special registers become registers that are filled before execution, so that a
 * step reads every operand alike. Instruction classes of {@code io.heddle.isa} call back for
 * operands.
 */
public final class Decoder {
    private static final short ADDRESS_BITS = 64;

    private final PtxModule module;
    private final Function entry;
    private final Views views;
    private final Map<String, InstructionDecoder> isa;
    private final List<Step> code = new ArrayList<>();
    private final List<Short> widths = new ArrayList<>();
    private final Map<String, Integer> constantRegisters = new HashMap<>();
    private final List<Program.Constant> constants = new ArrayList<>();
    private final Map<String, Integer> specialRegisters = new HashMap<>();
    private final List<Program.Special> specials = new ArrayList<>();
    private final Map<String, Integer> entryPoints = new HashMap<>();
    private final Map<String, Frame> frames = new LinkedHashMap<>();
    private final List<Integer> hiddenRegisters = new ArrayList<>(); // of the function
    private final ArrayDeque<Function> pending = new ArrayDeque<>();
    private final List<CallFixup> calls = new ArrayList<>();
    private final List<PlacedVariable> locals = new ArrayList<>();
    private final Map<String, PlacedVariable> moduleVariables;
    private final Map<String, Long> entryParameters;
    private final Map<String, Integer> functionNumbers = new LinkedHashMap<>();
    private final VariableLayout localLayout;

    private Function function;
    private PollLoops polls; // of the function, null until asked for
    private BitSet read; // registers that the function reads, null until asked for
    private int registerBase;
    private int codeBase;
    private int functionEnd;
    private final Map<String, PlacedVariable> functionVariables = new HashMap<>();
    private final Map<String, Map<String, PlacedVariable>> parametersOf = new HashMap<>();

    /** A call whose target's code is placed later. */
    private record CallFixup(DirectCallStep step, String callee) {}

    public Decoder(
            PtxModule module,
            Function entry,
            Views views,
            Map<String, InstructionDecoder> isa,
            Map<String, PlacedVariable> moduleVariables,
            Map<String, Long> entryParameters,
            VariableLayout localLayout) {
        this.module = module;
        this.entry = entry;
        this.views = views;
        this.isa = isa;
        this.moduleVariables = moduleVariables;
        this.entryParameters = entryParameters;
        this.localLayout = localLayout;
    }

    public Program decode() {
        enqueue(entry);
        while (!pending.isEmpty()) {
            decodeFunction(pending.poll());
        }
        for (CallFixup call : calls) {
            call.step.bind(frames.get(call.callee));
        }
        int[] joins = new int[code.size()];
        Arrays.fill(joins, -1);
        for (Frame f : frames.values()) {
            joins(f, joins);
        }
        short[] registerWidths = new short[widths.size()];
        for (int i = 0; i < registerWidths.length; i++) {
            registerWidths[i] = widths.get(i);
        }
        return new Program(
                module,
                entry,
                code.toArray(new Step[0]),
                entryPoints,
                frames.values(),
                registerWidths,
                constants,
                specials,
                locals,
                joins);
    }

    private void enqueue(Function f) {
        if (functionNumbers.putIfAbsent(f.name(), functionNumbers.size()) == null) {
            pending.add(f);
        }
    }

    private void decodeFunction(Function raw) {
        Function f = Lifter.lift(raw, module);
        function = f;
        polls = null;
        read = null;
        registerBase = widths.size();
        for (Function.RegisterDeclaration r : f.registers()) {
            widths.add((short) (r.type().bits() * r.vector()));
        }
        hiddenRegisters.clear();
        functionVariables.clear();
        for (Variable v : f.variables()) {
            if (v.space() == StateSpace.LOCAL || v.space() == StateSpace.PARAM) {
                functionVariables.put(v.name(), placeLocal(v));
            }
        }
        if (!f.entry()) {
            functionVariables.putAll(parametersOf(f));
        }
        List<Long> ownVariables = ownVariables(f);
        codeBase = code.size();
        entryPoints.put(f.name(), codeBase);
        int[] positions = positions(f);
        functionEnd = codeBase + positions[f.body().size()];
        for (int i = 0; i < f.body().size(); i++) {
            decodeInstruction(f.body().get(i), positions);
        }
        Step epilogue = f.entry() ? new ExitStep() : new ReturnStep();
        Instruction last =
                f.body().isEmpty()
                        ? new Instruction(
                                null, false, "ret", List.of(), List.of(), f.position(), null)
                        : f.body().get(f.body().size() - 1);
        append(epilogue, last, -1, false);
        List<Integer> registers = new ArrayList<>(hiddenRegisters);
        for (int r = 0; r < f.registers().size(); r++) {
            registers.add((registerBase + r) * Warp.LANES);
        }
        frames.put(f.name(), new Frame(codeBase, code.size(), registers, ownVariables));
    }

    /** Addresses of the thread-private variables that a call of the function starts without. */
    private List<Long> ownVariables(Function f) {
        Set<String> arguments = new HashSet<>();
        f.parameters().forEach(v -> arguments.add(v.name()));
        return functionVariables.entrySet().stream()
                .filter(v -> !arguments.contains(v.getKey()))
                .map(v -> v.getValue().address())
                .toList();
    }

    /**
     * Positions of instructions: a call of a function with a body takes two steps, and what cannot
     * take its guard has a branch around it.
     */
    private int[] positions(Function f) {
        int[] positions = new int[f.body().size() + 1];
        int p = 0;
        for (int i = 0; i < f.body().size(); i++) {
            positions[i] = p;
            p += isCallOfBody(f.body().get(i)) ? 2 : 1;
            p += isBranchedAround(f.body().get(i)) ? 1 : 0;
        }
        positions[f.body().size()] = p;
        return positions;
    }

    /** True for a guarded transfer of control other than a branch. */
    private boolean isBranchedAround(Instruction i) {
        return i.guard() != null
                && Opcode.faultOf(i) == null
                && switch (i.opcode()) {
                    case "call", "brx", "trap", "brkpt" -> true;
                    case "exit" -> !function.entry();
                    default -> false;
                };
    }

    private boolean isCallOfBody(Instruction i) {
        Function callee = i.opcode().equals("call") && Opcode.faultOf(i) == null ? callee(i) : null;
        return callee != null && callee.defined();
    }

    private Function callee(Instruction i) {
        for (Operand o : i.operands()) {
            if (o instanceof Operand.Symbol s) {
                return module.function(s.name());
            }
        }
        return null;
    }

    private Map<String, PlacedVariable> parametersOf(Function f) {
        return parametersOf.computeIfAbsent(
                f.name(),
                n -> {
                    Map<String, PlacedVariable> placed = new LinkedHashMap<>();
                    for (Variable v : f.returns()) {
                        placed.put(v.name(), placeLocal(v));
                    }
                    for (Variable v : f.parameters()) {
                        placed.put(v.name(), placeLocal(v));
                    }
                    return placed;
                });
    }

    private PlacedVariable placeLocal(Variable v) {
        PlacedVariable placed = localLayout.place(v);
        locals.add(placed);
        return placed;
    }

    private void decodeInstruction(Instruction i, int[] positions) {
        int guard = i.guard() == null ? -1 : (registerBase + i.guard().index()) * Warp.LANES;
        String fault = Opcode.faultOf(i);
        if (fault != null) {
            append(new UnsupportedStep(fault), i, guard, i.guardNegated());
            return;
        }
        if (isBranchedAround(i)) {
            int count = isCallOfBody(i) ? 2 : 1;
            append(new BranchStep(code.size() + 1 + count), i, guard, !i.guardNegated());
            guard = -1;
        }
        Step step;
        switch (i.opcode()) {
            case "bra":
                Operand.Label label = (Operand.Label) i.operands().get(0);
                step = new BranchStep(codeBase + positions[label.target()]);
                break;
            case "ret", "exit":
                step =
                        i.opcode().equals("exit") && !function.entry()
                                ? new ExitStep()
                                : new BranchStep(functionEnd);
                break;
            case "brx":
                step = tableBranch(i, positions);
                break;
            case "call":
                decodeCall(i);
                return;
            default:
                step = decodeByOpcode(i);
                break;
        }
        append(step, i, guard, i.guardNegated());
    }

    /** Decodes a form of the instruction table; no decoder sees another. */
    private Step decodeByOpcode(Instruction i) {
        InstructionDecoder decoder = isa.get(i.opcode());
        if (decoder == null) {
            return new UnsupportedStep("the instruction is not modelled");
        }
        try {
            return decoder.decode(this, i);
        } catch (UnsupportedPtxException e) {
            return new UnsupportedStep(e.getMessage());
        }
    }

    private Step tableBranch(Instruction i, int[] positions) {
        List<Integer> targets =
                i.operands().get(1) instanceof Operand.Label l
                        ? function.branchTargets().get(l.name())
                        : i.operands().get(1) instanceof Operand.Symbol s
                                ? function.branchTargets().get(s.name())
                                : null;
        if (targets == null) {
            return new UnsupportedStep("unknown branch target list");
        }
        int[] pcs = targets.stream().mapToInt(t -> codeBase + positions[t]).toArray();
        return new TableBranchStep(source(i.operands().get(0), PtxType.U32), pcs);
    }

    private void append(Step step, Instruction i, int guard, boolean negated) {
        step.place(i, code.size(), guard, negated, registerBase);
        code.add(step);
    }

    // ---------------------------------------------------------------- calls

    private void decodeCall(Instruction i) {
        Operand.Tuple returns = null;
        Operand.Tuple arguments = null;
        Operand.Symbol target = null;
        for (Operand o : i.operands()) {
            if (o instanceof Operand.Tuple t) {
                if (target == null && returns == null) {
                    returns = t;
                } else {
                    arguments = t;
                }
            } else if (o instanceof Operand.Symbol s && target == null) {
                target = s;
            }
        }
        Function callee = target == null ? null : module.function(target.name());
        if (callee == null) {
            append(
                    new UnsupportedStep(
                            target == null
                                    ? "an indirect call"
                                    : "the function " + target.name() + " is not in the file"),
                    i,
                    -1,
                    false);
            return;
        }
        if (!callee.defined()) {
            append(externalCall(callee.name(), returns), i, -1, false);
            return;
        }
        enqueue(callee);
        Map<String, PlacedVariable> parameters = parametersOf(callee);
        List<PlacedVariable> in =
                callee.parameters().stream().map(v -> parameters.get(v.name())).toList();
        List<PlacedVariable> out =
                callee.returns().stream().map(v -> parameters.get(v.name())).toList();
        DirectCallStep call = new DirectCallStep(callee.name(), operands(arguments, in), in);
        calls.add(new CallFixup(call, callee.name()));
        append(call, i, -1, false);
        append(new CallResultStep(operands(returns, out), out), i, -1, false);
    }

    private Step externalCall(String name, Operand.Tuple returns) {
        if (name.equals("vprintf")) {
            List<CallOperand> results = new ArrayList<>();
            if (returns != null) {
                for (Operand o : returns.elements()) {
                    results.add(operand(o));
                }
            }
            return new PrintStep(results);
        }
        if (name.equals("__assertfail")) {
            return new TrapStep("an assertion fails");
        }
        return new UnsupportedStep("the function " + name + " has no body");
    }

    private List<CallOperand> operands(Operand.Tuple tuple, List<PlacedVariable> formal) {
        List<CallOperand> result = new ArrayList<>();
        if (tuple != null) {
            for (Operand o : tuple.elements()) {
                result.add(operand(o));
            }
        }
        if (result.size() != formal.size()) {
            throw new LaunchException(
                    "a call in " + function.name() + " passes a wrong number of arguments");
        }
        return result;
    }

    private CallOperand operand(Operand o) {
        if (o instanceof Operand.Symbol s && functionVariables.get(s.name()) != null) {
            return new CallOperand(functionVariables.get(s.name()).address() + s.offset(), -1);
        }
        return new CallOperand(0, source(o, PtxType.B64));
    }

    // ---------------------------------------------------------------- operands

    /** The last modifier that is a type, or null. */
    public static PtxType type(Instruction i) {
        for (int k = i.modifiers().size() - 1; k >= 0; k--) {
            PtxType t = PtxType.parse(i.modifiers().get(k));
            if (t != null) {
                return t;
            }
        }
        return null;
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

    /** The lane base of a source operand that is read as {@code type}. */
    public int source(Operand o, PtxType type) {
        if (o instanceof Operand.Register r) {
            return (registerBase + r.index()) * Warp.LANES;
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

    /** The lane base of a source operand that is read as a float: immediates become terms. */
    public int realSource(Operand o, FloatFormat format) {
        if (o instanceof Operand.Immediate c) {
            long pattern = pattern(c, typeOf(format));
            String key = format + ":" + pattern;
            Integer known = constantRegisters.get(key);
            if (known != null) {
                return known;
            }
            int r = newRegister(format.bits());
            constants.add(
                    new Program.Constant(
                            r / Warp.LANES, Tag.of(format), views.literal(format, pattern)));
            constantRegisters.put(key, r);
            return r;
        }
        return source(o, typeOf(format));
    }

    private static PtxType typeOf(FloatFormat format) {
        return PtxType.valueOf(format.name());
    }

    /** The predicate operand's lane base; a negated one is {@code -base - 1}. */
    public int predicate(Operand o) {
        if (o instanceof Operand.NegatedPredicate n) {
            return -source(n.register(), PtxType.PRED) - 1;
        }
        return source(o, PtxType.PRED);
    }

    /** The lane base of a destination; the sink gets a register that nobody reads. */
    public int destination(Operand o) {
        if (o instanceof Operand.Register r) {
            return (registerBase + r.index()) * Warp.LANES;
        }
        if (o instanceof Operand.Sink) {
            return newRegister(64);
        }
        throw new UnsupportedPtxException("a destination of a form that is not modelled");
    }

    /** A register that the program does not name. */
    public int newRegister(int width) {
        widths.add((short) width);
        return (widths.size() - 1) * Warp.LANES;
    }

    /** A hidden register of the current function, such as the carry flag. */
    public int named(String name, int width) {
        return constantRegisters.computeIfAbsent(
                function.name() + ":" + name,
                k -> {
                    int register = newRegister(width);
                    hiddenRegisters.add(register);
                    return register;
                });
    }

    /** A register that holds {@code bits} in every lane. */
    public int constant(long bits, int width) {
        String key = width + ":" + bits;
        Integer known = constantRegisters.get(key);
        if (known != null) {
            return known;
        }
        int r = newRegister(width);
        constants.add(new Program.Constant(r / Warp.LANES, Tag.CONCRETE, bits & Value.mask(width)));
        constantRegisters.put(key, r);
        return r;
    }

    private int special(String name) {
        SpecialRegister register = SpecialRegister.of(name);
        Integer known = specialRegisters.get(name);
        if (known != null && !register.isVolatile()) {
            return known;
        }
        if (register.isOfClusters()) {
            requireClusterOfOne(name);
        }
        if (!SpecialRegisters.isModelled(register)) {
            throw new UnsupportedPtxException("the special register " + name + " is not modelled");
        }
        int r = newRegister(register.width());
        specialRegisters.put(name, r);
        specials.add(new Program.Special(name, r / Warp.LANES));
        return r;
    }

    /**
     * Without a directive a launch has clusters of one CTA (PTX ISA 11.6); what others there are is
     * not part of a launch here.
     *
     * @throws UnsupportedPtxException where {@code what} would depend on them
     */
    public void requireClusterOfOne(String what) {
        for (String directive : new String[] {"reqnctapercluster", "explicitcluster"}) {
            if (entry.directives().containsKey(directive)) {
                throw new UnsupportedPtxException(
                        what + " in clusters that ." + directive + " asks for");
            }
        }
    }

    /** The bit pattern of an immediate read as {@code type}. */
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

    /** The state space of a named variable, or null if it is none (a function). */
    public StateSpace spaceOf(Operand.Symbol s) {
        PlacedVariable v = functionVariables.get(s.name());
        if (v == null) {
            v = moduleVariables.get(s.name());
        }
        if (v != null) {
            return v.variable().space();
        }
        return function.entry() && entryParameters.containsKey(s.name()) ? StateSpace.PARAM : null;
    }

    /** The generic address of a symbol. */
    public long genericAddress(Operand.Symbol s) {
        PlacedVariable v = functionVariables.get(s.name());
        if (v == null) {
            v = moduleVariables.get(s.name());
        }
        if (v != null) {
            return v.address() + s.offset();
        }
        Long parameter = function.entry() ? entryParameters.get(s.name()) : null;
        if (parameter == null) {
            throw new UnsupportedPtxException("the address of " + s.name());
        }
        return parameter + s.offset();
    }

    /** The address of a symbol in its own state space, as {@code mov} gives it. */
    private long spaceAddress(Operand.Symbol s) {
        StateSpace space = spaceOf(s);
        return genericAddress(s) - window(space);
    }

    /** What is added to an address of a state space to make it generic. */
    public static long window(StateSpace space) {
        if (space == null) {
            return 0;
        }
        return switch (space) {
            case SHARED -> AddressSpace.SHARED_WINDOW;
            case LOCAL -> AddressSpace.LOCAL_WINDOW;
            case CONST -> AddressSpace.CONST_WINDOW;
            case GLOBAL, PARAM, REG, SREG, TEX -> 0;
        };
    }

    /** The declared width of a register operand; of anything else 0. */
    public int widthOf(Operand o) {
        return o instanceof Operand.Register r ? widths.get(registerBase + r.index()) : 0;
    }

    /** Sets, for each step of a function, the step where the ways from it meet again. */
    private void joins(Frame f, int[] joins) {
        int[][] successors = new int[f.end() - f.start()][];
        for (int i = 0; i < successors.length; i++) {
            int[] all = code.get(f.start() + i).successors();
            boolean epilogue = i == successors.length - 1;
            successors[i] =
                    epilogue ? new int[0] : Arrays.stream(all).map(s -> s - f.start()).toArray();
        }
        int[] local = PostDominators.of(successors);
        for (int i = 0; i < local.length; i++) {
            joins[f.start() + i] = local[i] < 0 ? -1 : f.start() + local[i];
        }
    }

    /** The declared type of a register operand, or null. */
    public PtxType declaredType(Operand o) {
        return o instanceof Operand.Register r ? function.registers().get(r.index()).type() : null;
    }

    /**
     * True if a {@code test_wait} or {@code try_wait} of the function does no more than wait: all
     * that a negative answer causes is that it is executed again.
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

    /** Says, when asked, whether no instruction of the function in hand reads any of them. */
    public BooleanSupplier unread(List<Operand> operands) {
        Function current = function;
        return () -> {
            BitSet readSomewhere = Liveness.read(current);
            return operands.stream()
                    .allMatch(
                            o ->
                                    o instanceof Operand.Sink
                                            || (o instanceof Operand.Register r
                                                    && !readSomewhere.get(r.index())));
        };
    }
}
