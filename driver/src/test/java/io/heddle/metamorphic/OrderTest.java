package io.heddle.metamorphic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.metamorphic.Kernels.Answer;
import io.heddle.metamorphic.Kernels.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other orders of warps and of instructions that must not change a verdict. */
class OrderTest {
    /** Files of which all commands are tried with their warps permuted. */
    private static final List<String> WARPS =
            List.of(
                    "attack/sync/exchange",
                    "attack/sync/mbarriers",
                    "attack/sync/named-barriers",
                    "attack/sync/divergent-barriers",
                    "sync/barriers/unawaited",
                    "sync/hostile/orders",
                    "sync/races/unused");

    /** Files of which all commands are tried with their instructions reordered. */
    private static final List<String> INSTRUCTIONS =
            List.of("attack/sync/exchange", "control/edges", "ints/carries", "nan/comparisons");

    private static final Path QUICKSTART = Path.of("../datasets/quickstart/softmax.ptx");
    private static final Pattern THREAD =
            Pattern.compile("(?m)^(\\s*)mov\\.u32\\s+(%\\w+)\\s*,\\s*%tid\\.x\\s*;");
    private static final Pattern OTHER_NAMES =
            Pattern.compile("%(tid\\.[yz]|warpid|nwarpid|envreg)|\\.reqntid|activemask|elect");
    private static final Pattern WHOLE_WARPS = Pattern.compile("(64|128|192|256)");

    /** A race if the mbarrier is made first, else a use of none: BARRIER_MISUSE. */
    private static final String USED_WHILE_IT_IS_MADE = "noInitBarrier";

    /** After these one run does not stand for all: what else is found depends on the schedule. */
    private static final Set<String> SCHEDULE = Set.of("RACE", "BARRIER_MISUSE", "DEADLOCK");

    @TempDir private Path folder;

    private static List<Command> commands(List<String> files) {
        List<Path> paths = files.stream().map(f -> Kernels.CASES.resolve(f + ".ptx")).toList();
        return Kernels.commands().stream().filter(c -> paths.contains(c.file())).toList();
    }

    /** The pairs of the quickstart: one is equal, one races, one differs. */
    private static List<Command> quickstart() {
        List<Command> pairs = new ArrayList<>();
        for (String candidate :
                List.of(
                        "online_softmax",
                        "softmax_without_barrier",
                        "online_softmax_without_rescale")) {
            String words =
                    "check --entry softmax --cand-entry "
                            + candidate
                            + " --block 4 --shared 16 --arg in:x:f32[4] --arg out:y:f32[4] --arg 4";
            pairs.add(new Command(QUICKSTART, List.of(words.split(" "))));
        }
        return pairs;
    }

    private Path changed(Path file, String text) throws IOException {
        return Files.writeString(folder.resolve(file.getFileName().toString()), text);
    }

    /** The verdict, and the kinds of all that was found if that is the same in all schedules. */
    private static String summary(Answer answer) {
        TreeSet<String> kinds = new TreeSet<>();
        Matcher m = Pattern.compile("\"kind\":\"([A-Z_]+)\"").matcher(answer.out());
        while (m.find() && !SCHEDULE.contains(answer.verdict())) {
            kinds.add(m.group(1));
        }
        return answer.verdict() + " " + kinds;
    }

    private void compare(Command c, String text, List<String> different) throws IOException {
        Answer before = Kernels.run(c, c.file(), c.file(), List.of());
        Path copy = changed(c.file(), text);
        Answer after = Kernels.run(c, copy, copy, List.of());
        if (!summary(before).equals(summary(after))) {
            different.add(c + ": " + summary(before) + " became " + summary(after));
        }
    }

    private static String text(Command c) {
        try {
            return Files.readString(c.file());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    // ---------------------------------------------------------------- warps

    private static boolean isPermutable(Command c) {
        int block = c.arguments().indexOf("--block");
        String text = text(c);
        return block >= 0
                && WHOLE_WARPS.matcher(c.arguments().get(block + 1)).matches()
                && c.arguments().stream().noneMatch(a -> a.equals("--cand-block"))
                && !c.arguments().contains("--warp-synchronous")
                && !c.arguments().contains(USED_WHILE_IT_IS_MADE)
                && !OTHER_NAMES.matcher(text).find()
                && !THREAD.matcher(text).replaceAll("").contains("%tid");
    }

    @Test
    void warpsMayBePermuted() throws IOException {
        List<String> different = new ArrayList<>();
        List<Command> commands = commands(WARPS).stream().filter(OrderTest::isPermutable).toList();
        for (Command c : commands) {
            String permuted =
                    THREAD.matcher(text(c)).replaceAll("$1mov.u32 $2, %tid.x; xor.b32 $2, $2, 32;");
            assertNotEquals(text(c), permuted);
            compare(c, permuted, different);
        }
        assertEquals(List.of(), different);
        assertTrue(commands.size() > 40, commands.size() + " commands");
    }

    // ---------------------------------------------------------------- instructions

    @Test
    void independentInstructionsMayBeReordered() throws IOException {
        List<String> different = new ArrayList<>();
        int exchanges = 0;
        List<Command> commands = new ArrayList<>(quickstart());
        commands.addAll(commands(INSTRUCTIONS));
        for (Command c : commands) {
            for (int first = 0; first < 2; first++) {
                Reordering reordering = new Reordering(text(c), first);
                exchanges += reordering.exchanges();
                compare(c, reordering.text(), different);
            }
        }
        assertEquals(List.of(), different);
        assertTrue(exchanges > 1_000, exchanges + " exchanges");
    }

    @Test
    void theQuickstartHasMuchToReorder() throws IOException {
        Reordering reordering = new Reordering(Files.readString(QUICKSTART), 0);
        assertTrue(reordering.exchanges() > 60, reordering.exchanges() + " exchanges");
        for (Command c : quickstart()) {
            List<String> different = new ArrayList<>();
            compare(c, reordering.text(), different);
            assertEquals(List.of(), different);
        }
    }
}
