package io.heddle.spark;

import io.heddle.check.KernelFiles;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.ptx.Variable;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The keys under which answers are reused: SHA-256 over everything that an answer depends on.
 *
 * <p>This includes the build of Heddle; of each side the entry with all functions and module
 * variables that it reaches, their positions (reports name lines), the launch, its arguments,
 * tensor declarations and contents, and options; the comparison, the limits, the expectation, and
 * what the verdict is to hold for.
 */
final class PairKeys {
    private final KernelFiles files;
    private final String build;
    private final Map<String, String> closures = new HashMap<>();

    /**
     * @param files to parse through
     * @param build what {@link #build} says of this build; null: no keys
     */
    PairKeys(KernelFiles files, String build) {
        this.files = files;
        this.build = build;
    }

    /**
     * The key of each pair, by {@link VerifyRun#name}; a pair that cannot be read has none, nor
     * does any where the build cannot be told.
     */
    Map<String, String> of(List<Pair> pairs) {
        Map<String, String> keys = new TreeMap<>();
        if (build != null) {
            for (Pair pair : pairs) {
                String key = key(pair);
                if (key != null) {
                    keys.put(VerifyRun.name(pair), key);
                }
            }
        }
        return keys;
    }

    private String key(Pair pair) {
        try {
            Fingerprint fingerprint = new Fingerprint().add(build);
            add(fingerprint, pair.reference());
            if (!pair.isSingle()) {
                add(fingerprint, pair.candidate());
            }
            return fingerprint
                    .add(pair.compare())
                    .add(pair.expectation())
                    .add(pair.limits())
                    .add(pair.exactConstants())
                    .add(pair.requireReplay())
                    .add(pair.anyInput())
                    .hex();
        } catch (PtxSyntaxException | InputException e) {
            return null; // an ERROR row, which is never reused
        }
    }

    private void add(Fingerprint fingerprint, Side whole) {
        for (Side side : whole.launches()) {
            addLaunch(fingerprint, side);
        }
    }

    private void addLaunch(Fingerprint fingerprint, Side side) {
        if (side.isFormula()) {
            fingerprint.add(files.read(side.ptx())).add(side);
            return;
        }
        PtxModule module = files.module(side.ptx());
        String entry = side.launch(module).entry();
        fingerprint
                .add(
                        closures.computeIfAbsent(
                                side.ptx() + '\n' + entry, k -> closure(module, entry)))
                .add(side);
    }

    /** The fingerprint of an entry with all functions and variables that it can reach. */
    private static String closure(PtxModule module, String entry) {
        Map<String, Variable> variables = new HashMap<>();
        module.variables().forEach(v -> variables.put(v.name(), v));
        Set<String> seen = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(entry));
        Fingerprint fingerprint =
                new Fingerprint()
                        .add(module.version())
                        .add(module.target())
                        .add(module.addressSize());
        Consumer<String> reach =
                name -> {
                    if (seen.add(name)) {
                        left.add(name);
                    }
                };
        while (!left.isEmpty()) {
            String name = left.remove();
            Function function = module.function(name);
            if (function != null) {
                fingerprint.add(function);
                symbols(function, reach);
            }
            Variable variable = variables.get(name);
            if (variable != null) {
                fingerprint.add(variable);
                variable.addresses().forEach(a -> reach.accept(a.symbol()));
            }
        }
        return fingerprint.hex();
    }

    private static void symbols(Function function, Consumer<String> reach) {
        for (Instruction instruction : function.body()) {
            instruction.operands().forEach(o -> symbols(o, reach));
        }
        function.callTargets().values().forEach(names -> names.forEach(reach));
        function.variables().forEach(v -> v.addresses().forEach(a -> reach.accept(a.symbol())));
    }

    private static void symbols(Operand operand, Consumer<String> reach) {
        if (operand instanceof Operand.Symbol s) {
            reach.accept(s.name());
        } else if (operand instanceof Operand.Address a) {
            symbols(a.base(), reach);
        } else if (operand instanceof Operand.AddressTuple t) {
            t.parts().forEach(o -> symbols(o, reach));
        } else if (operand instanceof Operand.Vector v) {
            v.elements().forEach(o -> symbols(o, reach));
        } else if (operand instanceof Operand.Tuple t) {
            t.elements().forEach(o -> symbols(o, reach));
        } else if (operand instanceof Operand.Pair p) {
            symbols(p.first(), reach);
            symbols(p.second(), reach);
        }
    }

    /**
     * The version and the SHA-256 of the application jar, so that answers are reused only from the
     * same code. Null if Heddle runs from a folder of classes.
     */
    static String build(String version) {
        Path code = Sessions.codeSource();
        if (!Files.isRegularFile(code)) {
            return null;
        }
        try {
            return version + "\n" + new Fingerprint().addBytes(Files.readAllBytes(code)).hex();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
