package io.heddle.check;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.Verdict;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.simulate.Statistics;
import io.heddle.suite.Comparison;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pairs, launches and simulation results made by hand. */
final class Made {
    private Made() {}

    static TensorSpec tensor(String name, Role role, Init init, int... shape) {
        List<Integer> extents = java.util.Arrays.stream(shape).boxed().toList();
        return new TensorSpec(
                name,
                ElementType.F32,
                extents,
                TensorSpec.rowMajor(extents),
                role,
                init,
                null,
                null);
    }

    static TensorSpec input(String name, int... shape) {
        return tensor(name, Role.IN, new Init.Symbolic(), shape);
    }

    static TensorSpec output(String name, int... shape) {
        return tensor(name, Role.OUT, new Init.Undefined(), shape);
    }

    static Side side(TensorSpec... tensors) {
        List<Argument> arguments = new java.util.ArrayList<>();
        for (TensorSpec t : tensors) {
            arguments.add(new Argument.Tensor(t));
        }
        Dim3 one = new Dim3(1, 1, 1);
        return new Side(
                "k.ptx", "k", one, one, 0, new Dim3(0, 0, 0), arguments, Side.Options.STRICT);
    }

    static Launch launch(Side side) {
        PtxModule module = new PtxModule("k.ptx", "9.0", List.of(), 64, 1, List.of(), List.of());
        return new Launch(module, "k", side.grid(), side.block(), 0, side.cta(), side.arguments());
    }

    static Pair pair(Side reference, Side candidate, Comparison... compare) {
        return new Pair(
                "s",
                "p",
                reference,
                candidate,
                List.of(compare),
                Expectation.of(candidate == null ? Verdict.NO_DEFECT : Verdict.EQUIVALENT),
                Limits.DEFAULT,
                false,
                false);
    }

    /** Final contents in which a 0 stands for an element that is not written. */
    static OutputTensor contents(TensorSpec spec, int... terms) {
        BitSet written = new BitSet();
        for (int i = 0; i < terms.length; i++) {
            written.set(i, terms[i] != 0);
        }
        return new OutputTensor(spec, terms, written);
    }

    static Case outcome(int condition, OutputTensor... tensors) {
        Map<String, OutputTensor> byName = new LinkedHashMap<>();
        for (OutputTensor t : tensors) {
            byName.put(t.spec().name(), t);
        }
        return new Case(condition, byName);
    }

    static SimulationResult result(Case... cases) {
        return new SimulationResult(
                List.of(),
                true,
                List.of(cases),
                List.of(),
                new Statistics(1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0),
                1);
    }

    static Location at(int line) {
        return new Location(
                new SourcePosition("k.ptx", line, 1), new SourceLine("k.cu", line / 10));
    }

    static Finding finding(Finding.Kind kind, int line) {
        return new Finding(kind, kind + " at " + line, at(line), List.of(0));
    }
}
