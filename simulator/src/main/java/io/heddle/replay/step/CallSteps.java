package io.heddle.replay.step;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.replay.machine.Frame;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import java.util.List;

/**
 * call (PTX ISA 9.7.12.5): of functions of the module, directly or through a register; {@code
 * vprintf} is ignored, {@code __assertfail} a trap.
 */
final class CallSteps {
    private CallSteps() {}

    /** The parts of a call. */
    private record Call(List<Operand> results, Operand callee, List<Operand> arguments) {}

    static Step decode(Instruction i, Operands operands, Decoder decoder) {
        Call call = parts(i);
        if (call.callee() instanceof Operand.Symbol s) {
            Function f = operands.addresses().module().function(s.name());
            if (f == null || !f.defined()) {
                return external(s.name());
            }
            return enter(call, f, operands, decoder);
        }
        int target = operands.source(call.callee(), PtxType.U64);
        int[] arguments = slots(call.arguments(), operands);
        int[] results = slots(call.results(), operands);
        return lane -> {
            Function f =
                    operands.addresses()
                            .functionAt(lane.r[target])
                            .filter(Function::defined)
                            .orElseThrow(CallSteps::noFunction);
            enter(lane, decoder.program(f), arguments, call, results);
        };
    }

    private static StopException noFunction() {
        return new StopException(
                ReplayResult.Reason.UNDEFINED, "a call of something that is not a function");
    }

    private static Call parts(Instruction i) {
        List<Operand> list = i.operands();
        List<Operand> results = List.of();
        int at = 0;
        if (list.get(0) instanceof Operand.Tuple t) {
            results = t.elements();
            at = 1;
        }
        List<Operand> arguments = List.of();
        if (list.size() > at + 1 && list.get(at + 1) instanceof Operand.Tuple t) {
            arguments = t.elements();
        }
        return new Call(results, list.get(at), arguments);
    }

    private static Step external(String name) {
        if (name.equals("vprintf")) {
            return lane -> {};
        }
        if (name.equals("__assertfail")) {
            return lane -> {
                throw new StopException(ReplayResult.Reason.TRAP, "assertion failed");
            };
        }
        throw StopException.unsupported("call of " + name + ", which has no body");
    }

    /**
     * Slots of registers and immediates; offsets in the parameter block, complemented, of {@code
     * .param} variables.
     */
    private static int[] slots(List<Operand> list, Operands operands) {
        return list.stream()
                .mapToInt(
                        o -> {
                            if (o instanceof Operand.Symbol s
                                    && operands.parameters().offset(s.name()) >= 0) {
                                return ~operands.parameters().offset(s.name());
                            }
                            return operands.source(o, PtxType.B64);
                        })
                .toArray();
    }

    private static Step enter(Call call, Function f, Operands operands, Decoder decoder) {
        int[] arguments = slots(call.arguments(), operands);
        int[] results = slots(call.results(), operands);
        Program program = decoder.program(f);
        return lane -> enter(lane, program, arguments, call, results);
    }

    private static void enter(
            Lane lane, Program program, int[] arguments, Call call, int[] results) {
        Function f = program.function();
        if (f.parameters().size() != arguments.length || f.returns().size() != results.length) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED,
                    "call of " + f.name() + " with " + call.arguments().size() + " arguments");
        }
        Frame from = lane.frame;
        Frame to = program.activate(lane, lane.pc, null);
        for (int k = 0; k < arguments.length; k++) {
            copy(
                    from,
                    arguments[k],
                    to,
                    formal(program, f.parameters().get(k)),
                    size(f.parameters().get(k)));
        }
        to.results = results;
        lane.enter(to, 0);
    }

    /** Copies the callee's returns to where the caller wants them. */
    static void takeResults(Lane lane, Frame done) {
        List<Variable> returns = done.program.function().returns();
        for (int k = 0; k < returns.size(); k++) {
            int from = formal(done.program, returns.get(k));
            copy(done, from, lane.frame, done.results[k], size(returns.get(k)));
        }
    }

    private static int size(Variable v) {
        return Math.toIntExact(Math.max(1, v.size()));
    }

    private static int formal(Program program, Variable v) {
        if (v.space() == StateSpace.PARAM) {
            return ~program.parameters().offset(v.name());
        }
        List<Function.RegisterDeclaration> registers = program.function().registers();
        for (int k = 0; k < registers.size(); k++) {
            if (registers.get(k).name().equals(v.name())) {
                return k;
            }
        }
        throw StopException.unsupported("parameter " + v.name());
    }

    private static void copy(Frame from, int source, Frame to, int target, int size) {
        if (source < 0 && target < 0) {
            for (int k = 0; k < size; k++) {
                to.parameters.put(~target + k, 1, from.parameters.load(~source + k, 1));
            }
        } else if (source >= 0 && target >= 0) {
            to.registers[target] = from.registers[source];
        } else if (source < 0) {
            to.registers[target] = from.parameters.load(~source, size);
        } else {
            to.parameters.put(~target, size, from.registers[source]);
        }
    }
}
