package io.heddle.memory;

import io.heddle.finding.Assumptions;
import io.heddle.finding.LaunchException;
import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Bytes;
import io.heddle.ptx.Function;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.shadow.Shadow;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Places and fills the memory that all CTAs share: tensors, module variables and the entry's
 * parameters.
 */
public final class GlobalMemory {
    private final Launch launch;
    private final TermStore store;
    private final AddressSpace space;
    private final VariableContents contents;
    private final Map<String, PlacedVariable> variables = new HashMap<>();
    private final Map<String, Long> parameters = new HashMap<>();
    private final Map<String, Long> tensorBases = new LinkedHashMap<>();
    private final FunctionAddresses functions;
    private final Map<String, MemoryObject> tensors = new LinkedHashMap<>();
    private final List<MemoryObject> globals = new ArrayList<>();

    /**
     * Reserves the addresses.
     *
     * @param space where the objects will lie
     * @param placement how those of other spaces are placed
     * @param assumptions what reading variables takes for granted
     * @param left what launches before have left in the variables
     */
    public GlobalMemory(
            Launch launch,
            TermStore store,
            AddressSpace space,
            Placement placement,
            Assumptions assumptions,
            LeftVariables left,
            Function entry) {
        this.launch = launch;
        this.store = store;
        this.space = space;
        this.functions = new FunctionAddresses(launch.module(), placement);
        this.contents = new VariableContents(store, assumptions, variables, functions, left);
        for (TensorSpec t : launch.tensors()) {
            tensorBases.put(t.name(), space.reserveGlobal(t.span() * t.type().bytes()));
        }
        VariableLayout constants = VariableLayout.of(AddressSpace.CONST_WINDOW, placement);
        for (Variable v : launch.module().variables()) {
            if (v.space() == StateSpace.GLOBAL) {
                variables.put(v.name(), new PlacedVariable(v, space.reserveVariable(v)));
            } else if (v.space() == StateSpace.CONST) {
                variables.put(v.name(), constants.place(v));
            }
        }
        VariableLayout ofEntry = VariableLayout.of(AddressSpace.PARAM_WINDOW, placement);
        for (Variable v : entry.parameters()) {
            parameters.put(v.name(), ofEntry.place(v).address());
        }
    }

    /** Where the functions of the module lie. */
    public FunctionAddresses functions() {
        return functions;
    }

    public Map<String, PlacedVariable> variables() {
        return variables;
    }

    public Map<String, Long> parameters() {
        return parameters;
    }

    /** The variables that were read as inputs, typed as they were read. */
    public List<Symbol> inputs() {
        return contents.inputs();
    }

    /**
     * What the launch has left in the module's variables, when it has ended.
     *
     * @param refusal why a value may not be read by the next launch, or null
     */
    public LeftVariables left(java.util.function.Function<Value, String> refusal) {
        return LeftVariables.of(
                globals.stream().filter(MemoryObject::isWritten).toList(), this::loaded, refusal);
    }

    /** What cells of a variable hold when the module is loaded; null if that is not known. */
    private LongFunction<Value> loaded(MemoryObject o) {
        return variables.values().stream()
                .map(PlacedVariable::variable)
                .filter(v -> v.qualifiedName().equals(o.name()) && v.addresses().isEmpty())
                .findFirst()
                .map(v -> contents.loaded(v, o.unit()))
                .orElse(null);
    }

    public Map<String, MemoryObject> tensors() {
        return tensors;
    }

    /** Creates the objects, whose accesses {@code clocks} order. */
    public void fill(HappensBefore clocks, Function entry) {
        for (TensorSpec t : launch.tensors()) {
            MemoryObject o =
                    new MemoryObject(
                            t.name(),
                            tensorBases.get(t.name()),
                            t.span() * t.type().bytes(),
                            t.type().bytes(),
                            true,
                            t,
                            new TensorContents(t, store),
                            new Shadow(clocks, t.span() * t.type().bytes()),
                            -1);
            tensors.put(t.name(), o);
            space.add(o);
        }
        for (PlacedVariable p : variables.values()) {
            MemoryObject o = variable(p, clocks);
            space.add(o);
            if (o.isWritable()) {
                globals.add(o);
            }
        }
        for (int i = 0; i < entry.parameters().size(); i++) {
            space.add(parameter(entry.parameters().get(i), launch.arguments().get(i)));
        }
    }

