package io.heddle.replay.step;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.replay.machine.Addresses;
import io.heddle.replay.machine.Layout;
import io.heddle.replay.machine.ParameterLayout;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Scalar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Decodes functions; an instruction that is not known becomes a step that stops when reached. */
final class Decoder {
    private final Addresses addresses;
    private final byte poison;
    private final Arithmetic arithmetic;
    private final LiftedFunctions lifted;
    private final AssumptionWatch watch;
    private final WayWatch ways;
    private final Map<String, Program> programs = new HashMap<>();

    /**
     * @param poison what every byte of a register holds before it is written
     * @param lifted null for the code as it is
     * @param watch null if nothing is assumed of instructions
     * @param ways null if nobody asks which ways instructions go
     */
    Decoder(
            Addresses addresses,
            byte poison,
            Arithmetic arithmetic,
            LiftedFunctions lifted,
            AssumptionWatch watch,
            WayWatch ways) {
        this.ways = ways;
        this.addresses = addresses;
        this.poison = poison;
        this.arithmetic = arithmetic;
        this.lifted = lifted;
        this.watch = watch;
    }

    /** The decoded function. */
    Program program(Function raw) {
        Program known = programs.get(raw.name());
        if (known != null) {
            return known;
        }
        Function function = lifted == null ? raw : lifted.of(raw, addresses.module());
        ParameterLayout parameters = new ParameterLayout(function);
        Layout locals = new Layout();
        for (Variable v : function.variables()) {
            if (v.space() == StateSpace.LOCAL) {
                locals.add(v.name(), v, 0);
            }
        }
        Program program = new Program(function, parameters, locals);
        programs.put(function.name(), program);
        Operands operands = new Operands(function, addresses, poison, parameters, locals);
        List<Instruction> body = function.body();
        Step[] steps = new Step[body.size() + 1];
        for (int i = 0; i < body.size(); i++) {
            steps[i] = decode(body.get(i), operands);
        }
        steps[body.size()] = ControlSteps::returnFrom;
        program.complete(
                steps, StraightLines.starts(function), operands.template(), operands.presets());
        return program;
    }

    private Step decode(Instruction i, Operands operands) {
        Step step;
        try {
            ModelledModifiers.check(i);
            Step body =
                    watch == null
                            ? body(i, operands, arithmetic)
                            : watch.step(i, operands, arithmetic, (j, a) -> body(j, operands, a));
            Step noted = ways == null ? body : ways.step(i, operands, body);
            step = withPreludes(noted, operands);
        } catch (StopException e) {
            operands.takePreludes();
            step = unsupported(i, e.getMessage());
        }
        if (i.guard() == null) {
            return step;
        }
        return ways == null ? guarded(step, i) : ways.guarded(i, step);
    }

    private static Step unsupported(Instruction i, String why) {
        String message = i.mnemonic() + ": " + why;
        return lane -> {
            throw StopException.unsupported(message);
        };
    }

    private static Step withPreludes(Step body, Operands operands) {
        Step step = body;
        List<Step> preludes = operands.takePreludes();
        for (int k = preludes.size() - 1; k >= 0; k--) {
            Step first = preludes.get(k);
            Step then = step;
            step =
                    lane -> {
                        first.run(lane);
                        then.run(lane);
                    };
        }
        return step;
    }

    private static Step guarded(Step step, Instruction i) {
        int p = i.guard().index();
        long wanted = i.guardNegated() ? 0 : 1;
        return lane -> {
            if ((lane.r[p] & 1) == wanted) {
                step.run(lane);
            }
        };
    }

