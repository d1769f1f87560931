package io.heddle.cli;

import io.heddle.check.CostFormulaFinder.SizedLaunch;
import io.heddle.check.KernelFiles;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.suite.ArgumentText;
import io.heddle.suite.InputException;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that describe a launch; a picocli mixin of check, inspect and lift. */
final class KernelOptions {
    private static final String FIRST_CTA = "0,0,0";
    private static final int AXES = 3;

    @Option(names = "--grid", paramLabel = "X[,Y[,Z]]", description = "CTAs (default: 1)")
    private String grid; // null if not given

    @Option(names = "--block", paramLabel = "X[,Y[,Z]]", description = "threads per CTA")
    private String block;

    @Option(
            names = "--shared",
            paramLabel = "BYTES",
            description = "dynamic shared memory (default: 0)")
    private String shared = "0";

    @Option(
            names = "--cta",
            paramLabel = "X,Y,Z|all|auto",
            description = {
                "the CTA to execute, or all of the grid;",
                "    auto, the default: all if that is cheap, else 0,0,0"
            })
    private String cta; // null if not given

    @Option(
            names = "--entry",
            paramLabel = "NAME",
            description = {
                "the kernel, as PTX, c++filt or CUDA names it, such as 'gemm<128,4>',",
                "    or a part that only its name has; optional if the file has one entry"
            })
    private String entry;

    @Option(
            names = "--arg",
            paramLabel = "ARG",
            description = {
                "one for each kernel parameter, in order:",
                "in:|out:|inout:NAME:TYPE[SHAPE]  pointer to a tensor;",
                "    =zero, =iota, =@FILE after it give its contents,",
                "    'in [0,9]' states its range, 'distinct' that no two are equal",
                "4, -1, 0x10, 0.5, 1e-5, -inf     number",
                "sym:NAME:TYPE                    symbolic scalar",
                "null, bytes:HEX                  null pointer, aggregate",
                "'{in:x:f32[8], 4, float:1.5}'    aggregate by its fields",
                "types: f16 bf16 f32 f64 e4m3 e5m2 s8 u8 s16 u16 s32 u32 s64 u64,",
                "    or as in C: float, __half, int, 'unsigned int', uint8_t"
            })
    private List<String> arguments = new ArrayList<>();

    @Option(
            names = "--same-value-races",
            description = "accept races in which both threads write the same value")
    private boolean sameValueRaces;

    @Option(
            names = "--finite-masks",
            description = "take large negative finite masks for minus infinity")
    private boolean finiteMasks;

    @Option(
            names = "--warp-synchronous",
            description = "assume that the threads of a warp run in lock-step")
    private boolean warpSynchronous;

    private NamedSizes sizes; // null where nothing has a name

    /** Lets names stand for numbers from now on; null for none. */
    void use(NamedSizes of) {
        sizes = of;
    }

    /** A grid, a block or a number of bytes with numbers in place of names; null stays null. */
    String numbers(String option, String text) {
        return text == null || sizes == null ? text : sizes.inList(option, text);
    }

    /** Arguments with numbers in place of names. */
    List<String> named(String option, List<String> texts) {
        return sizes == null ? texts : texts.stream().map(t -> sizes.in(option, t)).toList();
    }

    /** True if no CTA is named, so that the command may choose; the launch then has the first. */
    boolean takeAuto() {
        boolean auto = cta == null || cta.equals("auto");
        cta = auto ? FIRST_CTA : cta;
        return auto;
    }

    /**
     * Has all of the grid executed.
     *
     * @throws InputException if another CTA is named
     */
    void takeWholeGrid() {
        if (!takeAuto() && !cta.equals("all")) {
            throw new InputException("--cta " + cta + ": a formula is of a whole grid: --cta all");
        }
        cta = "all";
    }

    /** The arguments as they are spelled. */
    List<String> arguments() {
        return List.copyOf(arguments);
    }

    /** The launch as it is spelled, of sizes that have names. */
    SizedLaunch sized(Map<String, Long> named, List<String> assumptions) {
        List<String> extents = new ArrayList<>(List.of((grid == null ? "1" : grid).split(",", -1)));
        while (extents.size() < AXES) {
            extents.add("1");
        }
        return new SizedLaunch(named, extents, block, arguments, assumptions);
    }

    /** True if the grid is given. */
    boolean hasGrid() {
        return grid != null;
    }

    /** The launch of the first kernel, whose PTX is read only to help with wrong arguments. */
    Side side(String ptx, KernelFiles files) {
        return side(ptx, files, named("--arg", arguments));
    }

