package io.heddle.machine;

import io.heddle.finding.LaunchException;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.flow.PostDominators;
import io.heddle.idiom.Lifter;
import io.heddle.memory.FunctionAddresses;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.SharedLayout;
import io.heddle.memory.VariableLayout;
import io.heddle.ptx.AddressedFunctions;
import io.heddle.ptx.CallParts;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.SpecialRegister;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.value.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Turns an entry and the functions that it may call into a {@link Program}, once for each launch.
 * It places code and variables and decodes transfers of control; the classes of {@code
 * io.heddle.isa} decode all other instructions and ask a {@link Decoder} for operands.
 */
public final class ProgramDecoder {
    private final PtxModule module;
    private final Function entry;
    private final Map<String, InstructionDecoder> isa;
    private final RegisterAllocation registers;
    private final Decoder decoder;
    private final List<Step> code = new ArrayList<>();
    private final Map<String, Integer> entryPoints = new HashMap<>();
    private final Map<String, Frame> frames = new LinkedHashMap<>();
    private final ArrayDeque<Function> pending = new ArrayDeque<>();
    private final List<CallFixup> calls = new ArrayList<>();
    private final List<PlacedVariable> locals = new ArrayList<>();
    private final Map<String, Integer> functionNumbers = new LinkedHashMap<>();
    private final Map<String, Map<String, PlacedVariable>> parametersOf = new HashMap<>();
    private final VariableLayout localLayout;
    private final FunctionAddresses functions;
    private final AddressedFunctions addressed;
    private final SharedLayout shared;

    private Function function;
    private final Map<String, PlacedVariable> functionVariables = new HashMap<>();
    private int codeBase;
    private int functionEnd;

    /** A call whose callee has no program counter yet. */
    private record CallFixup(DirectCallStep step, String callee) {}

    /**
     * Makes the decoder of an entry.
     *
     * @param views makes terms of the constants in the code
     * @param isa decoders by opcode
     * @param moduleVariables placed variables of the module, by name
     * @param shared where the shared variables of functions lie
     * @param entryParameters addresses of the entry's parameters, by name
     * @param functions addresses of the module's functions
     * @param localLayout places the thread-private variables
     */
    public ProgramDecoder(
            PtxModule module,
            Function entry,
            Views views,
            Map<String, InstructionDecoder> isa,
            Map<String, PlacedVariable> moduleVariables,
            SharedLayout shared,
            Map<String, Long> entryParameters,
            FunctionAddresses functions,
            VariableLayout localLayout) {
        this.functions = functions;
        this.addressed = new AddressedFunctions(module);
        this.module = module;
        this.entry = entry;
        this.isa = isa;
        this.localLayout = localLayout;
        this.shared = shared;
        registers = new RegisterAllocation(views);
        decoder = new Decoder(entry, registers, moduleVariables, entryParameters, functions);
    }

    /** Decodes the entry and every function that it may call. */
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
        return new Program(
                module,
                entry,
                code.toArray(new Step[0]),
                entryPoints,
                frames.values(),
                registers.widths(),
                registers.constants(),
                registers.specials(),
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
        functionVariables.clear();
        for (Variable v : f.variables()) {
            if (v.space() == StateSpace.LOCAL || v.space() == StateSpace.PARAM) {
                functionVariables.put(v.name(), placeLocal(v));
            }
        }
        if (!f.entry()) {
            functionVariables.putAll(parametersOf(f));
        }
        decoder.enter(f, functionVariables, shared.variables(f.name()));
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
        frames.put(
                f.name(),
                new Frame(codeBase, code.size(), decoder.registersOfFunction(), ownVariables));
    }

    /** Addresses of the thread-private variables that a call of the function clears. */
    private List<Long> ownVariables(Function f) {
        Set<String> arguments = new HashSet<>();
        f.parameters().forEach(v -> arguments.add(v.name()));
        return functionVariables.entrySet().stream()
                .filter(v -> !arguments.contains(v.getKey()))
                .map(v -> v.getValue().address())
                .toList();
    }

    /**
     * The position of each instruction's first step. A call of a function with a body takes two
     * steps; a guarded instruction whose step takes no guard has a branch before it, and one that
     * reads a volatile special register has a step before it that reads it.
     */
    private int[] positions(Function f) {
        int[] positions = new int[f.body().size() + 1];
        int p = 0;
        for (int i = 0; i < f.body().size(); i++) {
            positions[i] = p;
            p += steps(f.body().get(i));
            p += isBranchedAround(f.body().get(i)) ? 1 : 0;
            p += readsVolatile(f.body().get(i)) ? 1 : 0;
        }
        positions[f.body().size()] = p;
        return positions;
    }

    /**
     * True for a guarded transfer of control other than a branch: the decoder puts a branch around
     * it.
     */
    private boolean isBranchedAround(Instruction i) {
        return i.guard() != null
                && Opcode.faultOf(i).isEmpty()
                && switch (i.opcode()) {
                    case "call", "brx", "trap", "brkpt" -> true;
                    case "exit" -> !function.entry();
                    default -> false;
                };
    }

    /**
     * True if an instruction that the instruction table knows reads a volatile special register.
     */
    private boolean readsVolatile(Instruction i) {
        return isa.get(i.opcode()) != null
                && Opcode.faultOf(i).isEmpty()
                && i.operands().stream().anyMatch(ProgramDecoder::isVolatile);
    }

    private static boolean isVolatile(Operand o) {
        if (o instanceof Operand.SpecialRegister s) {
            return SpecialRegister.of(s.name()).map(SpecialRegister::isVolatile).orElse(false);
        }
        return o instanceof Operand.Vector v
                && v.elements().stream().anyMatch(ProgramDecoder::isVolatile);
    }

