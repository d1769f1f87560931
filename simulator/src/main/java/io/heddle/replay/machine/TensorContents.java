package io.heddle.replay.machine;

import io.heddle.launch.TensorSpec;
import io.heddle.replay.number.Elements;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;

/**
 * The bit patterns of a tensor's elements by row-major index, and which of them are known. Patterns
 * are computed when they are asked for, so that a tensor of which a launch touches little costs
 * little.
 */
public final class TensorContents {
    private static final int MOST_KEPT = 1 << 22; // elements

    private final ElementType type;
    private final int size;
    private final Pattern pattern;
    private final IntPredicate defined;
    private final IntPredicate atomic;
    private final Consumer<ElementSet> adder; // null: one element after the other

    /** The pattern of each element. */
    @FunctionalInterface
    public interface Pattern {
        long bits(int flat);
    }

    private TensorContents(
            ElementType type,
            int size,
            Pattern pattern,
            IntPredicate defined,
            IntPredicate atomic,
            Consumer<ElementSet> adder) {
        this.atomic = atomic;
        this.adder = adder;
        this.type = type;
        this.size = size;
        this.pattern = pattern;
        this.defined = defined;
    }

    /** Contents of which every element is given by its pattern; copies the array. */
    public static TensorContents ofBits(ElementType type, long[] bits) {
        long[] own = bits.clone();
        return computed(type, own.length, flat -> own[flat]);
    }

    /** Contents of which every element is a function of its index. */
    public static TensorContents computed(ElementType type, int size, Pattern pattern) {
        return new TensorContents(type, size, pattern, flat -> true, flat -> false, null);
    }

    /**
     * Computed contents that are read by many runs: patterns are kept once they were asked for. May
     * be read by several threads.
     */
    public static TensorContents kept(ElementType type, int size, Pattern pattern) {
        return computed(type, size, size <= MOST_KEPT ? new Kept(size, pattern)::bits : pattern);
    }

    /** Patterns in blocks that are computed when they are first asked for. */
    private static final class Kept {
        private static final int BLOCK = 256;

        private final int size;
        private final Pattern pattern;
        private final AtomicReferenceArray<long[]> blocks;

        Kept(int size, Pattern pattern) {
            this.size = size;
            this.pattern = pattern;
            blocks = new AtomicReferenceArray<>((size + BLOCK - 1) / BLOCK);
        }

        long bits(int flat) {
            long[] block = blocks.get(flat / BLOCK);
            if (block == null) {
                int first = flat / BLOCK * BLOCK;
                block = new long[Math.min(BLOCK, size - first)];
                for (int i = 0; i < block.length; i++) {
                    block[i] = pattern.bits(first + i);
                }
                blocks.set(flat / BLOCK, block);
            }
            return block[flat % BLOCK];
        }
    }

    /**
     * Contents of which only the elements in {@code defined} count.
     *
     * @param atomic those of them that an atomic has changed
     * @param adder adds all elements that are defined; null where nobody asks for many
     */
    static TensorContents partly(
            ElementType type,
            int size,
            Pattern pattern,
            IntPredicate defined,
            IntPredicate atomic,
            Consumer<ElementSet> adder) {
        return new TensorContents(type, size, pattern, defined, atomic, adder);
    }

    /** Adds the elements that are defined to {@code all}. */
    public void addDefined(ElementSet all) {
        if (adder != null) {
            adder.accept(all);
            return;
        }
        for (int i = 0; i < size; i++) {
            if (defined.test(i)) {
                all.set(i);
            }
        }
    }

    /** The same of which an element does not count that an atomic has changed. */
    public TensorContents withoutAtomics() {
        return new TensorContents(
                type, size, pattern, i -> defined.test(i) && !atomic.test(i), i -> false, null);
    }

    /** True if an atomic of the kernel has changed the element. */
    public boolean isAtomic(int flat) {
        return atomic.test(flat);
    }

    /** These contents, and where they are not defined those of {@code before}. */
    public TensorContents over(TensorContents before) {
        return partly(
                type,
                size,
                i -> (defined.test(i) ? this : before).bits(i),
                i -> defined.test(i) || before.isDefined(i),
                i -> atomic.test(i) || before.atomic.test(i),
                null);
    }

    /** Contents of given values, each rounded to nearest in the element type. */
    public static TensorContents of(ElementType type, List<Rational> values) {
        long[] bits = new long[values.size()];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Elements.bits(values.get(i), type);
        }
        return ofBits(type, bits);
    }

    /**
     * The contents that the launch itself prescribes (zero, iota, values), if it does not leave
     * them open. Made for many runs.
     */
    public static Optional<TensorContents> prescribed(TensorSpec spec) {
        int n = Math.toIntExact(spec.size());
        if (spec.init() instanceof TensorSpec.Init.Values v) {
            return Optional.of(ofValues(spec.type(), v, r -> Elements.bits(r, spec.type())));
        }
        if (spec.init() instanceof TensorSpec.Init.Zero) {
            return Optional.of(computed(spec.type(), n, flat -> 0));
        }
        if (spec.init() instanceof TensorSpec.Init.Iota) {
            return Optional.of(
                    computed(spec.type(), n, i -> Elements.bits(Rational.of(i), spec.type())));
        }
        return Optional.empty();
    }

    /** Given values, each of which becomes a pattern once, when it is asked for. */
    static TensorContents ofValues(
            ElementType type, TensorSpec.Init.Values given, ToLongFunction<Rational> pattern) {
        return kept(
                type,
                given.values().size(),
                i -> {
                    TensorSpec.Init.Special special = given.special(i);
                    return special == null
                            ? pattern.applyAsLong(given.values().get(i))
                            : special.bits();
                });
    }

    /** The element type. */
    public ElementType type() {
        return type;
    }

    /** The number of elements. */
    public int size() {
        return size;
    }

    /** The pattern of the element with row-major index {@code flat}. */
    public long bits(int flat) {
        return pattern.bits(flat);
    }

    /**
     * In an input: true if the element is given. In a result: true if the kernel wrote every byte
     * of it.
     */
    public boolean isDefined(int flat) {
        return defined.test(flat);
    }

    /** The element's value as a double (rounded, for 64-bit integers). */
    public double value(int flat) {
        return Elements.value(pattern.bits(flat), type);
    }
}