    private MemoryObject variable(PlacedVariable p, HappensBefore clocks) {
        Variable v = p.variable();
        boolean constant = v.space() == StateSpace.CONST;
        int unit = v.size() % 4 == 0 && v.alignment() >= 4 ? 4 : 1;
        return new MemoryObject(
                        v.qualifiedName(),
                        p.address(),
                        v.size(),
                        unit,
                        !constant,
                        null,
                        contents.of(v, unit),
                        constant ? null : new Shadow(clocks, v.size()),
                        -1)
                .promising(v.alignment());
    }

    private MemoryObject parameter(Variable v, Argument argument) {
        int size = (int) v.size();
        int unit = Integer.bitCount(size) == 1 && size <= 8 ? size : size % 4 == 0 ? 4 : 1;
        Value value = value(v, argument);
        if (value.width() != size * 8) {
            throw new LaunchException(
                    "the argument for parameter "
                            + v.name()
                            + " has "
                            + value.width() / 8
                            + " bytes, the parameter "
                            + size
                            + layout(argument));
        }
        return new MemoryObject(
                "parameter " + v.name(),
                parameters.get(v.name()),
                size,
                unit,
                false,
                null,
                (cell, read) -> value.slice((int) cell * unit * 8, unit * 8),
                null,
                -1);
    }

    private static String layout(Argument argument) {
        boolean known = argument instanceof Argument.Aggregate a && !a.layout().isEmpty();
        return known ? ": " + ((Argument.Aggregate) argument).layout() : "";
    }

    private Value value(Variable v, Argument argument) {
        int bits = (int) v.size() * 8;
        if (argument instanceof Argument.Tensor t) {
            return Value.concrete(tensorBases.get(t.tensor().name()), 64);
        }
        if (argument instanceof Argument.Null) {
            return Value.concrete(0, 64);
        }
        if (argument instanceof Argument.Scalar s) {
            return Value.concrete(ScalarBits.of(v, s), bits);
        }
        if (argument instanceof Argument.NonFinite n) {
            return Value.concrete(ScalarBits.of(v, n), bits);
        }
        if (argument instanceof Argument.NegativeZero z) {
            return Value.concrete(ScalarBits.of(v, z), bits);
        }
        if (argument instanceof Argument.SymbolicScalar s) {
            return symbolic(s);
        }
        return aggregate((Argument.Aggregate) argument);
    }

    private Value symbolic(Argument.SymbolicScalar s) {
        int symbol = store.declare(new Symbol(s.name(), s.type(), List.of()));
        int t = store.element(symbol, 0);
        return Value.whole(Tag.of(s.type()), Tag.payload(s.type(), t), s.type().bits());
    }

    private Value aggregate(Argument.Aggregate aggregate) {
        Bytes bytes = aggregate.bytes();
        Map<Integer, Argument.Field> fields = new HashMap<>();
        aggregate.fields().forEach(f -> fields.put(f.offset(), f));
        Value result = null;
        int size;
        for (int k = 0; k < bytes.length(); k += size) {
            Argument.Field field = fields.get(k);
            size = field == null ? 1 : field.size();
            Value next = field == null ? Value.concrete(bytes.get(k) & 0xff, 8) : value(field);
            result = result == null ? next : result.concat(next);
        }
        return result;
    }

    private Value value(Argument.Field field) {
        return field.value() instanceof Argument.Tensor t
                ? Value.concrete(tensorBases.get(t.tensor().name()), 64)
                : symbolic((Argument.SymbolicScalar) field.value());
    }

    /** The pattern of {@code r} rounded to a type. */
    static long pattern(ElementType type, Rational r) {
        if (!type.isFloat()) {
            return r.numerator().longValue() & Value.mask(type.bits());
        }
        return type.format().pattern(r).orElseGet(() -> rounded(type.format(), r));
    }

    private static long nearest(FloatFormat format, Rational r) {
        return format.pattern(format.nearest(r)).orElseThrow();
    }

    /** Rounds once, to nearest even; what is out of range becomes infinite or zero. */
    private static long rounded(FloatFormat format, Rational r) {
        double near = r.doubleValue();
        float single = (float) near;
        return switch (format) {
            case F32 ->
                    Float.isInfinite(single) || single == 0
                            ? Float.floatToRawIntBits(single) & 0xffffffffL
                            : nearest(format, r);
            case F64 ->
                    Double.isInfinite(near) || near == 0
                            ? Double.doubleToRawLongBits(near)
                            : nearest(format, r);
            default ->
                    throw new LaunchException(
                            "the value "
                                    + r
                                    + " is not a number of type "
                                    + format.name().toLowerCase(Locale.ROOT));
        };
    }
}
