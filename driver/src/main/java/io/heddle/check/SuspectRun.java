package io.heddle.check;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.query.Arguments;
import io.heddle.anyinput.query.Model;
import io.heddle.anyinput.query.Question.Kind;
import io.heddle.anyinput.query.Suspect;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.ptx.Bytes;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the launch that a solver's model describes, to see whether a suspect is a defect. */
final class SuspectRun {
    private static final int MOST_CTAS = 64;
    private static final double MOST_SECONDS = 5; // of one run, and before the last one begins
    private static final double LEAST_SECONDS = 1; // of one run, however late it is
    private static final int[] UNKNOWN_SIZES = {1 << 10, 1 << 16, 1 << 20}; // elements

    private static final BigInteger MOST_ELEMENTS = BigInteger.valueOf(1 << 22); // of a tensor

    private final Pair pair;
    private final AnyInputLaunch launch;
    private final PairChecker checker;
    private final long deadline;

    /**
     * Runs suspects.
     *
     * @param deadline by {@link System#nanoTime}, after which no run begins
     */
    SuspectRun(Pair pair, AnyInputLaunch launch, PairChecker checker, long deadline) {
        this.pair = pair;
        this.launch = launch;
        this.checker = checker;
        this.deadline = deadline;
    }

    /**
     * A defect that was found by a run.
     *
     * @param report of the run
     * @param inputs the arguments and the grid, in words
     */
    record Confirmed(PairReport report, String inputs) {}

    /** What elements hold that the model does not name. */
    private enum Rest {
        /** Anything, unless the model names some element of the tensor. */
        SYMBOLIC,
        /** All the least number. */
        LEAST,
        /** All 1, or the least number if 1 is not in the range of the tensor. */
        ONE,
        /** Small numbers of both signs, so that not all threads decide alike. */
        MIXED
    }

    /** What the run shows; null if it does not show the suspect, or is too large. */
    Confirmed of(Suspect suspect) {
        Model model = suspect.model();
        if (model == null) {
            return null;
        }
        int[] grid = new int[3];
        for (int k = 0; k < grid.length; k++) {
            grid[k] = value(model, launch.threads().grid().get(k), 1).intValue();
        }
        Dim3 blocks = new Dim3(grid[0], grid[1], grid[2]);
        if (blocks.size() > MOST_CTAS) {
            return null;
        }
        long start = System.nanoTime();
        for (Rest rest : Rest.values()) {
            for (int size : UNKNOWN_SIZES) {
                if (isLate() || System.nanoTime() - start > MOST_SECONDS * 1e9) {
                    return null;
                }
                Confirmed found = run(suspect, blocks, size, rest);
                if (found != null) {
                    return found;
                }
                if (areSizesKnown(model)) {
                    break;
                }
            }
        }
        return null;
    }

    /** True if all tensors have the extents that follow from the arguments and the grid. */
    private boolean areSizesKnown(Model model) {
        Map<BitTerm, BitTerm> values = values(model);
        return launch.extents().values().stream()
                .map(e -> launch.elements(e, values))
                .allMatch(n -> n.signum() >= 0 && n.compareTo(MOST_ELEMENTS) <= 0);
    }

    private boolean isLate() {
        return System.nanoTime() - deadline > 0;
    }

    private static BigInteger value(Model model, BitTerm t, long otherwise) {
        BigInteger known = model.value(t);
        return known != null ? known : BigInteger.valueOf(otherwise);
    }

    private Confirmed run(Suspect suspect, Dim3 grid, int size, Rest rest) {
        Model model = suspect.model();
        List<String> words = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        for (Argument a : pair.reference().arguments()) {
            arguments.add(argument(a, model, size, rest, words));
        }
        if (grid.size() > 1) {
            words.add("grid " + grid);
        }
        PairReport report = run(arguments, grid, pair.reference().options());
        if (shows(suspect, report)) {
            return new Confirmed(report, String.join(", ", words));
        }
        if (isLate()
                || report.verdict() != Verdict.UNSUPPORTED
                || suspect.kind() == Kind.BARRIER_DIVERGENCE) {
            return null;
        }
        // branches and addresses on what atomics return have one outcome for each order
        PairReport inOrder = run(arguments, grid, pair.reference().options().inOneOrder());
        words.add("atomics in the order of the threads");
        return shows(suspect, inOrder) ? new Confirmed(inOrder, String.join(", ", words)) : null;
    }

