package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.NumberEvaluator;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.term.LimitExceededException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/** Numbers that expressions over a bound formula's dims and constants stand for. */
public final class Constants {
    private static final long MOST_OPERATIONS = 1 << 16;

    private final Elaborator elaborator;
    private final Scope scope;
    private final List<Input> inputs;

    /**
     * @param inputs of the formula, which have no constant values
     */
    Constants(Elaborator elaborator, Scope scope, Collection<Input> inputs) {
        this.elaborator = elaborator;
        this.scope = scope.inner();
        this.inputs = List.copyOf(inputs);
    }

    /**
     * A number.
     *
     * @param integer the number, of an integer; null of any other
     * @param real the number rounded to a double
     */
    public record Constant(Long integer, double real) {}

    /**
     * The number that {@code text} stands for.
     *
     * @param file what the text stands in, for messages
     * @throws FormulaException if it is no expression, or has no constant value
     */
    public Constant of(String file, String text) {
        Expression expression = FormulaParser.expression(file, text);
        Place place = expression.place();
        try {
            Value value = elaborator.evaluate(expression, scope);
            if (value instanceof Value.IndexValue i) {
                Int integer = i.integer();
                return new Constant(integer.constant(), integer.constant());
            }
            Real real = Scalars.real(value, place);
            Definition d = new Definition("the number", List.of(), 0, real, place);
            double number = evaluator(place).element(d, 0);
            if (!Double.isFinite(number)) {
                throw new FormulaException(place, "expected a number, found " + number);
            }
            return new Constant(null, number);
        } catch (ArithmeticException e) {
            throw new FormulaException(place, "a number here does not fit in 64 bits");
        } catch (LimitExceededException e) {
            throw new FormulaException(place, "more than " + e.getMessage());
        }
    }

    private NumberEvaluator evaluator(Place place) {
        Map<Input, LongToDoubleFunction> none = new HashMap<>();
        for (Input input : inputs) {
            none.put(
                    input,
                    flat -> {
                        throw new FormulaException(place, "an input has no constant value");
                    });
        }
        return new NumberEvaluator(none, Set.of(), MOST_OPERATIONS);
    }
}
