package io.heddle.spec;

import io.heddle.spec.index.Place;
import java.util.List;

/** A statement as written. */
public sealed interface Statement {
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

    /** {@code proved(N=2, D=64)} and {@code shipped(N=4096, D=64)}. */
    record Sizes(Place place, boolean isShipped, List<Size> dims) implements Statement {
        /** Copies the list. */
        public Sizes {
            dims = List.copyOf(dims);
        }
    }

    /** {@code N=2}. */
    record Size(Place place, String dim, Expression value) {}

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
     * {@code name[i:N, …] = value}, {@code a, b = value} or {@code name: f32[N] = value}.
     *
     * @param names several of what takes a tuple apart
     * @param binders null where there are no brackets
     * @param declared the type and the shape of an output; null where none are stated
     */
    record Definition(
            Place place,
            List<String> names,
            List<Binder> binders,
            Expression value,
            Declaration declared)
            implements Statement {
        /** Copies the lists. */
        public Definition {
            names = List.copyOf(names);
        }
    }

    /** {@code i:N}. */
    record Binder(Place place, String name, Expression extent) {}
}
