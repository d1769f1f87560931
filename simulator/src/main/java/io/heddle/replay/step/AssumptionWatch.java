package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Site;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Watches instructions of which a claim assumes something: their steps note what they decide, and
 * whether the assumption holds. Many assumptions say that something makes no difference; then the
 * instruction is done in both ways.
 *
 * <p>An instruction of which it is assumed that no rounding before it decides is not rounded at
 * random itself: how it rounds is what it does.
 */
final class AssumptionWatch {
    private static final Set<String> COMPARISONS = Set.of("setp", "set");
    private static final Arithmetic PLAIN = new Arithmetic(ReplayOptions.defaults());

    private final Set<StepAssumption> assumptions;
    private final Observations seen;

    /** Decodes an instruction, as it is computed in some arithmetic. */
    @FunctionalInterface
    interface Body {
        Step of(Instruction i, Arithmetic arithmetic);
    }

    AssumptionWatch(Set<StepAssumption> assumptions, Observations seen) {
        this.assumptions = assumptions;
        this.seen = seen;
    }

    /** The step of {@code i}, which notes what is assumed of it. */
    Step step(Instruction i, Operands operands, Arithmetic arithmetic, Body body) {
        List<StepAssumption> own = assumptions.stream().filter(a -> a.concerns(i)).toList();
        boolean decides =
                own.stream()
                        .anyMatch(a -> a.kind() == StepAssumption.Kind.ROUNDING && a.at() != null);
        Step step = body.of(i, decides ? PLAIN : arithmetic);
        for (StepAssumption a : own) {
            step = watching(a, i, operands, body, step);
        }
        return step;
    }

    private Step watching(
            StepAssumption a, Instruction i, Operands operands, Body body, Step step) {
        return switch (a.kind()) {
            case ROUNDING -> deciding(a, i, operands, step);
            case ZERO_SIGN ->
                    a.at() == null
                            ? repaired(a, i, Repair.NEGATIVE_ZERO_TO_POSITIVE, operands, body, step)
                            : copying(a, i, operands, step);
            case SUBNORMAL ->
                    i.has("ftz") && isPlain(i)
                            ? compared(a, i, operands, body.of(without(i, "ftz"), PLAIN), step)
                            : step;
            case KEPT_EXPONENT -> summing(a, i, operands, step);
            case FLOAT_OVERFLOW -> finite(a, i, operands, body, step);
            case ROUNDED_INTEGER ->
                    repaired(a, i, Repair.ROUNDED_INTEGER_TO_NAN, operands, body, step);
            case CLAMPED_CONVERSION -> converting(a, i, operands, body, step);
            case INTEGER_OVERFLOW -> computing(a, i, operands, step);
            case RANGE -> choosing(a, i, operands, step);
        };
    }

    // ---------------------------------------------------------------- what is decided

    /** Notes what an instruction decides, if that is discrete. */
    private Step deciding(StepAssumption a, Instruction i, Operands operands, Step step) {
        List<PtxType> types = Bits.types(i);
        if (types.isEmpty()) {
            return step;
        }
        PtxType type = types.get(types.size() - 1);
        if (a.at() == null) {
            return isReader(i) ? reading(a, i, operands, step) : step;
        }
        return switch (i.opcode()) {
            case "setp", "set", "testp", "add", "sub", "fma", "mad" ->
                    noting(a, i, outcome(i, operands), step);
            case "cvt" -> isToInteger(i, types) ? noting(a, i, outcome(i, operands), step) : step;
            case "sqrt", "rsqrt", "lg2", "heddle" -> { // the last: log, pow … that are inlined
                int d = operands.destination(i.operands().get(0));
                yield noting(a, i, r -> isNan(r[d], type) ? 1 : 0, step);
            }
            case "slct", "copysign" -> {
                int c = operands.source(i.operands().get(i.opcode().equals("slct") ? 3 : 1), type);
                Site site = seen.site(a, i);
                yield lane -> {
                    long sign = value(lane.r[c], type) >= 0 ? 1 : 0;
                    step.run(lane);
                    site.note(lane, sign, true);
                };
            }
            default -> step;
        };
    }

