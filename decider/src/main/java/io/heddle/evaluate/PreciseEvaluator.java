package io.heddle.evaluate;

import io.heddle.algebra.Budget;
import io.heddle.algebra.RealConstants;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Evaluates a cone at one point exactly where values are rational and in intervals of {@link
 * Real#DIGITS} digits elsewhere: every value that it reports is a theorem.
 */
public final class PreciseEvaluator {
    private static final MathContext WORK = new MathContext(90);
    private static final BigDecimal TINY = new BigDecimal("1e-80");
    private static final BigDecimal LAST_DIGIT = new BigDecimal("1e-118");

    private final Cone cone;
    private final Real[] values;
    private final Budget time;

    public PreciseEvaluator(Cone cone, Literals literals) {
        this(cone, literals, Budget.until(Long.MAX_VALUE));
    }

    /**
     * @param time when it passes, {@link #evaluate} throws
     */
    public PreciseEvaluator(Cone cone, Literals literals, Budget time) {
        this.cone = cone;
        this.time = time;
        this.values = new Real[cone.size()];
        int[] leaves = cone.leaves();
        for (int i = 0; i < leaves.length; i++) {
            values[leaves[i]] = leaf(cone.store(), cone.leafTerms()[i], literals);
        }
    }

    /** The value of a term without operands; 0 for an element. */
    static Real leaf(TermStore store, int term, Literals literals) {
        Op op = store.op(term);
        return switch (op) {
            case ELEMENT -> Real.ZERO;
            case RATIONAL -> Real.of(store.rationalValue(term));
            case LITERAL ->
                    literals.recovered(term)
                            .map(PreciseEvaluator::recovered)
                            .orElseGet(() -> Real.of(literals.value(term)));
            case CONSTANT -> {
                BigDecimal digits = RealConstants.digits(store.constantOf(term));
                yield Real.between(digits.round(Real.DOWN), digits.add(LAST_DIGIT).round(Real.UP));
            }
            default -> RealArithmetic.apply(op, Real.ZERO, Real.ZERO, Real.ZERO);
        };
    }

    private static Real recovered(RecoveredConstant constant) {
        if (constant.isRational()) {
            return Real.of(constant.factor());
        }
        BigDecimal value = constant.value(WORK);
        return Real.around(value, value.abs().multiply(TINY));
    }

    /**
     * Evaluates every node.
     *
     * @param point value of each of {@link Cone#elementTerms()}
     */
    public void evaluate(double[] point) {
        int[] elements = cone.elements();
        for (int i = 0; i < elements.length; i++) {
            values[elements[i]] = Real.of(Rational.ofExact(point[i]));
        }
        int[] a = cone.a();
        int[] b = cone.b();
        int[] c = cone.c();
        for (int i = 0; i < values.length; i++) {
            time.step();
            Op op = cone.op(i);
            if (op == Op.APPLY) {
                values[i] = apply(i);
            } else if (op.arity() > 0 && op != Op.ARGS) {
                values[i] =
                        RealArithmetic.apply(
                                op,
                                values[a[i]],
                                op.arity() > 1 ? values[b[i]] : null,
                                op.arity() > 2 ? values[c[i]] : null);
                if ((op == Op.MAX || op == Op.MIN) && cone.isSecondKind(i)) {
                    values[i] = RealArithmetic.extremumOrNan(op, values[a[i]], values[b[i]]);
                } else if (op == Op.SUB && a[i] == b[i] && values[i].isOutside()) {
                    values[i] = values[a[i]].isPole() ? Real.INVALID : values[i]; // ∞ − ∞
                } else if (op == Op.DIV
                        && values[i] == Real.POLE
                        && values[b[i]].isFinite()
                        && cone.isPositiveZero(b[i])) {
                    values[i] = RealArithmetic.pole(RealArithmetic.signOf(values[a[i]]));
                }
                if (op.isRounding() && values[a[i]] == Real.INVALID && cone.isSecondKind(i)) {
                    values[i] = Real.ZERO; // NaN converted to an integer
                }
                if (op == Op.LOG2 && values[i].isOutside() && cone.isSecondKind(i)) {
                    values[i] = Real.OUTSIDE; // a power may have a value there
                }
            }
        }
    }

    private Real apply(int node) {
        Function function = cone.function(node);
        Real x = values[cone.b()[node]];
        return switch (function.name()) {
            case "tanh" -> RealFunctions.tanh(x);
            case "erf" -> RealFunctions.erf(x);
            case "sin" -> RealFunctions.wave(x, true);
            case "cos" -> RealFunctions.wave(x, false);
            default -> integer(function, node);
        };
    }

    private Real integer(Function function, int node) {
        if (function.readsBits() || function.givesBits()) {
            return BitPatterns.at(cone, node, n -> values[n], false);
        }
        Optional<ExactFunction> known = ExactFunction.of(function);
        int[] nodes = cone.arguments(node);
        Rational[] arguments = new Rational[nodes.length];
        boolean exact = known.isPresent();
        for (int i = 0; i < nodes.length; i++) {
            Real x = values[nodes[i]];
            if (x.isOutside()) {
                return Real.OUTSIDE;
            }
            arguments[i] = x.exact();
            exact &= x.exact() != null;
        }
        Rational result = exact ? known.get().apply(arguments) : null;
        return result == null ? Real.UNKNOWN : Real.of(result);
    }

    /** The value of {@code node} at the last point. */
    public Real value(int node) {
        return values[node];
    }
}
