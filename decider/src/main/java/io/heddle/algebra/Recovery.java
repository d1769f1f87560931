package io.heddle.algebra;

import io.heddle.term.FloatFormat;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * The number that each floating-point literal of a pair stands for: the one of the constant table,
 * except for literals that stay exact in this pair. One such decision serves both sides, all
 * conditions and all shards of a pair.
 *
 * @param exact the literals that the table knows and that stay exact
 * @param decided true if this is the decision for a pair; else the literals of a pair are still to
 *     be looked at
 */
public record Recovery(List<Literal> exact, boolean decided) implements Serializable {
    /** The constant table without exceptions. */
    public static final Recovery STANDARD = new Recovery(List.of(), false);

    /**
     * A literal.
     *
     * @param format its format
     * @param bits its pattern
     */
    public record Literal(FloatFormat format, long bits) implements Serializable {}

    /** Copies the list. */
    public Recovery {
        exact = List.copyOf(exact);
    }

    /** The number that the pattern stands for, or empty where that is its own value. */
    public Optional<RecoveredConstant> recover(FloatFormat format, long bits) {
        return exact.isEmpty() || !exact.contains(new Literal(format, bits))
                ? ConstantTable.standard().recover(format, bits)
                : Optional.empty();
    }
}
