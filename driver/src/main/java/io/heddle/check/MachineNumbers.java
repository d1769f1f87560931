package io.heddle.check;

import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.RoundedNumbers;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * The numbers that one side's machine has for terms, as terms of another store. What an instruction
 * rounds is an unknown function of its exact result on the machine's operands (IEEE 754-2019,
 * section 4.3), one for each arithmetic; what it approximates is an unknown function of the
 * operands. Signs, maxima, choices, integers and products with powers of two are exact.
 *
 * <p>Two terms with equal numbers are equal on the machine, too, not only over the reals.
 */
final class MachineNumbers {
    private final TermStore source;
    private final TermStore target;
    private final RoundedNumbers rounded;
    private final Map<Integer, Map<Integer, Integer>> made = new HashMap<>(); // by format, term
    private final BitSet unknown = new BitSet(); // of the target: depends on such a function
    private int examined = 1; // what is below is known to be so, or not

    /**
     * @param rounded what the side does with the terms of {@code source}
     */
    MachineNumbers(TermStore source, TermStore target, RoundedNumbers rounded) {
        this.source = source;
        this.target = target;
        this.rounded = rounded;
    }

    /**
     * The machine's number for {@code t}.
     *
     * @param format of the floats that plain instructions make of it (see {@link
     *     io.heddle.value.RoundedStep#how()})
     */
    int of(int t, int format) {
        Map<Integer, Integer> known = made.computeIfAbsent(format, f -> new HashMap<>());
        TermWalk.complete(
                t, known::containsKey, source::operands, x -> known.put(x, number(x, format)));
        return known.get(t);
    }

    /** True if the number {@code m} of the target store may be another than over the reals. */
    boolean isRounded(int m) {
        for (; examined < target.size(); examined++) {
            Op op = target.op(examined);
            boolean found =
                    op == Op.APPLY && target.functionOf(examined).kind() == Function.Kind.ROUNDED;
            for (int operand : target.operands(examined)) {
                found |= unknown.get(operand);
            }
            unknown.set(examined, found);
        }
        return unknown.get(m);
    }

    private int number(int t, int format) {
        int[] x = source.operands(t);
        for (int i = 0; i < x.length; i++) {
            x[i] = made.get(format).get(x[i]);
        }
        if (source.op(t).isCondition()) {
            return Rebuild.in(target, source, t, x);
        }
        String name = "machine." + format + "." + rounded.how(t);
        return switch (source.op(t)) {
            case EXP2, LOG2 ->
                    isExact(t)
                            ? narrowed(t, Rebuild.in(target, source, t, x), name)
                            : target.apply(function(name + source.op(t), x), x);
            case APPLY -> {
                Function f = source.functionOf(t);
                yield f.isDiscrete() || f.readsBits()
                        ? narrowed(t, Rebuild.in(target, source, t, x), name)
                        : target.apply(function(name + f.name(), x), x);
            }
            case SUB ->
                    source.a(t) == source.b(t) // of two numbers that are one over the reals
                            ? target.apply(function(name + "difference", x), x)
                            : arithmetic(t, x, name);
            case ADD, MUL, FMA, DIV, SQRT -> arithmetic(t, x, name);
            default -> narrowed(t, Rebuild.in(target, source, t, x), name);
        };
    }

    private int arithmetic(int t, int[] x, String name) {
        if (!rounded.isOfExactResult(t)) {
            return target.apply(function(name + source.op(t), x), x);
        }
        int exact = Rebuild.in(target, source, t, x);
        return isExact(t) ? narrowed(t, exact, name) : rounded(exact, name);
    }

    /** An exact result, which the machine may have rounded to another format besides. */
    private int narrowed(int t, int exact, String name) {
        return rounded.how(t) == 0 ? exact : rounded(exact, name);
    }

    private int rounded(int exact, String name) {
        return exact == target.zero() ? exact : target.apply(function(name, exact), exact);
    }

    private static Function function(String name, int... arguments) {
        return new Function(Function.Kind.ROUNDED, name, arguments.length, false);
    }

    /** True if the plain instruction of an operation gives its exact result. */
    private boolean isExact(int t) {
        if (source.isInteger(t)) {
            return true; // up to where the verdict lists that floats keep integers
        }
        return switch (source.op(t)) {
            case EXP2 -> source.isInteger(source.a(t));
            case MUL -> isPowerOfTwo(source.a(t)) || isPowerOfTwo(source.b(t));
            default -> false;
        };
    }

    private boolean isPowerOfTwo(int t) {
        return source.op(t) == Op.EXP2
                ? source.isInteger(source.a(t))
                : source.op(t) == Op.RATIONAL && source.rationalValue(t).isPowerOfTwo();
    }
}
