package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.spec.index.RealFunction;
import io.heddle.spec.index.Relation;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.List;
import java.util.Map;

/** What is found: an expression over indices. */
sealed interface Expr {
    /** A rational number. */
    record Exact(Rational value) implements Expr {}

    /** An f32 as the program has it. */
    record Decimal(float value) implements Expr {}

    /** A real constant. */
    record Constant(NamedConstant constant) implements Expr {}

    /** +∞ or −∞. */
    record Infinity(boolean negative) implements Expr {}

    /** An integer that indices decide. */
    record OfIndices(Affine value) implements Expr {}

    /**
     * An element of an input; a scalar has no indices.
     *
     * @param padding what is read beyond the ends, or null if nothing is
     */
    record Read(Symbol symbol, List<Affine> at, Expr padding) implements Expr {}

    /**
     * Some bits of an integer that is not negative, as a number: {@code x // 2 ** shift % 2 **
     * width}.
     */
    record Field(Expr of, Affine shift, int width) implements Expr {}

    /** An element of a tensor with a name. */
    record Named(NamedTensor tensor, List<Index> at) implements Expr {}

    /** A sum of multiples. */
    record Sum(List<Multiple> parts) implements Expr {}

    /** A multiple. */
    record Multiple(Rational coefficient, Expr of) {}

    /** A product of powers. */
    record Product(List<Power> parts) implements Expr {}

    /** A power. */
    record Power(Expr base, int exponent) {}

    /** A function of one number. */
    record Apply(RealFunction function, Expr of) implements Expr {}

    /** The greatest or the least of some expressions. */
    record Extremum(Kind kind, List<Expr> of) implements Expr {}

    /** A sum, a maximum or a minimum over indices, of those for which all conditions hold. */
    record Reduce(Kind kind, List<Index> over, List<Condition> where, Expr body) implements Expr {
        Reduce(Kind kind, List<Index> over, Expr body) {
            this(kind, over, List.of(), body);
        }
    }

    /** One expression where a condition on indices holds, and another one elsewhere. */
    record Choice(Condition condition, Expr then, Expr otherwise) implements Expr {}

    /** A comparison of integers. */
    record Condition(Affine left, Relation relation, Affine right) {
        boolean holds(Map<Index, Long> at) {
            return relation.holds(left.value(at), right.value(at));
        }
    }
}
