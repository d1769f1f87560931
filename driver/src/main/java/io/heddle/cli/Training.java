package io.heddle.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs some small commands one after the other and prints nothing, so that the archive of classes
 * that {@code bin/heddle} makes meanwhile holds what these commands load (JDK Enhancement Proposals
 * 350 and 514).
 */
public final class Training {
    private static final List<String> COMMANDS =
            List.of(
                    "check quickstart/softmax.ptx quickstart/softmax.ptx --entry softmax"
                            + " --cand-entry online_softmax --block 4 --shared 16"
                            + " --arg in:x:f32[4] --arg out:y:f32[4] --arg 4",
                    "check kernelbench/specs/023_softmax.py kernelbench/softmax.ptx --entry softmax"
                            + " --block 4 --arg in:x:f32[3,5] --arg out:y:f32[3,5] --arg 3 --arg 5",
                    "check kernelbench/specs/023_softmax.py kernelbench/broken_softmax.ptx"
                            + " --entry softmax --block 4 --arg in:x:f32[3,5] --arg out:y:f32[3,5]"
                            + " --arg 3 --arg 5",
                    "lift kernelbench/softmax.ptx --entry softmax --block 4 --arg in:x:f32[N,D]"
                            + " --arg out:y:f32[N,D] --arg N --arg D --shape N=2,D=3"
                            + " --shape N=3,D=5 --verbose",
                    "inspect quickstart/softmax.ptx --entry softmax_without_barrier --block 4"
                            + " --shared 16 --arg in:x:f32[4] --arg out:y:f32[4] --arg 4");

    private Training() {}

    /**
     * Runs the commands.
     *
     * @param args the folder {@code datasets}
     */
    public static void main(String[] args) {
        run(args[0]);
    }

    /** The exit statuses of the commands, with the folder {@code datasets} at {@code path}. */
    static List<Integer> run(String path) {
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        List<Integer> statuses = new ArrayList<>();
        for (String command : COMMANDS) {
            String[] words = command.split(" ", -1);
            for (int k = 1; k < words.length; k++) {
                boolean isFile = words[k].endsWith(".ptx") || words[k].endsWith(".py");
                words[k] = isFile ? path + "/" + words[k] : words[k];
            }
            statuses.add(Heddle.run(nowhere, nowhere, words));
        }
        return statuses;
    }
}
