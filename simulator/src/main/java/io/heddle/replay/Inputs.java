package io.heddle.replay;

import io.heddle.launch.Argument;
import io.heddle.launch.Computation;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.number.Elements;
import io.heddle.term.FreeValues;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One point of the input space of a pair: every unknown tensor element, scalar, and element of a
 * variable that the host or another module sets.
 */
final class Inputs {
    private static final int SHOWN = 64;
    private static final int CLOCK_INTERVAL = 1 << 12; // elements
    private static final double EXACT = 0x1p52; // integers up to it are doubles

    private final Map<String, TensorContents> tensors = new LinkedHashMap<>();
    private final Map<String, Rational> scalars = new LinkedHashMap<>();
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();

    /** Values of one kind; a function, asked for an element as often as it is read. */
    @FunctionalInterface
    interface Source {
        /** A value for element {@code flat} of {@code symbol}. */
        double value(Symbol symbol, long flat);

        /** True if the value is to stay where elements are made distinct. */
        default boolean isFixed(Symbol symbol, long flat) {
            return false;
        }
    }

    /**
     * A point.
     *
     * @param proposed its values, which are changed where something is assumed of elements
     * @param deadline when drawing them stops, by the nanosecond clock; 0 for never
     */
    Inputs(Computation reference, Computation candidate, Source proposed, long deadline) {
        Source source = new AssumedElements(reference, candidate).of(proposed);
        for (Symbol s : unknowns(reference, candidate)) {
            if (s.shape().isEmpty()) {
                Rational exact = Rational.ofExact(source.value(s, 0));
                scalars.put(s.name(), s.type().isFloat() ? exact : Rational.of(exact.floor()));
            } else {
                symbols.put(s.name(), s);
                if (s.distinct()) {
                    tensors.put(s.name(), distinct(s, source, deadline));
                    continue;
                }
                tensors.put(
                        s.name(),
                        TensorContents.kept(
                                s.type(),
                                Math.toIntExact(s.size()),
                                i -> Elements.nearestBits(clamp(source.value(s, i), s), s.type())));
            }
        }
    }

    /** Values of a source, each but the first of equal ones replaced by the next that is free. */
    private static TensorContents distinct(Symbol s, Source source, long deadline) {
        double least = Math.max(s.type().minInteger().doubleValue(), clamp(-EXACT, s));
        double greatest = Math.min(s.type().maxInteger().doubleValue(), clamp(EXACT, s));
        int n = Math.toIntExact(s.size());
        double[] values = new double[n];
        FreeValues free = new FreeValues(x -> x >= greatest ? least : x + 1);
        for (int pass = 0; pass < 2; pass++) { // what the source insists on comes first
            for (int i = 0; i < n; i++) {
                if (i % CLOCK_INTERVAL == 0) {
                    checkClock(deadline);
                }
                if (source.isFixed(s, i) != (pass == 0)) {
                    continue;
                }
                double x = Math.max(least, Math.min(greatest, Math.rint(source.value(s, i)))) + 0.0;
                values[i] = free.take(x);
            }
        }
        return TensorContents.computed(s.type(), n, i -> Elements.nearestBits(values[i], s.type()));
    }

    private static void checkClock(long deadline) {
        if (deadline != 0 && System.nanoTime() - deadline > 0) {
            throw new PairRuns.Stop(
                    ReplayResult.Reason.BUDGET, "its time was over while its inputs were drawn");
        }
    }

    private Inputs(Inputs others, Repair repair) {
        scalars.putAll(others.scalars);
        symbols.putAll(others.symbols);
        for (Map.Entry<String, TensorContents> e : others.tensors.entrySet()) {
            TensorContents given = e.getValue();
            tensors.put(
                    e.getKey(),
                    TensorContents.computed(
                            given.type(),
                            given.size(),
                            i -> SpecialPatterns.repaired(given.bits(i), given.type(), repair)));
        }
    }

    /** The same but for the patterns that a repair replaces. */
    Inputs repaired(Repair repair) {
        return SpecialPatterns.isReplacedBy(repair) ? new Inputs(this, repair) : this;
    }

    /** The unknown tensors, scalars and variables of two launches, each once. */
    static List<Symbol> unknowns(Computation reference, Computation candidate) {
        Map<String, Symbol> found = new LinkedHashMap<>();
        for (Computation computation : List.of(reference, candidate)) {
            for (TensorSpec t : computation.tensors()) {
                if (t.init() instanceof TensorSpec.Init.Symbolic) {
                    found.putIfAbsent(t.name(), t.symbol());
                }
            }
            computation.arguments().stream()
                    .flatMap(Argument::parts)
                    .filter(Argument.SymbolicScalar.class::isInstance)
                    .map(a -> (Argument.SymbolicScalar) a)
                    .map(s -> new Symbol(s.name(), s.type(), List.of()))
                    .forEach(s -> found.putIfAbsent(s.name(), s));
            computation.inputVariables().forEach(s -> found.putIfAbsent(s.name(), s));
        }
        return List.copyOf(found.values());
    }

    private static double clamp(double value, Symbol symbol) {
        double low = symbol.low() == null ? Double.NEGATIVE_INFINITY : symbol.low().doubleValue();
        double high =
                symbol.high() == null ? Double.POSITIVE_INFINITY : symbol.high().doubleValue();
        return Math.max(low, Math.min(high, value));
    }

    Map<String, TensorContents> tensors() {
        return tensors;
    }

    Map<String, Rational> scalars() {
        return scalars;
    }

    /** The value of an element or scalar. */
    double value(Symbol symbol, long flat) {
        TensorContents t = tensors.get(symbol.name());
        return t == null ? scalars.get(symbol.name()).doubleValue() : t.value((int) flat);
    }

    /** True if some value is nonzero and less than the least normal f32. */
    boolean haveSubnormal() {
        return tensors.values().stream()
                        .anyMatch(
                                t ->
                                        IntStream.range(0, t.size())
                                                .anyMatch(i -> isSubnormal(t.value(i))))
                || scalars.values().stream().anyMatch(r -> isSubnormal(r.doubleValue()));
    }

    private static boolean isSubnormal(double x) {
        return x != 0 && Math.abs(x) < Float.MIN_NORMAL;
    }

    /** The first values, by the user's spelling. */
    Map<String, Rational> shown() {
        Map<String, Rational> shown = new TreeMap<>();
        for (Map.Entry<String, Symbol> e : symbols.entrySet()) {
            TensorContents t = tensors.get(e.getKey());
            for (int i = 0; i < t.size() && shown.size() < SHOWN; i++) {
                if (Double.isFinite(t.value(i))) {
                    shown.put(e.getValue().element(i), Rational.ofExact(t.value(i)));
                }
            }
        }
        shown.putAll(scalars);
        return shown;
    }
}
