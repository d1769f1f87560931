package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.replay.machine.TensorContents;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Some CTAs of a launch that stand for all, where no CTA can learn what another one does: nothing
 * in the program orders threads of different CTAs, so that whatever passed between them would be a
 * race.
 */
final class BlockSample {
    /** More say little more. */
    private static final int MOST = 16;

    private static final Set<String> BETWEEN_CTAS =
            Set.of("atom", "red", "multimem", "griddepcontrol", "clusterlaunchcontrol", "mapa");
    private static final Set<String> ORDERED =
            Set.of("acquire", "release", "acq_rel", "relaxed", "volatile", "mmio");

    /** The reference's CTAs of one point take this part of the budget. */
    private static final int SHARE = 16;

    private final PairRuns runs;
    private final List<Dim3> blocks;
    private final List<Dim3> others;

    private BlockSample(PairRuns runs, List<Dim3> blocks, List<Dim3> others) {
        this.runs = runs;
        this.blocks = blocks;
        this.others = others;
    }

    /** True if the CTAs of a launch of the whole grid do not depend on each other. */
    static boolean isPossible(Computation computation) {
        if (!(computation instanceof Launch launch)
                || launch.ctas() != null
                || launch.grid().size() < 2) {
            return false;
        }
        for (Function f : launch.module().functions()) {
            boolean reachable = !f.entry() || f.name().equals(launch.entry());
            if (reachable && !f.body().stream().allMatch(BlockSample::staysInItsCta)) {
                return false;
            }
        }
        return true;
    }

    private static boolean staysInItsCta(Instruction i) {
        if (i.modifiers().stream().anyMatch(m -> m.contains("cluster"))) {
            return false;
        }
        boolean local = i.has("shared") || i.has("shared::cta") || i.has("local");
        return switch (i.opcode()) {
            case "mbarrier" -> true;
            case "fence", "membar" -> i.has("cta");
            case "cp" -> !i.has("reduce");
            default ->
                    !BETWEEN_CTAS.contains(i.opcode()) && ORDERED.stream().noneMatch(i::has)
                            || local;
        };
    }

    /**
     * CTAs of both sides that write the same elements, or null if there are none to be found.
     *
     * @param instructions of one run of the reference's whole grid
     * @param compared elements of which the blocks are to write some
     */
    static BlockSample of(
            PairRuns runs, Inputs inputs, long instructions, Map<String, BitSet> compared) {
        Launch reference = (Launch) runs.reference();
        List<Dim3> blocks = spread(reference, instructions, runs.budget());
        List<Dim3> others = new ArrayList<>();
        List<Dim3> near = nearest(reference, blocks, (Launch) runs.candidate());
        long before = runs.spent();
        try {
            Map<String, BitSet> open = written(runs.alone(true, blocks, inputs), compared);
            for (Dim3 block : near) {
                if (open.values().stream().allMatch(BitSet::isEmpty)
                        || runs.spent() - before > runs.budget()) {
                    break;
                }
                others.add(block);
                Map<String, BitSet> found =
                        written(runs.alone(false, List.of(block), inputs), open);
                if (found.values().stream().allMatch(BitSet::isEmpty)) {
                    others.remove(block);
                }
                found.forEach((name, elements) -> open.get(name).andNot(elements));
            }
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            if (others.isEmpty()) {
                others.add(near.get(0)); // the comparison shows it
            }
        } finally {
            runs.forget(before);
        }
        return others.isEmpty() ? null : new BlockSample(runs, blocks, List.copyOf(others));
    }

    /** Those of some elements that a run wrote. */
    private static Map<String, BitSet> written(
            Map<String, TensorContents> left, Map<String, BitSet> elements) {
        Map<String, BitSet> written = new HashMap<>();
        elements.forEach(
                (name, wanted) -> {
                    TensorContents contents = left.get(name);
                    BitSet those = new BitSet();
                    if (contents != null) {
                        wanted.stream()
                                .filter(i -> i < contents.size() && contents.isDefined(i))
                                .forEach(those::set);
                    }
                    written.put(name, those);
                });
        return written;
    }

    /** The CTAs of the reference. */
    List<Dim3> blocks() {
        return blocks;
    }

    /** The CTAs of the candidate that write what those write. */
    List<Dim3> others() {
        return others;
    }

    /** {@code blocks 0, 7 of 64}, and those of the candidate where they are others. */
    @Override
    public String toString() {
        String one = describe((Launch) runs.reference(), blocks);
        String two = describe((Launch) runs.candidate(), others);
        return one.equals(two) ? one : one + " against " + two;
    }

    /**
     * CTAs of a grid from the first to the last at even distances.
     *
     * @param instructions of a run of the whole grid
     * @param budget of all runs, of which these CTAs take a small part
     */
    static List<Dim3> spread(Launch launch, long instructions, long budget) {
        List<Dim3> all = Replay.blocks(launch);
        long wanted = budget / SHARE / Math.max(1, instructions / all.size());
        int count = (int) Math.max(1, Math.min(Math.min(MOST, all.size()), wanted));
        Set<Dim3> chosen = new LinkedHashSet<>();
        for (int k = 0; k < count; k++) {
            chosen.add(all.get((int) ((all.size() - 1L) * k / Math.max(1, count - 1))));
        }
        return List.copyOf(chosen);
    }

    /** The CTAs of {@code other}, those first that lie where one of {@code blocks} does. */
    static List<Dim3> nearest(Launch launch, List<Dim3> blocks, Launch other) {
        List<Dim3> all = new ArrayList<>(Replay.blocks(other));
        all.sort(
                Comparator.comparingDouble(
                        b ->
                                blocks.stream()
                                        .mapToDouble(
                                                a -> distance(a, launch.grid(), b, other.grid()))
                                        .min()
                                        .orElse(0)));
        return all;
    }

    /** How far the places of two CTAs in their grids are apart. */
    private static double distance(Dim3 a, Dim3 of, Dim3 b, Dim3 in) {
        return Math.abs((a.x() + 0.5) / of.x() - (b.x() + 0.5) / in.x())
                + Math.abs((a.y() + 0.5) / of.y() - (b.y() + 0.5) / in.y())
                + Math.abs((a.z() + 0.5) / of.z() - (b.z() + 0.5) / in.z());
    }

    /** {@code blocks 0, 7 of 64}: numbers in the order in which the grid is counted. */
    static String describe(Launch launch, List<Dim3> blocks) {
        List<Dim3> all = Replay.blocks(launch);
        String numbers =
                blocks.stream()
                        .map(all::indexOf)
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return (blocks.size() == 1 ? "block " : "blocks ") + numbers + " of " + all.size();
    }
}