    /**
     * The number of an instruction's steps, those before it not counted: a call of a function with
     * a body has one more that takes its results, one through a register two for each function.
     */
    private int steps(Instruction i) {
        if (!i.opcode().equals("call") || Opcode.faultOf(i).isPresent()) {
            return 1;
        }
        CallParts call = CallParts.of(i);
        if (call.isIndirect()) {
            return 1 + 2 * addressed.of(call).size();
        }
        Function callee = callee(call);
        return callee != null && callee.defined() && !AddressedFunctions.hasRegisters(callee)
                ? 2
                : 1;
    }

    /** The function of the file that a call names; null if it names none. */
    private Function callee(CallParts call) {
        return call.target() instanceof Operand.Symbol s ? module.function(s.name()) : null;
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
        int guard = i.guard() == null ? -1 : decoder.register(i.guard().index());
        Optional<String> fault = Opcode.faultOf(i);
        if (fault.isPresent()) {
            append(new UnsupportedStep(fault.get()), i, guard, i.guardNegated());
            return;
        }
        if (isBranchedAround(i)) {
            append(new BranchStep(code.size() + 1 + steps(i)), i, guard, !i.guardNegated());
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
                if (readsVolatile(i)) {
                    List<Program.Special> reads = registers.takeVolatileReads();
                    append(new VolatileRead(reads), i, guard, i.guardNegated());
                }
                break;
        }
        append(step, i, guard, i.guardNegated());
    }

    /** Decodes an instruction by its opcode, if the instruction table has its form. */
    private Step decodeByOpcode(Instruction i) {
        InstructionDecoder form = isa.get(i.opcode());
        if (form == null) {
            return new UnsupportedStep("the instruction is not modelled");
        }
        try {
            return form.decode(decoder, i);
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
        return new TableBranchStep(decoder.source(i.operands().get(0), PtxType.U32), pcs);
    }

    private void append(Step step, Instruction i, int guard, boolean negated) {
        step.place(i, code.size(), guard, negated, decoder.registerBase());
        code.add(step);
    }

    // ---------------------------------------------------------------- calls

    private void decodeCall(Instruction i) {
        CallParts call = CallParts.of(i);
        if (call.isIndirect()) {
            decodeIndirectCall(i, call);
            return;
        }
        Function callee = callee(call);
        if (callee == null) {
            append(
                    new UnsupportedStep(
                            call.target() instanceof Operand.Symbol s
                                    ? "the function " + s.name() + " is not in the file"
                                    : "a call of something that is no function"),
                    i,
                    -1,
                    false);
            return;
        }
        if (!callee.defined()) {
            append(externalCall(callee.name(), call.returns()), i, -1, false);
            return;
        }
        if (AddressedFunctions.hasRegisters(callee)) {
            append(
                    new UnsupportedStep(
                            "parameters of the function "
                                    + callee.name()
                                    + " that are registers (.reg) are not modelled here"),
                    i,
                    -1,
                    false);
            return;
        }
        append(callOf(callee, call), i, -1, false);
        append(resultsOf(callee, call), i, -1, false);
    }

    private void decodeIndirectCall(Instruction i, CallParts call) {
        List<Function> callees = addressed.of(call);
        int base = decoder.source(call.target(), PtxType.U64);
        Map<String, DirectCallStep> ways = new LinkedHashMap<>();
        for (Function callee : callees) {
            DirectCallStep way = callOf(callee, call);
            way.place(i, code.size(), -1, false, decoder.registerBase());
            ways.put(callee.name(), way);
        }
        int end = code.size() + 1 + 2 * callees.size();
        append(new IndirectCallStep(base, functions, ways), i, -1, false);
        for (Function callee : callees) {
            append(resultsOf(callee, call), i, -1, false);
            append(new BranchStep(end), i, -1, false);
        }
    }

    /** Copies the arguments of a call and goes to the function, which is decoded later. */
    private DirectCallStep callOf(Function callee, CallParts call) {
        enqueue(callee);
        List<PlacedVariable> in = placed(callee, callee.parameters());
        DirectCallStep step = new DirectCallStep(callee.name(), operands(call.arguments(), in), in);
        calls.add(new CallFixup(step, callee.name()));
        return step;
    }

    private CallResultStep resultsOf(Function callee, CallParts call) {
        List<PlacedVariable> out = placed(callee, callee.returns());
        return new CallResultStep(operands(call.returns(), out), out);
    }

    private List<PlacedVariable> placed(Function callee, List<Variable> formal) {
        Map<String, PlacedVariable> parameters = parametersOf(callee);
        return formal.stream().map(v -> parameters.get(v.name())).toList();
    }

    private Step externalCall(String name, List<Operand> returns) {
        if (name.equals("vprintf")) {
            return new PrintStep(returns.stream().map(this::operand).toList());
        }
        if (name.equals("__assertfail")) {
            return new TrapStep("an assertion fails");
        }
        return new UnsupportedStep("the function " + name + " has no body");
    }

    private List<CallOperand> operands(List<Operand> actual, List<PlacedVariable> formal) {
        if (actual.size() != formal.size()) {
            throw new LaunchException(
                    "a call in " + function.name() + " passes a wrong number of arguments");
        }
        return actual.stream().map(this::operand).toList();
    }

    private CallOperand operand(Operand o) {
        if (o instanceof Operand.Symbol s && functionVariables.get(s.name()) != null) {
            return new CallOperand(functionVariables.get(s.name()).address() + s.offset(), -1);
        }
        return new CallOperand(0, decoder.source(o, PtxType.B64));
    }

    /**
     * Sets the immediate post-dominator of each step of a function, where the paths from it meet
     * again.
     */
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
}
