package io.heddle.isa;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.PtxType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.List;

/**
 * An integer operation (PTX ISA 9.7.1) on terms. Sums and products are polynomials that are
 * congruent to the result modulo 2^width. An operation that has no exact term is a named function
 * of its operands; operation, width and signedness make the name.
 *
 * @param operands how each operand is read
 * @param operation makes the result of what was read
 * @param isSum true if the term is congruent to the result modulo 2^width; false if it is the
 *     result, a number of its type
 */
record SymbolicInteger(List<View> operands, Operation operation, boolean isSum) {
    /** Makes the term of a result; an operand that the operation lacks is 0. */
    @FunctionalInterface
    interface Operation {
        int apply(TermStore s, int a, int b, int c);
    }

    /** How an operand's bits are read as a term. */
    enum View {
        /** As any term that is congruent to them modulo 2^width. */
        CONGRUENT,
        /** As the number that they are. */
        NUMBER,
        /** As that number, to be compared. */
        ORDER,
        /** As that number, to be chosen by a minimum or maximum. */
        CHOICE,
        /** As that number, whose every bit matters. */
        BITS,
        /** As the number in the low 24 bits. */
        LOW24;

        int read(Views views, Value v, int width, boolean signed) {
            return switch (this) {
                case CONGRUENT -> views.congruent(v, width);
                case NUMBER -> views.integer(v, width, signed);
                case ORDER -> views.comparedInteger(v, width, signed);
                case CHOICE -> views.chosenInteger(v, width, signed);
                case BITS -> views.exactInteger(v, width, signed);
                case LOW24 -> views.exactInteger(v, 24, signed);
            };
        }
    }

    private static SymbolicInteger sum(Operation operation, View... operands) {
        return new SymbolicInteger(List.of(operands), operation, true);
    }

    private static SymbolicInteger number(Operation operation, View view) {
        return new SymbolicInteger(List.of(view, view, view), operation, false);
    }

    /** The operation of an instruction on integers of {@code type}. */
    static SymbolicInteger of(Instruction i, PtxType type) {
        View ring = View.CONGRUENT;
        View number = View.NUMBER;
        View order = View.ORDER;
        int w = type.bits();
        Operation unknown = opaque(i);
        boolean hi = i.has("hi");
        switch (i.opcode()) {
            case "add":
                return sum((s, a, b, c) -> s.add(a, b), ring, ring);
            case "sub":
                return sum((s, a, b, c) -> s.sub(a, b), ring, ring);
            case "neg":
                return sum((s, a, b, c) -> s.neg(a), ring);
            case "mul":
                return hi || i.has("wide")
                        ? number((s, a, b, c) -> hi ? down(s, s.mul(a, b), w) : s.mul(a, b), number)
                        : sum((s, a, b, c) -> s.mul(a, b), ring, ring);
            case "mad":
                if (hi) {
                    return sum(
                            (s, a, b, c) -> s.add(down(s, s.mul(a, b), w), c),
                            number,
                            number,
                            ring);
                }
                View factor = i.has("wide") ? number : ring;
                return sum((s, a, b, c) -> s.fma(a, b, c), factor, factor, ring);
            case "sad":
                return sum((s, a, b, c) -> s.add(c, s.abs(s.sub(a, b))), order, order, ring);
            case "mul24":
                return sum(
                        (s, a, b, c) -> hi ? down(s, s.mul(a, b), 16) : s.mul(a, b),
                        View.LOW24,
                        View.LOW24);
            case "mad24":
                return sum(
                        (s, a, b, c) -> s.add(hi ? down(s, s.mul(a, b), 16) : s.mul(a, b), c),
                        View.LOW24,
                        View.LOW24,
                        ring);
            case "abs":
                return sum((s, a, b, c) -> s.abs(a), number);
            case "min":
                return number(relu(i, (s, a, b, c) -> s.min(a, b)), View.CHOICE);
            case "max":
                return number(relu(i, (s, a, b, c) -> s.max(a, b)), View.CHOICE);
            case "div":
                return number(
                        (s, a, b, c) ->
                                Quotients.isDivisor(s, b)
                                        ? Quotients.quotient(s, a, b)
                                        : unknown.apply(s, a, b, c),
                        number);
            case "rem":
                return number(
                        (s, a, b, c) ->
                                s.isRational(b) && b != s.zero()
                                        ? Quotients.remainder(s, a, b)
                                        : unknown.apply(s, a, b, c),
                        number);
            default:
                return number(unknown, View.BITS);
        }
    }

    /** ⌊t / 2^n⌋. */
    private static int down(TermStore s, int t, int n) {
        return s.floor(s.mul(t, s.rational(Rational.powerOfTwo(-n))));
    }

    private static Operation opaque(Instruction i) {
        Function f = new Function(Opcode.meaning(i), i.operands().size() - 1, true);
        return (s, a, b, c) ->
                switch (f.arity()) {
                    case 1 -> s.apply(f, a);
                    case 2 -> s.apply(f, a, b);
                    default -> s.apply(f, a, b, c);
                };
    }

    private static Operation relu(Instruction i, Operation operation) {
        return i.has("relu")
                ? (s, a, b, c) -> s.max(operation.apply(s, a, b, c), s.zero())
                : operation;
    }
}
