package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Way;
import io.heddle.replay.machine.Ways;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.util.List;

/**
 * Watches which way instructions go: guards, comparisons, choices between two operands ({@code
 * selp}, {@code slct}, {@code min} and {@code max}), results cut to [0, 1] ({@code .sat}), and
 * branches through tables.
 */
final class WayWatch {
    private static final Arithmetic PLAIN = new Arithmetic(ReplayOptions.defaults());

    private final Ways ways;

    WayWatch(Ways ways) {
        this.ways = ways;
    }

    /** The step of {@code i} without its guard, which notes what it decides. */
    Step step(Instruction i, Operands operands, Step body) {
        return switch (i.opcode()) {
            case "setp", "set" -> comparison(i, operands, body);
            case "selp" -> selection(i, operands, body);
            case "slct" -> selectionBySign(i, operands, body);
            case "min", "max" -> i.operands().size() == 3 ? extremum(i, operands, body) : body;
            case "brx" -> table(i, operands, body);
            default -> i.has("sat") ? saturation(i, operands, body) : body;
        };
    }

    /** The step that executes {@code step} if the guard of {@code i} holds. */
    Step guarded(Instruction i, Step step) {
        int p = i.guard().index();
        long wanted = i.guardNegated() ? 0 : 1;
        Ways.Site site = ways.site(i, Way.Kind.GUARD, 2);
        return lane -> {
            boolean holds = (lane.r[p] & 1) == wanted;
            site.note(holds);
            if (holds) {
                step.run(lane);
            }
        };
    }

    private Step comparison(Instruction i, Operands operands, Step body) {
        List<PtxType> types = Bits.types(i);
        PtxType type = types.get(types.size() - 1);
        if (type == PtxType.F16X2 || type == PtxType.BF16X2) {
            return body;
        }
        Comparison.Test test = Comparison.decode(i, type).orElseThrow(Forms::notModelled);
        int a = operands.source(i.operands().get(1), type);
        int b = operands.source(i.operands().get(2), type);
        Ways.Site site = ways.site(i, Way.Kind.COMPARISON, 2);
        return lane -> {
            site.note(test.holds(lane.r[a], lane.r[b]));
            body.run(lane);
        };
    }

    private Step selection(Instruction i, Operands operands, Step body) {
        int p = operands.predicate(i.operands().get(3));
        Ways.Site site = ways.site(i, Way.Kind.CHOICE, 2);
        return lane -> {
            site.note(lane.r[p] != 0);
            body.run(lane);
        };
    }

    private Step selectionBySign(Instruction i, Operands operands, Step body) {
        List<PtxType> types = Bits.types(i);
        int c = operands.source(i.operands().get(3), types.get(1));
        boolean real = types.get(1) == PtxType.F32;
        Ways.Site site = ways.site(i, Way.Kind.CHOICE, 2);
        return lane -> {
            int bits = (int) lane.r[c];
            site.note(real ? Float.intBitsToFloat(bits) >= 0 : bits >= 0);
            body.run(lane);
        };
    }

    /** Of equal operands either may be the result, and nothing is noted. */
    private Step extremum(Instruction i, Operands operands, Step body) {
        Scalar operation = PLAIN.operation(i).orElseThrow(Forms::notModelled);
        PtxType type = Bits.type(i);
        int a = operands.source(i.operands().get(1), type);
        int b = operands.source(i.operands().get(2), type);
        Ways.Site site = ways.site(i, Way.Kind.CHOICE, 2);
        return lane -> {
            long[] r = lane.r;
            if (r[a] != r[b]) {
                site.note(operation.apply(r[a], r[b], 0) == r[a]);
            }
            body.run(lane);
        };
    }

    /** The results of floats; packed ones and integers are cut elsewhere, and are not noted. */
    private Step saturation(Instruction i, Operands operands, Step body) {
        PtxType type = Bits.types(i).get(0);
        BinaryFormat format = Comparison.floatFormat(type);
        if (format == null) {
            return body;
        }
        long one = format.fromDouble(1, Rounding.NEAREST_EVEN);
        int d = operands.destination(i.operands().get(0));
        Ways.Site site = ways.site(i, Way.Kind.SATURATION, 3);
        return lane -> {
            body.run(lane);
            long result = lane.r[d];
            site.note(result == 0 ? 0 : result == one ? 1 : 2);
        };
    }

    private Step table(Instruction i, Operands operands, Step body) {
        Operand list = i.operands().get(1);
        String name =
                list instanceof Operand.Label l
                        ? l.name()
                        : list instanceof Operand.Symbol s ? s.name() : "";
        List<Integer> targets = operands.function().branchTargets().get(name);
        if (targets == null) {
            throw StopException.unsupported("a branch without a list of targets");
        }
        int index = operands.source(i.operands().get(0), PtxType.U32);
        Ways.Site site = ways.site(i, Way.Kind.TARGET, targets.size());
        return lane -> {
            long k = lane.r[index] & 0xFFFFFFFFL;
            if (k < targets.size()) {
                site.note((int) k);
            }
            body.run(lane);
        };
    }
}
