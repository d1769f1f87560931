package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.PtxModule;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One side of a pair, before its PTX is read: a launch, or several, or a formula.
 *
 * @param ptx path of the file of PTX or of the formula, resolved against the suite file
 * @param entry what names the kernel ({@link EntryNames}), or null if the file has one
 * @param grid CTAs
 * @param block threads per CTA
 * @param shared bytes of dynamic shared memory
 * @param cta the CTA to execute, or null for all
 * @param arguments one per kernel parameter
 * @param options options that widen what is accepted
 * @param further the launches that follow
 * @param dims of a formula, by name, that no tensor's shape gives
 */
public record Side(
        String ptx,
        String entry,
        Dim3 grid,
        Dim3 block,
        int shared,
        Dim3 cta,
        List<Argument> arguments,
        Options options,
        List<Side> further,
        Map<String, Long> dims)
        implements Serializable {
    /** Copies the collections. */
    public Side {
        arguments = List.copyOf(arguments);
        further = List.copyOf(further);
        dims = new TreeMap<>(dims);
    }

    /** A side of one launch. */
    public Side(
            String ptx,
            String entry,
            Dim3 grid,
            Dim3 block,
            int shared,
            Dim3 cta,
            List<Argument> arguments,
            Options options) {
        this(ptx, entry, grid, block, shared, cta, arguments, options, List.of(), Map.of());
    }

    /** Launches one after the other. */
    public static Side sequence(List<Side> launches) {
        Side first = launches.get(0);
        return new Side(
                first.ptx,
                first.entry,
                first.grid,
                first.block,
                first.shared,
                first.cta,
                first.arguments,
                first.options,
                launches.subList(1, launches.size()),
                Map.of());
    }

    /** The launches in their order: this one and those that follow. */
    public List<Side> launches() {
        List<Side> launches = new ArrayList<>();
        launches.add(this);
        launches.addAll(further);
        return launches;
    }

    /** The arguments of all launches. */
    public List<Argument> allArguments() {
        return launches().stream().flatMap(l -> l.arguments.stream()).toList();
    }

    /** The files of all launches, each once. */
    public List<String> files() {
        return launches().stream().map(Side::ptx).distinct().toList();
    }

    /**
     * Options that widen what is accepted of one kernel; each is listed among the assumptions where
     * it was used.
     *
     * @param sameValueRaces accept races in which both threads write the same value
     * @param finiteMasks take large negative finite masks for −∞
     * @param warpSynchronous threads of a warp run in lock-step
     * @param oneOrder run atomics in one order only, to show a defect; no option of users
     */
    public record Options(
            boolean sameValueRaces, boolean finiteMasks, boolean warpSynchronous, boolean oneOrder)
            implements Serializable {
        /** Options under which a run stands for all orders of atomics. */
        public Options(boolean sameValueRaces, boolean finiteMasks, boolean warpSynchronous) {
            this(sameValueRaces, finiteMasks, warpSynchronous, false);
        }

        /** The same with atomics in one order. */
        public Options inOneOrder() {
            return new Options(sameValueRaces, finiteMasks, warpSynchronous, true);
        }

        /** Strict semantics. */
        public static final Options STRICT = new Options(false, false, false);
    }

    /** The ending of the names of formulas. */
    public static final String FORMULA = ".py";

    /** A formula for the arguments of the kernel that it is compared with. */
    public static Side ofFormula(String file, List<Argument> arguments) {
        return ofFormula(file, arguments, Map.of());
    }

    /**
     * The same with dims.
     *
     * @param dims by name
     */
    public static Side ofFormula(String file, List<Argument> arguments, Map<String, Long> dims) {
        Dim3 one = new Dim3(1, 1, 1);
        return new Side(file, null, one, one, 0, null, arguments, Options.STRICT, List.of(), dims);
    }

    /** True of a formula, of which nothing is launched. */
    public boolean isFormula() {
        return ptx.endsWith(FORMULA);
    }

    /**
     * The first launch of this side, of its entry in {@code module}.
     *
     * @throws InputException if the module has no such entry, or several and none is named
     */
    public Launch launch(PtxModule module) {
        String name = EntryNames.find(module, entry).name();
        return new Launch(module, name, grid, block, shared, cta, arguments);
    }
}