    private Step body(Instruction i, Operands operands, Arithmetic arithmetic) {
        return switch (i.opcode()) {
            case "mov" -> MoveSteps.decode(i, operands);
            case "ld", "ldu" -> MemorySteps.load(i, operands);
            case "st" -> MemorySteps.store(i, operands);
            case "atom" -> AtomicSteps.decode(i, operands, true, arithmetic);
            case "red" -> AtomicSteps.decode(i, operands, false, arithmetic);
            case "cvta", "isspacep", "mapa", "getctarank" -> AddressSteps.decode(i, operands);
            case "bra", "brx", "ret", "exit", "trap", "brkpt" -> ControlSteps.decode(i, operands);
            case "call" -> CallSteps.decode(i, operands, this);
            case "bar", "barrier" ->
                    i.has("warp")
                            ? WarpSteps.decode(i, operands)
                            : BarrierSteps.decode(i, operands);
            case "wmma" -> WmmaSteps.decode(i, operands, arithmetic);
            case "mma" -> MultiplySteps.decode(i, operands, arithmetic);
            case "shfl", "vote", "match", "activemask", "redux", "elect" ->
                    WarpSteps.decode(i, operands);
            case "cp" -> CopySteps.decode(i, operands);
            case "mbarrier" -> PhaseBarrierSteps.decode(i, operands);
            case "ldmatrix", "stmatrix", "movmatrix" -> MatrixSteps.decode(i, operands);
            case "setp", "set", "selp", "slct", "testp" -> PredicateSteps.decode(i, operands);
            case "membar",
                    "fence",
                    "nanosleep",
                    "prefetch",
                    "prefetchu",
                    "applypriority",
                    "pmevent",
                    "griddepcontrol",
                    "createpolicy",
                    "setmaxnreg" ->
                    lane -> {};
            case "lop3", "bfi" -> BitSteps.decode(i, operands);
            case "addc", "subc", "madc" -> CarrySteps.decode(i, operands);
            case "add", "sub", "mad" ->
                    i.has("cc") ? CarrySteps.decode(i, operands) : scalar(i, operands, arithmetic);
            default -> scalar(i, operands, arithmetic);
        };
    }

    /** An instruction of one destination and at most three sources. */
    private Step scalar(Instruction i, Operands operands, Arithmetic arithmetic) {
        Scalar operation = arithmetic.operation(i).orElseThrow(Forms::notModelled);
        List<Operand> list = i.operands();
        if (list.size() < 2 || list.size() > 4) {
            throw StopException.unsupported(list.size() + " operands");
        }
        int d = operands.destination(list.get(0));
        int a = operands.source(list.get(1), sourceType(i, 1));
        int b =
                list.size() > 2
                        ? operands.source(list.get(2), sourceType(i, 2))
                        : operands.constant(0);
        int c =
                list.size() > 3
                        ? operands.source(list.get(3), sourceType(i, 3))
                        : operands.constant(0);
        int extend = signExtension(i, operands.width(list.get(0)));
        if (extend > 0) {
            long mask = Bits.mask(operands.width(list.get(0)));
            return lane -> {
                long[] r = lane.r;
                r[d] = Bits.signed(operation.apply(r[a], r[b], r[c]), extend) & mask;
            };
        }
        return lane -> {
            long[] r = lane.r;
            r[d] = operation.apply(r[a], r[b], r[c]);
        };
    }

    /**
     * The width from which a result is sign-extended into a wider destination register, or 0 (PTX
     * ISA 9.4.1: only cvt, ld and st allow such registers).
     */
    private static int signExtension(Instruction i, int width) {
        if (!i.opcode().equals("cvt") || i.has("pack") || Bits.types(i).size() != 2) {
            return 0;
        }
        PtxType to = Bits.types(i).get(0);
        return Bits.isInteger(to) && to.isSigned() && to.bits() < width ? to.bits() : 0;
    }

    /** The type by which an immediate source is read. */
    private static PtxType sourceType(Instruction i, int position) {
        PtxType type = Bits.type(i);
        List<PtxType> types = Bits.types(i);
        switch (i.opcode()) {
            case "shl", "shr", "shf", "bfe", "szext", "bmsk", "fns", "prmt":
                return position == 1 && type != null ? type : PtxType.B32;
            case "dp4a", "dp2a":
                return PtxType.B32;
            case "mad", "mul", "mad24":
                boolean wide = i.has("wide") && position == 3;
                return wide ? PtxType.B64 : type;
            case "cvt":
                return type;
            default:
                boolean mixed = types.size() == 2 && types.get(0) == PtxType.F32;
                return mixed && position == i.operands().size() - 1 ? PtxType.F32 : type;
        }
    }
}
