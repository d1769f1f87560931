package io.heddle.check;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;

/** Launches of small kernels one after the other, compared with the formula in {@code f.py}. */
final class Sequences {
    private Sequences() {}

    static final String HEAD = ".version 9.0\n.target sm_80\n.address_size 64\n";
    static final String REGISTERS =
            "{\n\t.reg .b64 %d<3>;\n\t.reg .b32 %r<2>;\n\t.reg .f32 %f<3>;\n"
                    + "\tld.param.u64 %d1, [p];\n\tld.param.u64 %d2, [q];\n";

    /** An entry of one thread that does {@code body} between its two tensors. */
    static String entry(String name, String body) {
        return ".visible .entry "
                + name
                + "(.param .u64 p, .param .u64 q)\n"
                + REGISTERS
                + body
                + "\tret;\n}\n";
    }

    static TensorSpec tensor(String name, ElementType type, Role role, long high) {
        return new TensorSpec(
                name,
                type,
                List.of(1),
                List.of(1L),
                role,
                role == Role.IN ? new Init.Symbolic() : new Init.Undefined(),
                role == Role.IN ? Rational.ZERO : null,
                role == Role.IN ? Rational.of(high) : null);
    }

    static Side launch(String file, String entry, TensorSpec... tensors) {
        return launch(file, entry, 1, 1, tensors);
    }

    static Side launch(String file, String entry, int grid, int block, TensorSpec... tensors) {
        List<Argument> arguments =
                List.of(new Argument.Tensor(tensors[0]), new Argument.Tensor(tensors[1]));
        return new Side(
                file,
                entry,
                new Dim3(grid, 1, 1),
                new Dim3(block, 1, 1),
                0,
                null,
                arguments,
                Side.Options.STRICT);
    }

    static PairReport check(Side candidate, Map<String, String> files) {
        Pair pair =
                new Pair(
                        "s",
                        "p",
                        Side.ofFormula("f.py", candidate.allArguments()),
                        candidate,
                        List.of(),
                        Expectation.of(Verdict.EQUIVALENT),
                        Limits.DEFAULT,
                        false,
                        false);
        return new PairChecker(KernelFiles.of(files)).check(pair);
    }
}
