package io.heddle.replay.step;

import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.replay.machine.Addresses;
import io.heddle.replay.machine.Program;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * The decoded code of one launch, kept from run to run: what a step does depends on where variables
 * lie and on how numbers are computed, not on the inputs. For one thread at a time.
 */
public final class Programs {
    private final Launch launch;
    private final LiftedFunctions functions;
    private Addresses addresses; // null until the first run
    private final Map<Way, Program> decoded = new HashMap<>();

    /** What of the options steps depend on. */
    private record Way(boolean exact, boolean lifted, Repair repair, byte poison) {}

    /**
     * @param functions of this launch and others, lifted already or not
     */
    public Programs(Launch launch, LiftedFunctions functions) {
        this.launch = launch;
        this.functions = functions;
    }

    public Launch launch() {
        return launch;
    }

    public Addresses addresses() {
        if (addresses == null) {
            addresses = new Addresses(launch);
        }
        return addresses;
    }

    /** The launch's entry, decoded. Random roundings have a state, so that each run has its own. */
    public Program entry(Function entry, ReplayOptions options) {
        return options.noise() != 0
                ? decode(entry, options)
                : decoded.computeIfAbsent(
                        new Way(
                                options.exact(),
                                options.lifted(),
                                options.repair(),
                                options.poison()),
                        way -> decode(entry, options));
    }

    private Program decode(Function entry, ReplayOptions options) {
        LiftedFunctions library = options.lifted() ? functions : null;
        return new Decoder(addresses(), options.poison(), new Arithmetic(options), library)
                .program(entry);
    }
}
