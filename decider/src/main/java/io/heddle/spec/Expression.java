package io.heddle.spec;

import io.heddle.spec.index.Place;
import java.util.List;

/** An expression as written. */
public sealed interface Expression {
    /** Where it begins. */
    Place place();

    /**
     * A number.
     *
     * @param text as written, without underscores
     */
    record Numeral(Place place, String text) implements Expression {
        /** True if it has digits only. */
        public boolean isInteger() {
            return text.chars().allMatch(Character::isDigit);
        }
    }

    /** Text in quotes. */
    record Text(Place place, String text) implements Expression {}

    /** A name. */
    record Name(Place place, String name) implements Expression {}

    /** None. */
    record None(Place place) implements Expression {}

    /** True or False. */
    record Truth(Place place, boolean value) implements Expression {}

    /** {@code -a}. */
    record Negative(Place place, Expression a) implements Expression {}

    /** {@code a operator b}; the operator is one of {@code + - * / // % @ **}. */
    record Binary(Place place, String operator, Expression a, Expression b) implements Expression {}

    /** {@code a < b <= c}: each neighbours' comparison holds. */
    record Compared(Place place, List<Expression> operands, List<String> relations)
            implements Expression {
        /** Copies the lists. */
        public Compared {
            operands = List.copyOf(operands);
            relations = List.copyOf(relations);
        }
    }

    /** {@code a in {0, 1}}. */
    record OneOf(Place place, Expression a, List<Expression> values) implements Expression {
        /** Copies the lists. */
        public OneOf {
            values = List.copyOf(values);
        }
    }

    /** {@code not a}. */
    record Not(Place place, Expression a) implements Expression {}

    /** {@code a and b}, {@code a or b}. */
    record Joined(Place place, boolean isAnd, Expression a, Expression b) implements Expression {}

    /** {@code a if condition else b}. */
    record Conditional(Place place, Expression condition, Expression a, Expression b)
            implements Expression {}

    /** {@code (a, b)}. */
    record Tuple(Place place, List<Expression> items) implements Expression {
        /** Copies the lists. */
        public Tuple {
            items = List.copyOf(items);
        }
    }

    /** {@code a.name}. */
    record Attribute(Place place, Expression a, String name) implements Expression {}

    /** {@code a(…)}. */
    record Call(Place place, Expression a, List<Argument> arguments) implements Expression {
        /** Copies the lists. */
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * An argument of a call.
     *
     * @param name null if it has none
     */
    record Argument(String name, Expression value) {}

    /** {@code a[…]}. */
    record Indexed(Place place, Expression a, List<Item> items) implements Expression {
        /** Copies the lists. */
        public Indexed {
            items = List.copyOf(items);
        }
    }

    /**
     * What stands between the commas of brackets: {@code a}, {@code a:b} or {@code :}.
     *
     * @param first null of a colon alone
     * @param second null where no colon follows
     */
    record Item(Place place, Expression first, Expression second) {
        /** True of a colon alone. */
        public boolean isColon() {
            return first == null;
        }
    }
}
