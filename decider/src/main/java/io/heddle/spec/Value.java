package io.heddle.spec;

import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.Source;
import java.util.List;

/** What an expression is once the extents of all inputs are known. */
sealed interface Value {
    /** In words, for messages. */
    String kind();

    /** An integer that indices decide. */
    record IndexValue(Int integer) implements Value {
        static IndexValue of(long constant) {
            return new IndexValue(Int.of(constant));
        }

        @Override
        public String kind() {
            return "an integer";
        }
    }

    /**
     * A number.
     *
     * @param isInteger it is an integer, which inputs decide
     */
    record RealValue(Real real, boolean isInteger) implements Value {
        RealValue(Real real) {
            this(real, false);
        }

        @Override
        public String kind() {
            return isInteger ? "an integer that data decide" : "a number";
        }
    }

    /** Something that holds or not. */
    record Truth(Condition condition) implements Value {
        @Override
        public String kind() {
            return "a condition";
        }
    }

    /**
     * A tensor.
     *
     * @param shape its extents
     * @param elements gives its elements
     */
    record Array(List<Integer> shape, Elements elements) implements Value {
        /** Copies the shape. */
        public Array {
            shape = List.copyOf(shape);
        }

        int rank() {
            return shape.size();
        }

        /** An element, counted among the steps that its definition may take. */
        Value element(List<Int> index, Slots slots, Place place) {
            if (slots == null) {
                return elements.at(index, null, place);
            }
            slots.enter(place);
            Value element = elements.at(index, slots, place);
            slots.leave();
            return element;
        }

        @Override
        public String kind() {
            return "a tensor of shape " + shape;
        }
    }

    /** The elements of a tensor. */
    interface Elements {
        /**
         * An element: a {@link RealValue}, or an {@link IndexValue} that indices decide.
         *
         * @param slots for indices of reductions in it
         * @param place for messages
         */
        Value at(List<Int> index, Slots slots, Place place);
    }

    /**
     * The elements of an input or a definition.
     *
     * @param padding what is read out of range; null if that is an error
     */
    record Stored(Source source, boolean isInteger, Real padding) implements Elements {
        @Override
        public Value at(List<Int> index, Slots slots, Place place) {
            return new RealValue(new Real.Read(source, index, padding, place), isInteger);
        }
    }

    /** Several values. */
    record Tuple(List<Value> items) implements Value {
        /** Copies the list. */
        public Tuple {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a tuple";
        }
    }

    /** Text. */
    record Text(String text) implements Value {
        @Override
        public String kind() {
            return "text";
        }
    }

    /** None. */
    record None() implements Value {
        @Override
        public String kind() {
            return "None";
        }
    }

    /** A function that a formula or the prelude defines. */
    record Function(Statement.Function function, Scope scope) implements Value {
        @Override
        public String kind() {
            return "a function";
        }
    }

    /** A function of the language itself. */
    record Builtin(String name, Body body) implements Value {
        @Override
        public String kind() {
            return "the function " + name;
        }
    }

    /** What a function of the language does. */
    interface Body {
        Value call(Arguments arguments);
    }
}
