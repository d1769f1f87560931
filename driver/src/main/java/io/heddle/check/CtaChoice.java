package io.heddle.check;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * Chooses the CTAs of a pair or a single kernel for which none are named ({@code --cta auto}): the
 * whole grids if that is cheap, else CTA 0,0,0 of both.
 *
 * <p>The first and the last CTA of each grid are executed by themselves, and what the dearer one
 * takes is multiplied by the number of CTAs. What is counted are instructions, written elements and
 * terms, never time, so that every machine chooses the same. Executing these two stops where the
 * whole grid would be beyond the bounds.
 */
public final class CtaChoice {
    /** Bounds of both grids together: with them, a check takes about a second or two. */
    private static final long MOST_INSTRUCTIONS = 1 << 22;

    private static final long MOST_ELEMENTS = 1 << 14;
    private static final long MOST_TERMS = 1 << 18;

    private CtaChoice() {}

    /**
     * What the execution of grids takes.
     *
     * @param instructions executed, summed over threads
     * @param elements written, each once
     * @param terms constructed
     */
    private record Cost(long instructions, long elements, long terms) {
        static final Cost BEYOND = new Cost(MOST_INSTRUCTIONS + 1, 0, 0);

        Cost plus(Cost other) {
            return new Cost(
                    instructions + other.instructions,
                    elements + other.elements,
                    terms + other.terms);
        }

        Cost max(Cost other) {
            return new Cost(
                    Math.max(instructions, other.instructions),
                    Math.max(elements, other.elements),
                    Math.max(terms, other.terms));
        }

        Cost times(long n) {
            return new Cost(instructions * n, elements * n, terms * n);
        }

        boolean isCheap() {
            return instructions <= MOST_INSTRUCTIONS
                    && elements <= MOST_ELEMENTS
                    && terms <= MOST_TERMS;
        }
    }

    /**
     * A pair of which all CTAs are to be executed if that is cheap, else CTA 0,0,0.
     *
     * @param pair with CTA 0,0,0 on both sides, or with no candidate
     */
    public static Pair of(Pair pair, KernelFiles files) {
        if (covers(pair)) {
            return pair;
        }
        if (pair.reference().isFormula()) {
            return whole(pair); // a formula is of whole tensors, whatever it takes
        }
        Cost cost = cost(pair.reference(), files);
        if (cost.isCheap() && pair.candidate() != null) {
            cost = cost.plus(cost(pair.candidate(), files));
        }
        return cost.isCheap() ? whole(pair) : pair;
    }

    /** True if every CTA of both grids is to be executed. */
    public static boolean covers(Pair pair) {
        return covers(pair.reference()) && (pair.candidate() == null || covers(pair.candidate()));
    }

    /**
     * True if only CTA 0,0,0 of both sides is to be executed and their grids differ, so that what
     * one of them writes there the other may well write in another CTA.
     */
    static boolean isOneOfDifferentGrids(Pair pair) {
        return pair.candidate() != null
                && !covers(pair)
                && isFirst(pair.reference())
                && isFirst(pair.candidate())
                && !pair.reference().grid().equals(pair.candidate().grid());
    }

    private static boolean isFirst(Side side) {
        return new Dim3(0, 0, 0).equals(side.cta()) || side.grid().size() == 1;
    }

    private static boolean covers(Side side) {
        return side.cta() == null || side.grid().size() == 1;
    }

    private static Cost cost(Side side, KernelFiles files) {
        Dim3 grid = side.grid();
        // the product of the first two fits a long
        long layer = (long) grid.x() * grid.y();
        if (layer > MOST_INSTRUCTIONS
                || layer * grid.z() * side.block().size() > MOST_INSTRUCTIONS) {
            return Cost.BEYOND; // every thread executes an instruction
        }
        long ctas = grid.size();
        if (mayTakeTickets(side, files)) {
            return costOf(null, side, files, ctas);
        }
        Cost first = costOf(new Dim3(0, 0, 0), side, files, ctas);
        if (ctas == 1 || !first.isCheap()) {
            return first;
        }
        Dim3 last = new Dim3(grid.x() - 1, grid.y() - 1, grid.z() - 1);
        return first.max(costOf(last, side, files, ctas));
    }

    private static boolean mayTakeTickets(Side side, KernelFiles files) {
        try {
            return Simulator.mayTakeTickets(at(side, null).launch(files.module(side.ptx())));
        } catch (RuntimeException e) {
            return false; // what the execution of the pair reports
        }
    }

    /**
     * What the whole grid takes if every CTA is like one of it. A launch whose CTAs find out which
     * of them is the last is executed once for each.
     *
     * @param cta null for the whole grid
     */
    private static Cost costOf(Dim3 cta, Side side, KernelFiles files, long ctas) {
        SimulationOptions options =
                new SimulationOptions(
                        side.options().sameValueRaces(),
                        side.options().warpSynchronous(),
                        side.options().finiteMasks(),
                        false,
                        MOST_INSTRUCTIONS / ctas + 1,
                        Long.MAX_VALUE);
        try {
            SimulationResult result =
                    Simulator.run(
                            at(side, cta).launch(files.module(side.ptx())),
                            new TermStore(MOST_TERMS),
                            options);
            return result.complete()
                    ? new Cost(
                                    result.statistics().instructions(),
                                    written(result),
                                    result.statistics().terms())
                            .times(cta == null ? 1 : ctas)
                    : Cost.BEYOND;
        } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
            return Cost.BEYOND; // a limit, or what the execution of the pair reports
        }
    }

    private static long written(SimulationResult result) {
        long elements = 0;
        for (SimulationResult.Case c : result.cases()) {
            for (OutputTensor tensor : c.tensors().values()) {
                for (int i = tensor.nextWritten(0); i >= 0; i = tensor.nextWritten(i + 1)) {
                    elements++;
                }
            }
        }
        return elements;
    }

    private static Pair whole(Pair pair) {
        return new Pair(
                pair.suite(),
                pair.name(),
                at(pair.reference(), null),
                pair.candidate() == null ? null : at(pair.candidate(), null),
                pair.compare(),
                pair.expectation(),
                pair.limits(),
                pair.exactConstants(),
                pair.requireReplay(),
                pair.anyInput());
    }

    private static Side at(Side side, Dim3 cta) {
        return new Side(
                side.ptx(),
                side.entry(),
                side.grid(),
                side.block(),
                side.shared(),
                cta,
                side.arguments(),
                side.options(),
                side.further(),
                side.dims());
    }

    /**
     * True if a kernel may update global memory by an atomic operation, so that what one CTA leaves
     * in an element need not be what the grid leaves there.
     */
    static boolean mayAccumulate(Computation computation) {
        return computation.launches().stream().anyMatch(CtaChoice::mayAccumulate);
    }

    private static boolean mayAccumulate(Launch launch) {
        for (Function f : launch.module().functions()) {
            boolean mayRun = !f.entry() || f.name().equals(launch.entry());
            if (mayRun && f.body().stream().anyMatch(CtaChoice::isGlobalAtomic)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGlobalAtomic(Instruction i) {
        List<String> words = i.modifiers();
        boolean atomic =
                i.opcode().equals("atom")
                        || i.opcode().equals("red")
                        || i.opcode().equals("multimem")
                        || i.opcode().equals("cp") && words.contains("reduce");
        return atomic && words.stream().noneMatch(w -> w.startsWith("shared"))
                || atomic && words.contains("global");
    }
}
