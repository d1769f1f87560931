package io.heddle.value;

import io.heddle.value.Value.Piece;
import java.util.function.IntConsumer;

/** The terms of which bit strings are made. */
public final class ValueTerms {
    private ValueTerms() {}

    /**
     * Visits each term of a value: of a choice its condition and those of both alternatives.
     *
     * @param views with which the value was made
     */
    public static void visit(Value v, Views views, IntConsumer visitor) {
        for (Piece p : v.pieces()) {
            if (p.tag() == Tag.CHOICE) {
                Choices.Choice c = views.choice(p);
                visitor.accept(c.condition());
                visit(c.then(), views, visitor);
                visit(c.otherwise(), views, visitor);
            } else if (p.tag() != Tag.CONCRETE && p.tag() != Tag.UNTOUCHED) {
                visitor.accept(Tag.term(p.payload()));
            }
        }
    }
}