    private PairReport run(List<Argument> arguments, Dim3 grid, Side.Options options) {
        Side side = pair.reference();
        Side ran =
                new Side(
                        side.ptx(),
                        side.entry(),
                        grid,
                        side.block(),
                        side.shared(),
                        null,
                        arguments,
                        options);
        Pair question =
                new Pair(
                        pair.suite(),
                        pair.name(),
                        ran,
                        null,
                        List.of(),
                        pair.expectation(),
                        limits(),
                        false,
                        false);
        return checker.simulate(question).answer();
    }

    private boolean shows(Suspect suspect, PairReport report) {
        return switch (suspect.kind()) {
            case RACE -> report.verdict() == Verdict.RACE;
            case OUT_OF_BOUNDS ->
                    report.verdict() == Verdict.OUT_OF_BOUNDS && areSizesKnown(suspect.model());
            case BARRIER_DIVERGENCE ->
                    report.verdict() == Verdict.BARRIER_DIVERGENCE
                            || report.verdict() == Verdict.DEADLOCK;
            case BARRIER_MISUSE ->
                    report.verdict() == Verdict.BARRIER_MISUSE
                            || report.verdict() == Verdict.DEADLOCK;
        };
    }

    /** A run that takes longer shows nothing. */
    private Limits limits() {
        double left = Math.max((deadline - System.nanoTime()) / 1e9, LEAST_SECONDS);
        return new Limits(Math.min(left, MOST_SECONDS), pair.limits().bytes());
    }

    private Argument argument(Argument a, Model model, int size, Rest rest, List<String> words) {
        if (a instanceof Argument.SymbolicScalar s && !s.type().isFloat()) {
            Rational value = scalar(s, model);
            words.add(s.name() + " = " + value);
            return new Argument.Scalar(value, false);
        }
        if (a instanceof Argument.Tensor t) {
            return new Argument.Tensor(tensor(t.tensor(), model, size, rest));
        }
        return a instanceof Argument.Aggregate g ? aggregate(g, model, size, rest, words) : a;
    }

    /** An aggregate whose integers have the values that the model gives them. */
    private Argument aggregate(
            Argument.Aggregate a, Model model, int size, Rest rest, List<String> words) {
        byte[] bytes = a.bytes().toArray();
        List<Argument.Field> open = new ArrayList<>();
        for (Argument.Field f : a.fields()) {
            Argument value = argument(f.value(), model, size, rest, words);
            if (value instanceof Argument.Scalar s) {
                BigInteger bits = s.value().numerator();
                for (int k = 0; k < f.size(); k++) {
                    bytes[f.offset() + k] = bits.shiftRight(k * Byte.SIZE).byteValue();
                }
            } else {
                open.add(new Argument.Field(f.offset(), value));
            }
        }
        return new Argument.Aggregate(new Bytes(bytes), open, a.layout());
    }

    private static Rational scalar(Argument.SymbolicScalar s, Model model) {
        BigInteger bits = model.value(Arguments.PREFIX + s.name());
        if (bits == null) {
            return Rational.ONE;
        }
        return Rational.of(signed(bits, s.type()));
    }

    private static BigInteger signed(BigInteger bits, ElementType type) {
        return type.isSigned() && bits.testBit(type.bits() - 1)
                ? bits.subtract(BigInteger.ONE.shiftLeft(type.bits()))
                : bits;
    }

    /** The tensor with the size and the elements that the model gives it. */
    private TensorSpec tensor(TensorSpec t, Model model, int size, Rest rest) {
        List<Integer> shape = t.shape();
        List<String> extents = launch.extents().get(t.name());
        if (extents != null) {
            BigInteger elements = launch.elements(extents, values(model));
            shape = List.of(elements.signum() < 0 ? size : elements.min(MOST_ELEMENTS).intValue());
        }
        Init init = t.init();
        Map<Long, BigInteger> known = contents(t, model);
        boolean isInput = t.role() != TensorSpec.Role.OUT && init instanceof Init.Symbolic;
        if (isInput && (!known.isEmpty() && !t.type().isFloat() || rest != Rest.SYMBOLIC)) {
            Init given = values(t, shape, known, rest);
            init = given != null ? given : init;
        }
        return new TensorSpec(
                t.name(),
                t.type(),
                shape,
                extents == null ? t.strides() : TensorSpec.rowMajor(shape),
                t.role(),
                init,
                init instanceof Init.Values ? null : t.low(),
                init instanceof Init.Values ? null : t.high(),
                t.distinct() && !(init instanceof Init.Values));
    }

