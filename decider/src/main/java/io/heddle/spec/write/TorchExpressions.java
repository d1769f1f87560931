package io.heddle.spec.write;

import static io.heddle.spec.write.TorchValue.AND;
import static io.heddle.spec.write.TorchValue.ATOM;
import static io.heddle.spec.write.TorchValue.CHOICE;
import static io.heddle.spec.write.TorchValue.COMPARISON;
import static io.heddle.spec.write.TorchValue.NOT;
import static io.heddle.spec.write.TorchValue.POWER;
import static io.heddle.spec.write.TorchValue.PRODUCT;
import static io.heddle.spec.write.TorchValue.SIGN;
import static io.heddle.spec.write.TorchValue.SUM;

import io.heddle.spec.Expression;
import java.util.ArrayList;
import java.util.List;

/** Expressions in Python: whole tensors, and the elements of a grid. */
final class TorchExpressions {
    private final TorchProgram program;
    private final TorchReductions reductions;
    private final TorchReads reads;
    private final TorchCalls calls;

    TorchExpressions(TorchProgram program) {
        this.program = program;
        this.reductions = new TorchReductions(program, this);
        this.reads = new TorchReads(program, this);
        this.calls = new TorchCalls(program, this);
    }

    TorchReads reads() {
        return reads;
    }

    /**
     * An expression.
     *
     * @param grid whose elements it is; {@link TorchGrid#NONE} of whole tensors
     */
    TorchValue of(Expression e, TorchGrid grid) {
        if (e instanceof Expression.Numeral n) {
            return TorchValue.number(n.text(), ATOM, n.isInteger());
        } else if (e instanceof Expression.Name n) {
            return name(n, grid);
        } else if (e instanceof Expression.Negative n) {
            TorchValue a = of(n.a(), grid);
            return a.as("-" + a.at(SIGN), SIGN);
        } else if (e instanceof Expression.Binary b) {
            return binary(b, grid);
        } else if (e instanceof Expression.Conditional c) {
            return choice(c, grid);
        } else if (e instanceof Expression.Indexed i) {
            return reads.of(i, grid);
        } else if (e instanceof Expression.Attribute a) {
            return reads.attribute(a, grid);
        } else if (e instanceof Expression.Call c) {
            return c.a() instanceof Expression.Indexed i
                    ? reductions.of(c, i, grid)
                    : calls.of(c, grid);
        } else if (isCondition(e)) {
            return condition(e, grid);
        }
        throw TorchProgram.refusal(e, "what stands here");
    }

    private static boolean isCondition(Expression e) {
        return e instanceof Expression.Compared
                || e instanceof Expression.Joined
                || e instanceof Expression.Not;
    }

    private TorchValue name(Expression.Name n, TorchGrid grid) {
        TorchGrid.Axis axis = grid.find(n.name());
        if (axis != null) {
            String text = grid.aligned(program.range(axis), List.of(axis));
            return TorchValue.tensor(text, ATOM, true, 0).over(List.of(axis));
        }
        TorchValue value = program.find(n.name());
        if (value != null) {
            if (value.rank() > 0 && !grid.axes().isEmpty()) {
                throw TorchProgram.refusal(n, "a whole tensor as an element");
            }
            return value;
        }
        return switch (n.name()) {
            case "pi", "inf" -> TorchValue.number(program.math(n.name()), ATOM, false);
            default -> throw TorchProgram.refusal(n, n.name());
        };
    }

    private TorchValue binary(Expression.Binary b, TorchGrid grid) {
        TorchValue left = of(b.a(), grid);
        TorchValue right = of(b.b(), grid);
        String text;
        switch (b.operator()) {
            case "+", "-" -> {
                text = left.at(SUM) + " " + b.operator() + " " + right.at(PRODUCT);
                return left.with(right, text, SUM);
            }
            case "@" -> {
                text = left.at(PRODUCT) + " @ " + right.at(SIGN);
                int rank = Math.max(left.rank(), right.rank());
                rank = Math.min(left.rank(), right.rank()) == 1 ? rank - 1 : rank;
                rank = left.rank() == 1 && right.rank() == 1 ? 0 : rank;
                return TorchValue.tensor(
                        text, PRODUCT, left.isInteger() && right.isInteger(), rank);
            }
            case "**" -> {
                return power(left, right);
            }
            case "/" -> {
                return quotient(left, right);
            }
            default -> {
                text = left.at(PRODUCT) + " " + b.operator() + " " + right.at(SIGN);
                return left.with(right, text, PRODUCT);
            }
        }
    }