    /** Notes which way an instruction goes; it holds that all floats which it asks are finite. */
    private Step choosing(StepAssumption a, Instruction i, Operands operands, Step step) {
        List<PtxType> types = Bits.types(i);
        boolean converts = !types.isEmpty() && i.opcode().equals("cvt") && isToInteger(i, types);
        if (!COMPARISONS.contains(i.opcode()) && !converts) {
            return step;
        }
        PtxType type = types.get(types.size() - 1);
        int[] sources =
                i.operands().stream()
                        .skip(1)
                        .limit(isFloat(type) ? converts ? 1 : 2 : 0)
                        .mapToInt(o -> operands.source(o, type))
                        .toArray();
        ToLongFunction<long[]> outcome = outcome(i, operands);
        Site site = seen.site(a, i);
        return lane -> {
            boolean finite = true;
            for (int s : sources) {
                finite &= isFinite(lane.r[s], type);
            }
            step.run(lane);
            site.note(lane, outcome.applyAsLong(lane.r), finite);
        };
    }

    private static boolean isToInteger(Instruction i, List<PtxType> types) {
        return Bits.isInteger(types.get(0))
                || Stream.of("rni", "rzi", "rmi", "rpi").anyMatch(i::has);
    }

    /** Notes the words that an instruction computes with; of one that loads a byte, this byte. */
    private Step reading(StepAssumption a, Instruction i, Operands operands, Step step) {
        if (i.opcode().equals("ld")) {
            return noting(a, i, outcome(i, operands), step);
        }
        int[] words =
                i.operands().stream()
                        .skip(1)
                        .filter(Operand.Register.class::isInstance)
                        .mapToInt(o -> ((Operand.Register) o).index())
                        .toArray();
        Site site = seen.site(a, i);
        return lane -> {
            long all = 0;
            for (int word : words) {
                all = 31 * all + lane.r[word];
            }
            step.run(lane);
            site.note(lane, all, true);
        };
    }

    /** True if an instruction computes with words, and does not only move them. */
    private static boolean isReader(Instruction i) {
        List<PtxType> types = Bits.types(i);
        PtxType from = types.get(types.size() - 1);
        boolean words = Bits.isInteger(from) || Bits.isUntyped(from);
        return switch (i.opcode()) {
            case "setp", "set", "selp", "slct", "prmt", "lop3", "bfi", "shf" -> words;
            case "ld" -> from.bits() == Byte.SIZE;
            case "mov" -> false;
            default -> words && Scalar.of(i).isPresent();
        };
    }

    private static ToLongFunction<long[]> outcome(Instruction i, Operands operands) {
        int[] to = destinations(i, operands);
        return r -> {
            long all = 0;
            for (int d : to) {
                all = 31 * all + r[d];
            }
            return all;
        };
    }

    private Step noting(
            StepAssumption a, Instruction i, ToLongFunction<long[]> outcome, Step step) {
        Site site = seen.site(a, i);
        return lane -> {
            step.run(lane);
            site.note(lane, outcome.applyAsLong(lane.r), true);
        };
    }

    // ---------------------------------------------------------------- what is assumed of operands

    private Step checking(StepAssumption a, Instruction i, Predicate<long[]> holds, Step step) {
        Site site = seen.site(a, i);
        return lane -> {
            boolean kept = holds.test(lane.r);
            step.run(lane);
            site.note(lane, 0, kept);
        };
    }

    /** copysign d, a, b takes the sign of a. */
    private Step copying(StepAssumption a, Instruction i, Operands operands, Step step) {
        if (!i.opcode().equals("copysign")) {
            return step;
        }
        PtxType type = Bits.type(i);
        int sign = operands.source(i.operands().get(1), type);
        return checking(
                a,
                i,
                r -> {
                    double x = value(r[sign], type);
                    return !Double.isNaN(x) && Double.compare(x, -0.0) != 0;
                },
                step);
    }

    private Step converting(
            StepAssumption a, Instruction i, Operands operands, Body body, Step step) {
        List<PtxType> types = Bits.types(i);
        if (types.size() != 2 || types.get(0).bits() >= Integer.SIZE) {
            return repaired(a, i, Repair.CLAMPED_TO_OTHER, operands, body, step);
        }
        int x = operands.source(i.operands().get(1), types.get(1));
        return checking(a, i, r -> !isNan(r[x], types.get(1)), step); // smaller ones saturate
    }

    private Step summing(StepAssumption a, Instruction i, Operands operands, Step step) {
        PtxType type = Bits.type(i);
        if (!isFloat(type)) {
            return step;
        }
        int d = operands.destination(i.operands().get(0));
        Site site = seen.site(a, i);
        return lane -> {
            step.run(lane);
            double sum = Math.abs(value(lane.r[d], type));
            site.note(lane, 0, Double.isFinite(sum) && unit(sum, type) == 1);
        };
    }

