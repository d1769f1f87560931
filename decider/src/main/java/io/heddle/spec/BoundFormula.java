package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.spec.index.ElementFacts;
import io.heddle.spec.index.ElementRange;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.term.ElementType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A formula for tensors of known shapes. */
public final class BoundFormula {
    private final Formula formula;
    private final Map<String, Input> inputs;
    private final Map<Input, ElementFacts> facts;
    private final Map<Input, ElementRange> ranges;
    private final List<String> assumptions;
    private final Map<String, Definition> definitions = new LinkedHashMap<>();
    private final Map<String, Output> declared;
    private final List<String> leftOut;
    private final Constants constants;

    BoundFormula(
            Formula formula,
            Map<String, Input> inputs,
            Map<String, Value> values,
            Map<String, Output> declared,
            Assumptions assumptions,
            Constants constants) {
        this.declared = new LinkedHashMap<>(declared);
        this.constants = constants;
        this.facts = Map.copyOf(assumptions.facts());
        this.ranges = Map.copyOf(assumptions.ranges());
        this.assumptions = List.copyOf(assumptions.texts());
        this.leftOut = List.copyOf(assumptions.leftOut());
        this.formula = formula;
        this.inputs = new LinkedHashMap<>(inputs);
        Place place = new Place(formula.file(), 1, 1);
        values.forEach((name, value) -> definitions.put(name, definition(name, value, place)));
    }

    /**
     * The definition that a name stands for; one is made of a number. Null of what is no tensor.
     */
    static Definition definition(String name, Value value, Place place) {
        if (value instanceof Value.Array a) {
            return a.elements() instanceof Value.Stored s && s.source() instanceof Definition d
                    ? d
                    : Tensors.definition(name, a, place);
        } else if (value instanceof Value.RealValue || value instanceof Value.IndexValue) {
            Real real = Scalars.real(value, place);
            return real instanceof Real.Read r && r.source() instanceof Definition d
                    ? d
                    : new Definition(name, List.of(), 0, real, place);
        }
        return null;
    }

    /** As written. */
    public Formula formula() {
        return formula;
    }

    /** What it is given, by name. */
    public Map<String, Input> inputs() {
        return new LinkedHashMap<>(inputs);
    }

    /**
     * What it defines outside of functions, by name, in the order of the file; null where a name
     * stands for no tensor and no number.
     */
    public Map<String, Definition> definitions() {
        return new LinkedHashMap<>(definitions);
    }

    /** The definitions that state a type and a shape, by name. */
    public Map<String, Output> declaredOutputs() {
        return new LinkedHashMap<>(declared);
    }

    /**
     * What a kernel is to write: the definitions that state a type and a shape, or else the last
     * one, as f32.
     */
    public Map<String, Output> outputs() {
        Map<String, Output> outputs = declaredOutputs();
        if (outputs.isEmpty()) {
            String last = List.copyOf(definitions.keySet()).get(definitions.size() - 1);
            Definition d = definitions.get(last);
            if (d == null) {
                throw new FormulaException(
                        new Place(formula.file(), 1, 1),
                        last + ", the last definition, is no tensor and no number");
            }
            List<Integer> shape = d.shape().isEmpty() ? List.of(1) : d.shape();
            outputs.put(last, new Output(d, ElementType.F32, shape));
        }
        return outputs;
    }

    /** Values of expressions over the dims and constants. */
    public Constants constants() {
        return constants;
    }

    /** What it assumes of single elements of inputs. */
    public Map<Input, ElementFacts> facts() {
        return facts;
    }

    /** The ranges that it assumes of inputs. */
    public Map<Input, ElementRange> ranges() {
        return ranges;
    }

    /** What it assumes, as written, each with its place. */
    public List<String> assumptions() {
        return assumptions;
    }

    /** What {@link Formula#partly} leaves out of that, as written, each with its place. */
    public List<String> leftOut() {
        return leftOut;
    }

    /**
     * The definition that an output tensor is compared with: that of its name, or else the last one
     * of the file.
     *
     * @param isOnly the last one may stand for an output of another name
     */
    public Optional<Definition> output(String name, boolean isOnly) {
        if (definitions.containsKey(name) || !isOnly) {
            return Optional.ofNullable(definitions.get(name));
        }
        Definition last = null;
        for (Definition d : definitions.values()) {
            last = d;
        }
        return Optional.ofNullable(last);
    }
}
