package io.heddle.spec;

import io.heddle.spec.index.Place;
import java.util.List;

/** A statement as written. */
sealed interface Statement {
    /** Where it begins. */
    Place place();

    /**
     * {@code x: f32[N, C]}, {@code s: f32} or {@code G: dim = 8}.
     *
     * @param type as written
     * @param extents null where there are no brackets
     * @param value null where none is given
     */
    record Declaration(
            Place place, String name, String type, List<Expression> extents, String value)
            implements Statement {}

    /**
     * {@code assume(predicate, guard, …)}.
     *
     * @param guards of the indices that it holds for
     */
    record Assumption(Place place, Expression predicate, List<Expression> guards, String text)
            implements Statement {
        /** Copies the lists. */
        public Assumption {
            guards = List.copyOf(guards);
        }
    }

    /** {@code def name(parameters): …}. */
    record Function(
            Place place,
            String name,
            List<Parameter> parameters,
            List<Definition> definitions,
            Expression result)
            implements Statement {
        /** Copies the lists. */
        public Function {
            parameters = List.copyOf(parameters);
            definitions = List.copyOf(definitions);
        }
    }

    /**
     * A parameter of a function.
     *
     * @param standard its value where a call gives none; null if a call must
     */
    record Parameter(Place place, String name, Expression standard) {}

    /**
     * {@code name[i:N, …] = value} or {@code a, b = value}.
     *
     * @param names several of what takes a tuple apart
     * @param binders null where there are no brackets
     */
    record Definition(Place place, List<String> names, List<Binder> binders, Expression value)
            implements Statement {
        /** Copies the lists. */
        public Definition {
            names = List.copyOf(names);
        }
    }

    /** {@code i:N}. */
    record Binder(Place place, String name, Expression extent) {}
}