    /**
     * A quotient. PyTorch divides integers as floats of 32 bits, which hold those up to 2^24 only:
     * they are divided as floats of 64 bits.
     */
    private static TorchValue quotient(TorchValue a, TorchValue b) {
        boolean areIntegers = a.isInteger() && b.isInteger();
        boolean first = areIntegers && a.isTensor();
        boolean second = areIntegers && !first && b.isTensor();
        String over = first ? a.at(ATOM) + ".double()" : a.at(PRODUCT);
        String under = second ? b.at(ATOM) + ".double()" : b.at(SIGN);
        return a.with(b, over + " / " + under, PRODUCT).ofReals();
    }

    /** Integers have no negative powers in PyTorch. */
    private static TorchValue power(TorchValue base, TorchValue exponent) {
        boolean isNegative = exponent.text().startsWith("-");
        if (isNegative && base.isInteger()) {
            String text = "1 / " + base.at(ATOM) + " ** " + exponent.text().substring(1);
            return base.with(exponent, text, PRODUCT).ofReals();
        }
        String text = base.at(ATOM) + " ** " + exponent.at(SIGN);
        return base.with(exponent, text, POWER);
    }

    private TorchValue choice(Expression.Conditional c, TorchGrid grid) {
        TorchValue condition = condition(c.condition(), grid);
        TorchGrid inner = condition.isTensor() ? grid.guarded() : grid;
        TorchValue a = of(c.a(), inner);
        TorchValue b = of(c.b(), inner);
        if (condition.isTensor()) {
            return condition
                    .with(
                            a.with(b, "", ATOM),
                            "torch.where("
                                    + String.join(", ", condition.text(), a.text(), b.text())
                                    + ")",
                            ATOM)
                    .ofIntegers(a.isInteger() && b.isInteger());
        }
        return a.with(b, a.at(NOT) + " if " + condition.text() + " else " + b.text(), CHOICE);
    }

    /** A condition: True or False, or a tensor of them. */
    TorchValue condition(Expression e, TorchGrid grid) {
        if (e instanceof Expression.Compared c) {
            return compared(c, grid);
        } else if (e instanceof Expression.Joined j) {
            TorchValue a = condition(j.a(), grid);
            TorchValue b = condition(j.b(), grid);
            return both(a, b, j.isAnd() ? " & " : " | ");
        } else if (e instanceof Expression.Not n) {
            TorchValue a = condition(n.a(), grid);
            return a.isTensor() ? a.as("~" + a.at(ATOM), SIGN) : a.as("not " + a.at(NOT), NOT);
        }
        throw TorchProgram.refusal(e, "this condition");
    }

    /** Conditions joined by an operator; null stands for none. */
    static TorchValue both(TorchValue a, TorchValue b, String operator) {
        return a == null ? b : a.with(b, a.at(SUM) + operator + b.at(SUM), AND);
    }

    private TorchValue compared(Expression.Compared c, TorchGrid grid) {
        List<TorchValue> operands = c.operands().stream().map(o -> of(o, grid)).toList();
        TorchValue all = null;
        for (int k = 0; k < c.relations().size(); k++) {
            TorchValue a = operands.get(k);
            TorchValue b = operands.get(k + 1);
            String relation = c.relations().get(k);
            if (relation.startsWith("is")) {
                throw TorchProgram.refusal(c, relation);
            }
            String text = a.at(SUM) + " " + relation + " " + b.at(SUM);
            all = both(all, a.with(b, text, COMPARISON), " & ");
        }
        return all;
    }

    List<TorchValue> all(List<Expression> some, TorchGrid grid) {
        List<TorchValue> all = new ArrayList<>();
        some.forEach(e -> all.add(of(e, grid)));
        return all;
    }
}