    /** The same for all inputs, where shapes may be expressions. */
    Side side(String ptx, KernelFiles files, AnyInputOptions inputs) {
        cta = "all";
        return side(ptx, files, inputs.withNumbers(arguments));
    }

    private Side side(String ptx, KernelFiles files, List<String> given) {
        if (block == null) {
            throw ArgumentHelp.with(
                    "--block is missing: the threads per CTA, X[,Y[,Z]], such as --block 256",
                    files,
                    ptx,
                    entry,
                    "--arg");
        }
        return new Side(
                ptx,
                entry,
                dim3("--grid", grid == null ? "1" : numbers("--grid", grid), 1),
                dim3("--block", numbers("--block", block), 1),
                bytes("--shared", numbers("--shared", shared)),
                cta("--cta", cta),
                arguments("--arg", given, ptx, entry, files),
                new Side.Options(sameValueRaces, finiteMasks, warpSynchronous));
    }

    /** The arguments of an entry that {@code texts} spell, each after {@code option}. */
    static List<Argument> arguments(
            String option, List<String> texts, String ptx, String entry, KernelFiles files) {
        try {
            List<Argument> parsed = texts.stream().map(t -> ArgumentText.parse(option, t)).toList();
            return parsed.stream().map(a -> inPlace(a, parsed)).toList();
        } catch (InputException e) {
            throw ArgumentHelp.with(e.getMessage(), files, ptx, entry, option);
        }
    }

    /** One name in two arguments is one buffer: given as in and as out it is inout. */
    private static Argument inPlace(Argument argument, List<Argument> all) {
        if (argument instanceof Argument.Aggregate a) {
            return new Argument.Aggregate(
                    a.bytes(),
                    a.fields().stream()
                            .map(f -> new Argument.Field(f.offset(), inPlace(f.value(), all)))
                            .toList(),
                    a.layout());
        }
        if (!(argument instanceof Argument.Tensor t)) {
            return argument;
        }
        TensorSpec read = withRole(all, t.tensor().name(), Role.IN);
        TensorSpec written = withRole(all, t.tensor().name(), Role.OUT);
        if (read == null || written == null) {
            return argument;
        }
        TensorSpec own = t.tensor();
        return new Argument.Tensor(
                new TensorSpec(
                        own.name(),
                        own.type(),
                        own.shape(),
                        own.strides(),
                        Role.INOUT,
                        read.init(),
                        own.low(),
                        own.high(),
                        own.distinct()));
    }

    /** The tensor of a name and role, or null. */
    private static TensorSpec withRole(List<Argument> all, String name, Role role) {
        for (Argument a : all.stream().flatMap(Argument::parts).toList()) {
            if (a instanceof Argument.Tensor t
                    && t.tensor().name().equals(name)
                    && t.tensor().role() == role) {
                return t.tensor();
            }
        }
        return null;
    }

    static int bytes(String option, String text) {
        try {
            int bytes = Integer.parseInt(text.strip());
            if (bytes >= 0) {
                return bytes;
            }
        } catch (NumberFormatException e) {
            // answered below, with what was expected
        }
        throw new InputException(option + " " + text + ": expected a number of bytes");
    }

    /** The CTA to execute; null for all of the grid. */
    static Dim3 cta(String option, String text) {
        return text.equals("all") ? null : dim3(option, text, 0);
    }

    static Dim3 dim3(String option, String text, int low) {
        String[] parts = text.split(",", -1);
        int[] d = {low, low, low};
        boolean fits = parts.length <= 3;
        int column = 1;
        for (int i = 0; fits && i < parts.length; i++) {
            if (parts[i].matches("[0-9]{10,18}") && Long.parseLong(parts[i]) > Integer.MAX_VALUE) {
                throw new InputException(
                        option
                                + " "
                                + text
                                + ": column "
                                + column
                                + ": on every target it may be at most "
                                + Integer.MAX_VALUE);
            }
            if (!parts[i].matches("[0-9]{1,18}") || Long.parseLong(parts[i]) < low) {
                throw new InputException(
                        option
                                + " "
                                + text
                                + ": column "
                                + column
                                + ": expected an integer"
                                + (low > 0 ? " of at least " + low : "")
                                + (parts[i].isEmpty() ? "" : ", found '" + parts[i] + "'"));
            }
            d[i] = Integer.parseInt(parts[i]);
            column += parts[i].length() + 1;
        }
        if (!fits) {
            throw new InputException(option + " " + text + ": expected one to three integers");
        }
        return new Dim3(d[0], d[1], d[2]);
    }
}
