package io.heddle.cli;

import io.heddle.report.Verdict;
import io.heddle.suite.AnyInput;
import io.heddle.suite.Expectation;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that give sizes names; a picocli mixin of check and inspect. */
final class ShapeOptions {
    private static final String AT_SHAPE = "--at-shape";

    @Option(
            names = "--shape",
            paramLabel = "N=4,D=8",
            description = {
                "numbers for names in shapes, ranges, grids, blocks and numbers, where",
                "    N * D and (N + 255) / 256 may stand, too"
            })
    private String shape; // null if not given

    @Option(
            names = AT_SHAPE,
            paramLabel = "N=4096,D=8",
            description = {
                "also looks, with these numbers for the names and for all data, whether an index",
                "    leaves its tensor or 32 bits; costs the same at any size"
            })
    private List<String> others = new ArrayList<>();

    /** The sizes of the launch itself, if they have names. */
    Optional<NamedSizes> own() {
        return Optional.ofNullable(shape).map(s -> NamedSizes.parse("--shape", s));
    }

    /** The sizes at which indices are looked at. */
    List<NamedSizes> others() {
        return others.stream().map(s -> NamedSizes.parse(AT_SHAPE, s)).toList();
    }

    /** True if nothing but the ranges of indices is asked for. */
    boolean isAlone() {
        return shape == null && !others.isEmpty();
    }

    /** Refuses these options beside another one. */
    void refuseBeside(String option) {
        if (shape != null || !others.isEmpty()) {
            throw new InputException(
                    (shape != null ? "--shape " + shape : AT_SHAPE + " " + others.get(0))
                            + ": not with "
                            + option
                            + ", where sizes are scalars, sym:NAME:TYPE");
        }
    }

    /** The question about the indices of a kernel at some sizes. */
    static Pair question(String suite, String name, Side side, NamedSizes sizes, Limits limits) {
        return new Pair(
                        suite,
                        name + " at " + sizes,
                        side,
                        null,
                        List.of(),
                        Expectation.of(Verdict.NO_DEFECT),
                        limits,
                        false,
                        false)
                .of(AnyInput.indices(sizes.toString(), sizes.extents()));
    }
}