    /** What arguments and grid are in a run. */
    private Map<BitTerm, BitTerm> values(Model model) {
        BitTerms terms = launch.terms();
        Map<BitTerm, BitTerm> values = new HashMap<>();
        for (BitTerm g : launch.threads().grid()) {
            values.put(g, terms.constant(g.width(), value(model, g, 1)));
        }
        pair.reference().arguments().stream()
                .flatMap(Argument::parts)
                .filter(Argument.SymbolicScalar.class::isInstance)
                .map(Argument.SymbolicScalar.class::cast)
                .filter(s -> !s.type().isFloat())
                .forEach(
                        s -> {
                            int bits = s.type().bits();
                            BitTerm variable =
                                    terms.variable(Arguments.PREFIX + s.name(), bits, Level.GRID);
                            BigInteger value = scalar(s, model).numerator();
                            values.put(variable, terms.constant(bits, value));
                        });
        return values;
    }

    /** The elements that the model names, by their offset in bytes. */
    private static Map<Long, BigInteger> contents(TensorSpec t, Model model) {
        String name = "contents of " + t.name() + " " + t.type().bits();
        Map<Long, BigInteger> known = new HashMap<>();
        model.values()
                .forEach(
                        (term, value) -> {
                            if (term.op() == BitOp.APPLY && term.name().equals(name)) {
                                BigInteger offset = model.value(term.operand(0));
                                if (offset != null && offset.bitLength() < Long.SIZE - 1) {
                                    known.put(offset.longValue(), value);
                                }
                            }
                        });
        return known;
    }

    /**
     * What the model gives, else values in the range of the tensor, different ones where it is
     * distinct; null if there are not as many.
     */
    private static Init values(
            TensorSpec t, List<Integer> shape, Map<Long, BigInteger> known, Rest rest) {
        int size = shape.stream().reduce(1, (a, b) -> a * b);
        Set<Rational> taken = new HashSet<>();
        if (t.distinct()) {
            known.values().forEach(bits -> taken.add(Rational.of(signed(bits, t.type()))));
        }
        Rational other = first(t);
        List<Rational> values = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            BigInteger bits = known.get((long) k * t.type().bytes());
            if (bits != null && !t.type().isFloat()) {
                values.add(Rational.of(signed(bits, t.type())));
                continue;
            }
            while (taken.contains(other)) {
                other = other.add(Rational.ONE);
            }
            if (other.compareTo(last(t)) > 0) {
                return null;
            }
            values.add(
                    t.distinct() || rest == Rest.LEAST
                            ? other
                            : within(t, rest == Rest.ONE ? Rational.ONE : mixed(t, k), other));
            if (t.distinct()) {
                taken.add(other);
            }
        }
        return new Init.Values(values);
    }

    /** A small number of either sign. */
    private static Rational mixed(TensorSpec t, int k) {
        Rational small = Rational.of((k % 5 - 2L) * (k % 3 + 1));
        return t.type().isFloat() || t.type().isSigned() ? small : small.abs();
    }

    /** A number, or another one if it is not in the range of the tensor. */
    private static Rational within(TensorSpec t, Rational small, Rational otherwise) {
        boolean below = t.low() != null && small.compareTo(t.low()) < 0;
        boolean above = t.high() != null && small.compareTo(t.high()) > 0;
        return below || above ? otherwise : small;
    }

    /** The greatest value of a tensor. */
    private static Rational last(TensorSpec t) {
        if (t.high() != null) {
            return t.high();
        }
        int bits = t.type().isSigned() ? t.type().bits() - 1 : t.type().bits();
        return Rational.of(BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE));
    }

    /** The least value of a tensor; 0, or if that is too large its greatest one, if none is. */
    private static Rational first(TensorSpec t) {
        if (t.low() != null) {
            return t.low();
        }
        return t.high() != null && t.high().signum() < 0 ? t.high() : Rational.ZERO;
    }
}
