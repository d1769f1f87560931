package io.heddle.check;

import io.heddle.anyinput.assume.AssumptionException;
import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.bits.TooLargeException;
import io.heddle.anyinput.formula.SymbolicCost;
import io.heddle.anyinput.formula.SymbolicLaunch;
import io.heddle.anyinput.query.Arguments;
import io.heddle.anyinput.summary.Summariser;
import io.heddle.anyinput.summary.Summary;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.memory.Placement;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Function;
import io.heddle.ptx.Variable;
import io.heddle.suite.AnyInput;
import io.heddle.suite.InputException;
import io.heddle.term.ElementType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds what a kernel costs as formulas in the sizes that have names. */
public final class CostFormulaFinder {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern EXPRESSION = Pattern.compile("[A-Za-z_0-9+*/%() -]+");
    private static final int SIZE_BITS = 64;
    private static final long GREATEST = 1L << 40;

    private final SizedLaunch sized;
    private final Launch base;
    private final AnyInputLaunch launch;
    private final Map<String, BitTerm> sizes = new LinkedHashMap<>();
    private final Map<BitTerm, BitTerm> arguments = new LinkedHashMap<>();

    /**
     * A launch as the user spelled it.
     *
     * @param sizes by name
     * @param grid its extents, expressions over the sizes
     * @param block its extents
     * @param arguments one for each parameter
     * @param assumptions conditions over the sizes
     */
    public record SizedLaunch(
            Map<String, Long> sizes,
            List<String> grid,
            String block,
            List<String> arguments,
            List<String> assumptions) {
        /** Copies the collections. */
        public SizedLaunch {
            sizes = new LinkedHashMap<>(sizes);
            grid = List.copyOf(grid);
            arguments = List.copyOf(arguments);
            assumptions = List.copyOf(assumptions);
        }

        private boolean names(String text) {
            return NAME.matcher(text).results().anyMatch(m -> sizes.containsKey(m.group()));
        }
    }

    private CostFormulaFinder(SizedLaunch sized, Launch base) {
        this.sized = sized;
        this.base = base;
        Function entry = base.module().function(base.entry());
        List<Argument> given = new ArrayList<>();
        for (int k = 0; k < base.arguments().size(); k++) {
            boolean isSize = isSize(k, entry);
            given.add(
                    isSize
                            ? new Argument.SymbolicScalar(name(k), type(entry, k))
                            : base.arguments().get(k));
        }
        launch =
                new AnyInputLaunch(
                        new Launch(
                                base.module(),
                                base.entry(),
                                base.grid(),
                                base.block(),
                                base.dynamicShared(),
                                null,
                                given),
                        new AnyInput(List.of(), Map.of(), true));
        BitTerms terms = launch.terms();
        for (String name : sized.sizes().keySet()) {
            sizes.put(
                    name,
                    terms.variable(
                            "size " + name,
                            SIZE_BITS,
                            Level.GRID,
                            BigInteger.ONE,
                            BigInteger.valueOf(GREATEST)));
        }
        for (int k = 0; k < base.arguments().size(); k++) {
            if (isSize(k, entry)) {
                int bits = type(entry, k).bits();
                BitTerm variable = terms.variable(Arguments.PREFIX + name(k), bits, Level.GRID);
                arguments.put(variable, terms.low(number(sized.arguments().get(k)), bits));
            }
        }
    }

    /**
     * The formulas.
     *
     * @param base the launch at the sizes that the user gave
     */
    static SymbolicCost.Result of(SizedLaunch sized, Launch base) {
        if (sized.names(sized.block())) {
            return none("the threads of a block depend on a size");
        }
        for (int k = 0; k < base.arguments().size(); k++) {
            String text = sized.arguments().get(k);
            if (base.arguments().get(k) instanceof Argument.Aggregate && sized.names(text)) {
                return none("a size stands in an aggregate");
            }
        }
        try {
            return new CostFormulaFinder(sized, base).find();
        } catch (TooLargeException e) {
            return none("limit reached: " + e.getMessage());
        }
    }

    private static SymbolicCost.Result none(String why) {
        return new SymbolicCost.Result(null, why);
    }

    private static String name(int argument) {
        return "argument " + argument;
    }

    /** True for an integer that sizes decide. */
    private boolean isSize(int argument, Function entry) {
        String text = sized.arguments().get(argument);
        return EXPRESSION.matcher(text).matches()
                && sized.names(text)
                && type(entry, argument) != null;
    }

    /** The type of an integer parameter; null for others. */
    private static ElementType type(Function entry, int parameter) {
        Variable v = entry.parameters().get(parameter);
        if (v.type().isFloat()) {
            return null;
        }
        return switch (v.type().bits()) {
            case 8 -> ElementType.S8;
            case 16 -> ElementType.S16;
            case 32 -> ElementType.S32;
            case 64 -> ElementType.S64;
            default -> null;
        };
    }

    private BitTerm number(String text) {
        try {
            return AssumptionText.number(launch.terms(), sizes, text);
        } catch (AssumptionException e) {
            throw new InputException(text + ": column " + e.column() + ": " + e.getMessage());
        }
    }

    /** True if sizes are as the user assumes. */
    static boolean isMeant(SizedLaunch sized, Map<String, Long> sizes) {
        BitTerms terms = new BitTerms();
        Map<String, BitTerm> numbers = new HashMap<>();
        sizes.forEach((n, v) -> numbers.put(n, terms.constant(SIZE_BITS, v)));
        return sized.assumptions().stream()
                .allMatch(a -> AssumptionText.condition(terms, numbers, a).is(1));
    }

    private BitTerm assumed() {
        BitTerm all = null;
        for (String text : sized.assumptions()) {
            try {
                BitTerm one = AssumptionText.condition(launch.terms(), sizes, text);
                all = all == null ? one : launch.terms().and(all, one);
            } catch (AssumptionException e) {
                throw new InputException(
                        "--assume " + text + ": column " + e.column() + ": " + e.getMessage());
            }
        }
        return all;
    }

    private SymbolicCost.Result find() {
        Function entry = launch.entry();
        Summary summary =
                Summariser.of(
                        base.module(),
                        entry,
                        launch.threads(),
                        launch.parameters(),
                        base.dynamicShared(),
                        launch.terms());
        List<BitTerm> grid = sized.grid().stream().map(this::number).toList();
        Dim3 block = base.block();
        return SymbolicCost.of(
                entry,
                summary,
                new SymbolicLaunch(
                        launch.threads(),
                        sizes,
                        grid,
                        arguments,
                        shared(entry),
                        base.module().architecture()),
                assumed(),
                new int[] {block.x(), block.y(), block.z()});
    }

    /** Where variables in shared memory lie. */
    private Map<String, Long> shared(Function entry) {
        SharedLayout layout =
                new SharedLayout(base.module(), entry, base.dynamicShared(), Placement.UPWARD);
        Map<String, Long> all = new HashMap<>();
        for (String owner : List.of("", entry.name())) {
            layout.variables(owner)
                    .values()
                    .forEach(v -> all.put(v.variable().qualifiedName(), v.address()));
        }
        return all;
    }
}
