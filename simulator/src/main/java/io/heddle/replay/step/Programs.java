package io.heddle.replay.step;

import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.replay.machine.Addresses;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.machine.Ways;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The decoded code of one launch, kept from run to run: what a step does depends on where variables
 * lie and on how numbers are computed, not on the inputs. For one thread at a time.
 */
public final class Programs {
    private final Launch launch;
    private final LiftedFunctions functions;
    private Addresses addresses; // null until the first run
    private final Map<Setting, Decoded> decoded = new HashMap<>();
    private final Observations observations = new Observations();
    private final Ways ways = new Ways();
    private final Map<String, TensorContents> prescribed = new HashMap<>();

    /** What of the options steps depend on. */
    private record Setting(
            boolean noisy,
            boolean arithmeticFree,
            boolean exact,
            boolean lifted,
            Repair repair,
            byte poison,
            Set<StepAssumption> observed,
            boolean waysNoted) {}

    /** The code, and the arithmetic of its steps. */
    private record Decoded(Program program, Arithmetic arithmetic) {}

    /**
     * @param functions of this launch and others, lifted already or not
     */
    public Programs(Launch launch, LiftedFunctions functions) {
        this.launch = launch;
        this.functions = functions;
        for (TensorSpec t : launch.tensors()) {
            TensorContents.prescribed(t).ifPresent(c -> prescribed.put(t.name(), c));
        }
    }

    public Launch launch() {
        return launch;
    }

    /** The contents of the tensors for which the launch prescribes them, by name. */
    public Map<String, TensorContents> prescribed() {
        return Collections.unmodifiableMap(prescribed);
    }

    public Addresses addresses() {
        if (addresses == null) {
            addresses = new Addresses(launch);
        }
        return addresses;
    }

    /** What runs note of the instructions of which something is assumed. */
    public Observations observations() {
        return observations;
    }

    /** Which ways instructions have gone, in runs that note it. */
    public Ways ways() {
        return ways;
    }

    /** True if the launch may execute a library function that the compiler has inlined. */
    public boolean isLiftable() {
        PtxModule module = launch.module();
        Function entry = module.function(launch.entry());
        boolean calls = entry.body().stream().anyMatch(i -> i.opcode().equals("call"));
        return functions.isLiftable(entry, module)
                || calls
                        && module.functions().stream()
                                .anyMatch(f -> functions.isLiftable(f, module));
    }

    /** The launch's entry, decoded; random roundings begin anew from the options' seed. */
    public Program entry(Function entry, ReplayOptions options) {
        Setting setting =
                new Setting(
                        options.noise() != 0,
                        options.arithmeticFree(),
                        options.exact(),
                        options.lifted(),
                        options.repair(),
                        options.poison(),
                        options.observed(),
                        options.waysNoted());
        Decoded code = decoded.get(setting);
        if (code == null) {
            code = decode(entry, options);
            decoded.put(setting, code);
        }
        if (setting.noisy()) {
            code.arithmetic().noise().restart(options.noise(), options.direction());
        }
        return code.program();
    }

    private Decoded decode(Function entry, ReplayOptions options) {
        LiftedFunctions library = options.lifted() ? functions : null;
        Arithmetic arithmetic = new Arithmetic(options);
        AssumptionWatch watch =
                options.observed().isEmpty()
                        ? null
                        : new AssumptionWatch(options.observed(), observations);
        WayWatch noted = options.waysNoted() ? new WayWatch(ways) : null;
        Decoder decoder =
                new Decoder(addresses(), options.poison(), arithmetic, library, watch, noted);
        return new Decoded(decoder.program(entry), arithmetic);
    }
}
