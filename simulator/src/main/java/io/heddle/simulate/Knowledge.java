package io.heddle.simulate;

import io.heddle.finding.Assumptions;
import io.heddle.idiom.Lifter;
import io.heddle.launch.Launch;
import io.heddle.launch.LaunchSequence;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxModule;
import io.heddle.term.TermStore;
import io.heddle.value.Views;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What executions know of the terms that they have made, such as which were rounded. Launches one
 * after the other share it: a float that one has rounded is no other one for the next.
 *
 * @param views reads and notes terms
 * @param assumptions receives what it assumes
 * @param programs the instructions of each entry and of what it may call: how one makes a number
 *     matters where another makes it, too
 */
record Knowledge(Views views, Assumptions assumptions, List<List<Instruction>> programs) {
    /** Nothing is known yet but the code. */
    static Knowledge none(LaunchSequence sequence, TermStore store, SimulationOptions options) {
        Assumptions assumptions = new Assumptions();
        return new Knowledge(
                new Views(store, options.finiteMasks(), assumptions),
                assumptions,
                List.copyOf(instructions(sequence.launches()).values()));
    }

    /** Those of each entry once, however often it is launched. */
    private static Map<List<String>, List<Instruction>> instructions(List<Launch> launches) {
        Map<List<String>, List<Instruction>> programs = new LinkedHashMap<>();
        for (Launch l : launches) {
            programs.computeIfAbsent(List.of(l.file(), l.entry()), e -> instructions(l));
        }
        return programs;
    }

    private static List<Instruction> instructions(Launch launch) {
        PtxModule module = launch.module();
        return module.functions().stream()
                .filter(Function::defined)
                .filter(f -> !f.entry() || f.name().equals(launch.entry()))
                .flatMap(f -> Lifter.lift(f, module).body().stream())
                .toList();
    }
}
