package io.heddle.replay;

import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** One point of the input space of a pair: every unknown tensor element and scalar. */
final class Inputs {
    private static final int SHOWN = 64;

    private final Map<String, TensorContents> tensors = new LinkedHashMap<>();
    private final Map<String, Rational> scalars = new LinkedHashMap<>();
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();

    /** Values of one kind. */
    @FunctionalInterface
    private interface Source {
        /** A value for element {@code flat} of {@code symbol}. */
        double value(Symbol symbol, long flat);
    }

    private Inputs(Launch reference, Launch candidate, Source source) {
        for (Launch launch : new Launch[] {reference, candidate}) {
            for (TensorSpec t : launch.tensors()) {
                if (t.init() instanceof TensorSpec.Init.Symbolic) {
                    add(t.symbol(), source);
                }
            }
            for (Argument a : launch.arguments()) {
                if (a instanceof Argument.SymbolicScalar s) {
                    double value =
                            source.value(new Symbol(s.name(), s.type(), java.util.List.of()), 0);
                    Rational exact = Rational.ofExact(value);
                    scalars.putIfAbsent(
                            s.name(), s.type().isFloat() ? exact : Rational.of(exact.floor()));
                }
            }
        }
    }

    private void add(Symbol symbol, Source source) {
        if (tensors.containsKey(symbol.name())) {
            return;
        }
        long[] bits = new long[Math.toIntExact(symbol.size())];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Elements.nearestBits(clamp(source.value(symbol, i), symbol), symbol.type());
        }
        symbols.put(symbol.name(), symbol);
        tensors.put(symbol.name(), TensorContents.ofBits(symbol.type(), bits));
    }

    private static double clamp(double value, Symbol symbol) {
        double low = symbol.low() == null ? Double.NEGATIVE_INFINITY : symbol.low().doubleValue();
        double high =
                symbol.high() == null ? Double.POSITIVE_INFINITY : symbol.high().doubleValue();
        return Math.max(low, Math.min(high, value));
    }

    /** The kinds of random points, taken in turn. */
    private enum Kind {
        NORMAL,
        SMALL_INTEGERS,
        POSITIVE,
        WITH_ZEROS,
        NEGATIVE,
        WIDE,
        NEAR_ONE,
        TINY;

        double draw(SplittableRandom random) {
            double g = random.nextDouble() * 2 - 1;
            return switch (this) {
                case NORMAL -> 2 * g;
                case SMALL_INTEGERS -> Math.rint(4 * g);
                case POSITIVE -> 0.25 + 2 * Math.abs(g);
                case WITH_ZEROS -> random.nextInt(4) == 0 ? 0 : 2 * g;
                case NEGATIVE -> -0.25 - 2 * Math.abs(g);
                case WIDE -> 30 * g;
                case NEAR_ONE -> 1 + g / 8;
                case TINY -> g / 16;
            };
        }
    }

    /**
     * A random point of moderate magnitude: its kind (of either sign, integers, positive, with
     * zeros, negative, wide, near one, small) follows from {@code number}. A range of a tensor is
     * obeyed.
     */
    static Inputs random(
            Launch reference, Launch candidate, int number, boolean wholeRangeIntegers) {
        SplittableRandom random = new SplittableRandom(0x5EEDL + number);
        Kind kind = Kind.values()[number % Kind.values().length];
        return new Inputs(
                reference,
                candidate,
                (symbol, flat) -> draw(symbol, kind, random, wholeRangeIntegers));
    }

    private static double draw(
            Symbol symbol, Kind kind, SplittableRandom random, boolean wholeRangeIntegers) {
        ElementType type = symbol.type();
        if (symbol.low() != null && symbol.high() != null) {
            double low = symbol.low().doubleValue();
            double value = low + random.nextDouble() * (symbol.high().doubleValue() - low);
            return type.isFloat() ? value : Math.rint(value);
        }
        double value = kind.draw(random);
        if (type.isFloat()) {
            return value;
        }
        boolean small = type.bits() <= 16;
        if (kind.ordinal() % 2 == 0 && (small || wholeRangeIntegers)) {
            double low = type.minInteger().doubleValue();
            double high = type.maxInteger().doubleValue();
            return Math.rint(low + random.nextDouble() * (high - low));
        }
        double whole = Math.rint(16 * value);
        return type.isSigned() ? whole : Math.abs(whole);
    }

    /** A given point; elements that it does not name are zero. */
    static Inputs given(Launch reference, Launch candidate, Map<String, Rational> point) {
        return new Inputs(
                reference,
                candidate,
                (symbol, flat) -> {
                    Rational value = point.get(symbol.element(flat));
                    return value == null ? 0 : value.doubleValue();
                });
    }

    /** This point with every real moved by at most one part in a thousand. */
    Inputs nearby(Launch reference, Launch candidate, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Inputs(
                reference,
                candidate,
                (symbol, flat) -> {
                    TensorContents t = tensors.get(symbol.name());
                    double value =
                            t == null
                                    ? scalars.get(symbol.name()).doubleValue()
                                    : t.value((int) flat);
                    boolean move = symbol.type().isFloat() && value != Math.rint(value);
                    return move ? value * (1 + (random.nextDouble() - 0.5) / 500) : value;
                });
    }

    Map<String, TensorContents> tensors() {
        return tensors;
    }

    Map<String, Rational> scalars() {
        return scalars;
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
