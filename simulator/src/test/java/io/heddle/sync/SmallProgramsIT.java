package io.heddle.sync;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Every program of so many warps with so many commands of a few sorts: that they are
 * well-synchronised, or what is wrong, against all of their traces.
 */
class SmallProgramsIT {
    private static final int STATES = 10_000;
    private static final String DIFFER = "generations differ, and all traces come to the end";

    @Test
    void allProgramsOfThreeWarpsWithTwoCommands() {
        Comparison comparison =
                compareAll(
                        3,
                        2,
                        "sync 0 64",
                        "arrive 0 64",
                        "sync 1 64",
                        "arrive 1 64",
                        "sync 1 32",
                        "sync 0");
        System.out.println("Three warps, two commands: " + comparison.counts());
        comparison.requireAtLeast(300, DIFFER);
    }

    @Test
    void allProgramsOfThreeWarpsWithThreeCommands() {
        Comparison comparison = compareAll(3, 3, "sync 0 64", "arrive 0 64", "sync 1 64");
        System.out.println("Three warps, three commands: " + comparison.counts());
        comparison.requireAtLeast(300, DIFFER);
    }

    @Test
    void allProgramsOfTwoWarpsWithFourCommands() {
        Comparison comparison =
                compareAll(2, 4, "sync 0 64", "arrive 0 64", "sync 1 64", "arrive 1 64");
        System.out.println("Two warps, four commands: " + comparison.counts());
        comparison.requireAtLeast(2000, DIFFER);
    }

    @Test
    void allProgramsOfFourWarpsWithTwoCommands() {
        Comparison comparison = compareAll(4, 2, "sync 0 64", "arrive 0 64", "sync 1 96");
        System.out.println("Four warps, two commands: " + comparison.counts());
        comparison.requireAtLeast(70, DIFFER);
    }

    @Test
    void allProgramsOfTwoWarpsWithAccesses() {
        Comparison comparison =
                compareAll(2, 3, "write 0 4", "read 0 8", "sync 0 64", "arrive 0 64", "sync 0");
        System.out.println("Two warps, three commands, accesses: " + comparison.counts());
        comparison.requireAtLeast(1_000, "programs: well-synchronised, races");
        comparison.requireAtLeast(500, "programs: well-synchronised, no race");
    }

    /** All programs up to the order of warps. */
    private static Comparison compareAll(int warps, int length, String... commands) {
        List<String> programs = new ArrayList<>(List.of(""));
        for (int first = 0, i = 0; i < length; i++) {
            int end = programs.size();
            for (; first < end; first++) {
                for (String command : commands) {
                    programs.add(programs.get(first) + command + ";");
                }
            }
        }
        Comparison comparison = new Comparison(STATES, 2);
        int[] choice = new int[warps];
        int seed = 0;
        while (choice[warps - 1] < programs.size()) {
            String[] chosen = new String[warps];
            for (int w = 0; w < warps; w++) {
                chosen[w] = programs.get(choice[w]);
            }
            comparison.compare(CtaProgram.ofWarps(chosen).toAligned(), seed++);
            advance(choice);
        }
        return comparison;
    }

    /** To the next choice in which no warp's program comes before the one of the warp after it. */
    private static void advance(int[] choice) {
        int w = 0;
        while (w < choice.length - 1 && choice[w] == choice[w + 1]) {
            choice[w++] = 0;
        }
        choice[w]++;
    }
}
