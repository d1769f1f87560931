package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Sample points at which inputs that are read as floats by their bits are NaN, infinite, a negative
 * zero, subnormal or ordinary numbers; the other inputs are those of a sample point. Where no word
 * is read as a float there are none.
 */
final class PatternPoints {
    private static final int POINTS = 96;
    private static final int MAX_BELOW = 4096;

    private final Cone cone;
    private final SamplePoints samples;
    private final TiePoints ties;
    private final Map<Integer, Set<FloatFormat>> formats = new TreeMap<>(); // by position

    /** Varies the points of {@code samples} and, unless it is null, of {@code ties}. */
    PatternPoints(Cone cone, SamplePoints samples, TiePoints ties) {
        this.cone = cone;
        this.samples = samples;
        this.ties = ties;
        Map<Integer, Integer> positions = new TreeMap<>();
        for (int node = 0; node < cone.size(); node++) {
            if (cone.op(node) == Op.APPLY && cone.function(node).readsBits()) {
                if (positions.isEmpty()) {
                    for (int p = 0; p < cone.elements().length; p++) {
                        positions.put(cone.elements()[p], p);
                    }
                }
                note(cone.b()[node], cone.function(node).format(), positions);
            }
        }
    }

    /** Notes the inputs of a word that is read in {@code format}. */
    private void note(int word, FloatFormat format, Map<Integer, Integer> positions) {
        BitSet seen = new BitSet();
        List<Integer> open = new ArrayList<>(List.of(word));
        for (int k = 0; k < open.size() && k < MAX_BELOW; k++) {
            int node = open.get(k);
            Integer position = positions.get(node);
            if (position != null) {
                formats.computeIfAbsent(position, p -> EnumSet.noneOf(FloatFormat.class))
                        .add(format);
            }
            int[] operands = cone.operands(node);
            int first = cone.op(node) == Op.ITE ? 1 : 0; // not what chooses
            for (int at = first; at < operands.length; at++) {
                int operand = operands[at];
                if (!seen.get(operand)) {
                    seen.set(operand);
                    open.add(operand);
                }
            }
        }
    }

    /** The number of points. */
    int size() {
        return formats.isEmpty() ? 0 : POINTS;
    }

    /** Point {@code k} of {@link #size()}. */
    double[] point(int k) {
        SplittableRandom random = new SplittableRandom(0x9E3779B97F4A7C15L * (k + 1));
        boolean tied = k % 2 == 0 && ties != null && ties.size() > 0;
        double[] point = tied ? ties.point(k / 2 % ties.size()) : samples.point(k);
        BitSet kept = new BitSet();
        formats.keySet().forEach(position -> kept.set(position, random.nextInt(4) == 0));
        formats.forEach(
                (position, read) -> {
                    if (!kept.get(position)) {
                        change(point, position, List.copyOf(read), kept, random);
                    }
                });
        return point;
    }

    private void change(
            double[] point,
            int position,
            List<FloatFormat> read,
            BitSet kept,
            SplittableRandom random) {
        Symbol symbol = cone.store().symbolOf(cone.elementTerms()[position]);
        int bits = symbol.type().bits();
        FloatFormat format = read.get(random.nextInt(read.size()));
        long word = word(bits, format, random);
        int other = likeElement(position, kept);
        if (other >= 0 && random.nextBoolean()) {
            word ^= (long) point[other]; // as programs mix words
        }
        Double value = value(symbol, word & -1L >>> Long.SIZE - bits);
        if (value != null) {
            point[position] = value;
        }
    }

    /** The position of another input with the same index whose value this point keeps, or −1. */
    private int likeElement(int position, BitSet kept) {
        long index = cone.store().elementIndex(cone.elementTerms()[position]);
        return kept.stream()
                .filter(p -> cone.store().elementIndex(cone.elementTerms()[p]) == index)
                .findFirst()
                .orElse(-1);
    }

    /** A word of floats, or a part of one. */
    private static long word(int bits, FloatFormat format, SplittableRandom random) {
        if (format.bits() > bits) {
            long pattern = pattern(format, random);
            return random.nextInt(3) == 0 ? 0 : pattern >>> format.bits() - bits;
        }
        long word = 0;
        for (int at = 0; at < bits; at += format.bits()) {
            word |= pattern(format, random) << at;
        }
        return word;
    }

    private static long pattern(FloatFormat format, SplittableRandom random) {
        int fraction = format.precision() - 1;
        long sign = 1L << format.bits() - 1;
        long greatest = sign - 1; // all ones: NaN in every format
        long infinity = greatest >>> fraction << fraction;
        long one = format.pattern(Rational.ONE).orElse(0);
        long two = format.pattern(Rational.TWO).orElse(0);
        return switch (random.nextInt(16)) {
            case 0, 1 -> greatest;
            case 2, 3 -> infinity | 1L << fraction - 1;
            case 4 -> greatest | sign;
            case 5 -> infinity;
            case 6 -> infinity | sign;
            case 7 -> sign;
            case 8 -> 1;
            case 9 -> infinity - 1;
            case 10 -> one | sign;
            case 11 -> two;
            case 12 -> two | 1L << fraction - 1 | sign;
            case 13 -> one | random.nextLong() & (1L << fraction) - 1;
            case 14 -> 0;
            default -> one;
        };
    }

    /** The value of a symbol's type that has these bits, or null if it may not have it. */
    private static Double value(Symbol symbol, long word) {
        int bits = symbol.type().bits();
        FloatFormat format = symbol.type().format();
        if (format != null && format.kind(word) != FloatFormat.Kind.FINITE) {
            return null;
        }
        Rational r =
                format != null
                        ? format.value(word)
                        : Rational.of(
                                symbol.type().isSigned()
                                        ? word << 64 - bits >> 64 - bits
                                        : word & (-1L >>> 64 - bits));
        if (format == null && !symbol.type().isSigned() && word < 0 && bits == Long.SIZE) {
            r = r.add(Rational.powerOfTwo(Long.SIZE));
        }
        boolean inside =
                (symbol.low() == null || symbol.low().compareTo(r) <= 0)
                        && (symbol.high() == null || symbol.high().compareTo(r) >= 0);
        double x = DoubleInterval.nearest(r);
        return inside && Rational.ofExact(x).equals(r) ? x : null;
    }
}