    /**
     * A conversion that stops at the greatest number of its type has not overflowed: its terms do
     * so, too. Sums and products are real numbers there.
     */
    private Step finite(StepAssumption a, Instruction i, Operands operands, Body body, Step step) {
        boolean stops = Stream.of("rz", "rm", "rp").anyMatch(i::has);
        return stops && i.opcode().equals("cvt")
                ? step
                : repaired(a, i, Repair.OVERFLOW_TO_NAN, operands, body, step);
    }

    private Step computing(StepAssumption a, Instruction i, Operands operands, Step step) {
        PtxType type = Bits.type(i);
        List<Integer> sources = new ArrayList<>();
        Optional<ExactIntegers> exact = ExactIntegers.of(i);
        if (exact.isEmpty()) {
            return step;
        }
        for (Operand operand : i.operands().subList(1, i.operands().size())) {
            sources.add(operands.source(operand, type));
        }
        return checking(
                a, i, r -> exact.get().fits(sources.stream().mapToLong(s -> r[s]).toArray()), step);
    }

    // ---------------------------------------------------------------- what makes no difference

    private Step repaired(
            StepAssumption a,
            Instruction i,
            Repair repair,
            Operands operands,
            Body body,
            Step step) {
        Optional<Scalar> plain = Scalar.of(i);
        if (plain.isEmpty() || Repairs.of(i, plain.get(), repair) == plain.get()) {
            return step;
        }
        Arithmetic other = new Arithmetic(ReplayOptions.defaults().repairing(repair));
        return compared(a, i, operands, body.of(i, other), step);
    }

    /** Notes whether another step gives the same. */
    private Step compared(
            StepAssumption a, Instruction i, Operands operands, Step other, Step step) {
        Site site = seen.site(a, i);
        int[] to = destinations(i, operands);
        if (to.length == 1) {
            int d = to[0];
            return lane -> {
                long before = lane.r[d];
                other.run(lane);
                long otherwise = lane.r[d];
                lane.r[d] = before;
                step.run(lane);
                site.note(lane, 0, lane.r[d] == otherwise);
            };
        }
        return lane -> {
            long[] r = lane.r;
            long[] before = new long[to.length];
            long[] otherwise = new long[to.length];
            for (int k = 0; k < to.length; k++) {
                before[k] = r[to[k]];
            }
            other.run(lane);
            for (int k = 0; k < to.length; k++) {
                otherwise[k] = r[to[k]];
                r[to[k]] = before[k];
            }
            step.run(lane);
            boolean same = true;
            for (int k = 0; k < to.length; k++) {
                same &= r[to[k]] == otherwise[k];
            }
            site.note(lane, 0, same);
        };
    }

    /** True if an instruction does nothing but compute registers of registers. */
    private static boolean isPlain(Instruction i) {
        return COMPARISONS.contains(i.opcode())
                || i.opcode().equals("slct")
                || Scalar.of(i).isPresent();
    }

    private static int[] destinations(Instruction i, Operands operands) {
        List<Operand> to =
                i.operands().get(0) instanceof Operand.Pair two
                        ? List.of(two.first(), two.second())
                        : List.of(i.operands().get(0));
        return to.stream()
                .filter(d -> !(d instanceof Operand.Sink))
                .mapToInt(operands::destination)
                .toArray();
    }

    private static Instruction without(Instruction i, String modifier) {
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                i.opcode(),
                i.modifiers().stream().filter(m -> !m.equals(modifier)).toList(),
                i.operands(),
                i.position(),
                i.source());
    }

    private static boolean isFloat(PtxType type) {
        return type == PtxType.F64 || type != null && Comparison.floatFormat(type) != null;
    }

    private static boolean isFinite(long bits, PtxType type) {
        return Double.isFinite(value(bits, type));
    }

    private static boolean isNan(long bits, PtxType type) {
        return Double.isNaN(value(bits, type));
    }

    /** The number that a pattern stands for; of a packed type, that of the lower half. */
    private static double value(long bits, PtxType type) {
        return switch (type) {
            case F64 -> Double.longBitsToDouble(bits);
            case F16, F16X2, BF16, BF16X2, F32 ->
                    Comparison.floatFormat(type).toDouble(bits & Bits.mask(format(type)));
            default -> Bits.integer(bits, type);
        };
    }

    private static double unit(double x, PtxType type) {
        return type == PtxType.F64 ? Math.ulp(x) : Comparison.floatFormat(type).ulp(x);
    }

    private static int format(PtxType type) {
        return Comparison.floatFormat(type).width();
    }
}
