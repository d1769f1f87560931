package io.heddle.machine;

import io.heddle.finding.LaunchException;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.flow.PostDominators;
import io.heddle.idiom.Lifter;
import io.heddle.memory.PlacedVariable;
import io.heddle.memory.SharedLayout;
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
import java.util.stream.Stream;

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
            VariableLayout localLayout) {
        this.module = module;
        this.entry = entry;
        this.isa = isa;
        this.localLayout = localLayout;
        this.shared = shared;
        registers = new RegisterAllocation(views);
        decoder = new Decoder(entry, registers, moduleVariables, entryParameters);
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
            p += isCallOfBody(f.body().get(i)) ? 2 : 1;
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

    private boolean isCallOfBody(Instruction i) {
        return i.opcode().equals("call")
                && Opcode.faultOf(i).isEmpty()
                && callee(i).filter(f -> f.defined() && !hasRegisters(f)).isPresent();
    }

    /** The function of the file that a call names, if it names one. */
    private Optional<Function> callee(Instruction call) {
        return call.operands().stream()
                .flatMap(o -> o instanceof Operand.Symbol s ? Stream.of(s) : Stream.empty())
                .findFirst()
                .map(s -> module.function(s.name()));
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
        if (hasRegisters(callee)) {
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

    private static boolean hasRegisters(Function f) {
        return Stream.concat(f.parameters().stream(), f.returns().stream())
                .anyMatch(v -> v.space() == StateSpace.REG);
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
