package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Inputs of such magnitudes that results leave the range of their types, as far as the stated
 * ranges admit them. They say nothing about a proof over the reals, but whether it matters that
 * nothing overflows.
 */
final class Extremes {
    /** The greatest number of each floating-point type. */
    private static final Map<ElementType, Double> GREATEST_OF =
            Arrays.stream(ElementType.values())
                    .filter(ElementType::isFloat)
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    t -> t, t -> t.format().lowestFinite().negate().doubleValue()));

    private final Computation reference;
    private final Computation candidate;
    private final Inputs ordinary; // for what is no float
    private final long deadline;

    /** One magnitude of all inputs. */
    private enum Magnitude {
        /** Beyond f16, but not beyond 10^6. */
        BEYOND_HALF,
        /** Squares overflow. */
        HUGE,
        /** Squares vanish. */
        TINY,
        /** All are negative and near each other, and powers of them vanish. */
        LOW,
        /** Powers of them overflow. */
        HIGH,
        /** Sums of two of one sign are beyond f16. */
        GREATEST_HALF,
        /** Sums of two of one sign overflow. */
        GREATEST,
        /** Squares are about as great as the greatest number. */
        AROUND_ROOT,
        /** All are subnormal. */
        SUBNORMAL,
        /** Each is about as great or as small as numbers are. */
        ENDS,
        /** Each is of a magnitude of its own, from that of the least number to the greatest. */
        ASSORTED;

        double value(ElementType type, double u, boolean negative) {
            double greatest = GREATEST_OF.get(type);
            boolean wide = type == ElementType.F64;
            double magnitude =
                    switch (this) {
                        case GREATEST_HALF -> 65504 * (0.5 + u / 2);
                        case BEYOND_HALF -> 1e5 * (1 + u);
                        case HUGE -> (wide ? 1e170 : 1e20) * (1 + u);
                        case GREATEST -> greatest * (0.5 + u / 2);
                        case AROUND_ROOT -> Math.sqrt(greatest) * Math.pow(2, 2 * u - 1);
                        case ASSORTED -> Math.pow(greatest, 2 * u - 1);
                        case SUBNORMAL -> wide ? Double.MIN_NORMAL * u : Float.MIN_NORMAL * u;
                        case TINY -> (wide ? 1e-170 : 1e-25) * (1 + u);
                        case ENDS -> u < 0.5 ? greatest * (0.5 + u) : (2 - u) / greatest;
                        case HIGH -> (wide ? 700 : 85) * (1 + u);
                        case LOW -> (wide ? 1500 : 200) + 4 * u;
                    };
            double value = Math.min(greatest, magnitude);
            return negative || this == LOW ? -value : value;
        }
    }

    /**
     * @param ordinary values for inputs that are integers
     * @param deadline when the drawing of inputs stops; 0 for never
     */
    Extremes(Computation reference, Computation candidate, Inputs ordinary, long deadline) {
        this.reference = reference;
        this.candidate = candidate;
        this.ordinary = ordinary;
        this.deadline = deadline;
    }

    /** How many differ in more than their random digits and signs. */
    static int kinds() {
        return Magnitude.values().length;
    }

    /** The inputs of a number, of which there is no end: each kind in turn. */
    Inputs get(int number) {
        Magnitude magnitude = Magnitude.values()[number % kinds()];
        return new Inputs(
                reference,
                candidate,
                (symbol, flat) -> value(symbol, flat, magnitude, number),
                deadline);
    }

    private double value(Symbol symbol, long flat, Magnitude magnitude, int number) {
        if (!symbol.type().isFloat()) {
            return ordinary.value(symbol, flat);
        }
        double u = Points.uniform(symbol, flat, number, 3);
        boolean negative = Points.uniform(symbol, flat, number, 4) < 0.5;
        return magnitude.value(symbol.type(), u, negative);
    }
}
