package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.PtxModule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What one compiler generation makes of a library function: the graph of a probe kernel that stores
 * the function of what it loads.
 */
final class Template {
    /**
     * The functions, by the number that a node of the operation {@code function} carries; there are
     * so many more for doubles and halves.
     */
    static final List<String> NAMES =
            List.of(
                    "exp",
                    "exp10",
                    "expm1",
                    "log",
                    "log2",
                    "log10",
                    "log1p",
                    "tanh",
                    "sinh",
                    "cosh",
                    "sin",
                    "cos",
                    "erf",
                    "erfc",
                    "normcdf",
                    "rsqrt",
                    "pow",
                    "tan",
                    "atan",
                    "cbrt",
                    "exp2",
                    "hypot",
                    "asin",
                    "fmod",
                    "remainder");

    /** The name of the function that a node {@code function} or {@code packed} is. */
    static String name(ValueNode n) {
        return NAMES.get((int) (n.payload % NAMES.size()));
    }

    /** What a probe's kernel computes with. */
    enum Operands {
        SINGLE,
        /** Doubles or halves. */
        OTHER,
        /** Pairs of halves, each by itself. */
        PAIR,
        /** An f32, and a float of 8 bits as the result. */
        ENCODED,
        /** A float of 8 bits, and a half as the result. */
        DECODED
    }

    /**
     * A probe and what its kernel computes.
     *
     * @param name of the function, one of {@link #NAMES}, or of {@link SmallFloats#FORMATS}
     * @param file of the probe, without generation
     * @param result which of the stored values it is
     * @param anchors a constant of the code for each argument that is not fixed; where there are
     *     two, the first is as far above its argument as in the binary logarithm; none where the
     *     arguments are those of an inner function
     * @param base the first argument where it is fixed, else 0
     * @param power the second argument where it is fixed and stands for all of its {@link Powers},
     *     else 0
     * @param operands what its arguments and its result are
     */
    record Probe(
            String name,
            String file,
            int result,
            List<Long> anchors,
            float base,
            float power,
            Operands operands) {
        Probe(String name, String file, Long... anchors) {
            this(name, file, 0, anchors);
        }

        Probe(String name, String file, int result, Long... anchors) {
            this(name, file, result, List.of(anchors), 0, 0, Operands.SINGLE);
        }

        static Probe ofBase(String file, float base, Long... anchors) {
            return new Probe("pow", file, 0, List.of(anchors), base, 0, Operands.SINGLE);
        }

        static Probe ofPower(String file, float power, Long... anchors) {
            return new Probe("pow", file, 0, List.of(anchors), 0, power, Operands.SINGLE);
        }

        static Probe of(Operands operands, String name, String file, Long... anchors) {
            return new Probe(name, file, 0, List.of(anchors), 0, 0, operands);
        }

        /** The same with another of the stored values. */
        Probe second() {
            return new Probe(name, file, 1, anchors, base, power, operands);
        }

        boolean isSingle() {
            return operands == Operands.SINGLE;
        }

        /** True if the arguments are f32. */
        boolean isReal() {
            return isSingle() || operands == Operands.ENCODED;
        }
    }

    private final Probe probe;
    private final AnalysedFunction code;
    private final ValueNode root;
    private final List<ValueNode> arguments;

    private Template(
            Probe probe, AnalysedFunction code, ValueNode root, List<ValueNode> arguments) {
        this.probe = probe;
        this.code = code;
        this.root = root;
        this.arguments = arguments;
    }

    /** The template that the kernel of a probe is; empty if it is not read to its end. */
    static Optional<Template> of(Probe probe, PtxModule module) {
        AnalysedFunction code = new AnalysedFunction(Library.function(module), module);
        RegionReader reader = RegionReader.reading(code);
        reader.run();
        if (reader.stored().size() <= probe.result()) {
            return Optional.empty();
        }
        ValueNode root = reader.stored().get(probe.result());
        return Optional.of(new Template(probe, code, root, reader.loaded()));
    }

    /**
     * The part of a logarithm before its choice of −∞ at 0, since nvcc moves factors into that; of
     * another function all.
     */
    private ValueNode core(ValueNode n) {
        return isPole(n) ? n.at(2) : n;
    }

    private boolean isPole(ValueNode n) {
        return probe.name().startsWith("log")
                && n.is("ite")
                && n.at(0).is("eq")
                && Logarithm.isInfinity(n.at(1));
    }

    /** True if the last argument is the magnitude of a constant. */
    private boolean hasPower() {
        return probe.power() != 0;
    }

    /**
     * Makes the graph write the function where the template's code is applied to arguments.
     *
     * @param before number of nodes that the program had: these stay what they are
     */
    void recogniseAt(NodeGraph graph, int before, ValueNode... values) {
        ValueNode power = null;
        if (hasPower()) {
            power = values[1];
            float magnitude = Float.intBitsToFloat((int) power.payload);
            if (!Powers.alike(magnitude, Math.abs(probe.power()))) {
                return; // another class of powers has other code
            }
            power = probe.power() < 0 ? graph.neg(power) : power;
        }
        RegionReader reader =
                RegionReader.applying(code, graph, List.of(values), bits -> constant(bits, values));
        reader.run();
        ValueNode stored = reader.stored().get(probe.result());
        if (probe.operands() == Operands.ENCODED) {
            SmallFloats.recognise(graph, probe.name(), before, stored, graph.asReal(values[0]));
            return;
        }
        ValueNode instance = core(stored);
        ValueNode unsigned = instance.unsigned();
        if (unsigned.id < before
                || unsigned.is("function")
                || unsigned.is("packed")
                || unsigned.isConstant()) {
            return;
        }
        ValueNode[] all = values.clone();
        if (power != null) {
            all[1] = power;
        } else if (probe.base() != 0) {
            all = new ValueNode[] {graph.constant(Float.floatToIntBits(probe.base())), values[0]};
        }
        String function = probe.operands() == Operands.PAIR ? "packed" : "function";
        String op = isPole(stored) ? Logarithm.CORE : function;
        if (probe.operands() == Operands.DECODED) {
            int format = SmallFloats.FORMATS.indexOf(probe.name());
            graph.recognise(instance, graph.make(SmallFloats.DECODED, format, Kind.ANY, values[0]));
            return;
        }
        int number = NAMES.indexOf(probe.name());
        ValueNode value =
                probe.isSingle()
                        ? graph.make(op, number, Kind.REAL, all)
                        : graph.make(op, number + NAMES.size(), Kind.ANY, all);
        graph.recognise(unsigned, instance == unsigned ? value : graph.neg(value));
        if (probe.operands() == Operands.OTHER && Powers.isChosenAtOne(stored, values[0])) {
            ValueNode rest = stored.at(2);
            if (rest.id >= before && !rest.is("function") && !rest.is("double")) {
                graph.recognise(rest, value);
            }
        }
    }

    /** A constant of the code: the power and half of it follow the argument, but for the sign. */
    private int constant(int bits, ValueNode[] values) {
        if (!hasPower()) {
            return bits;
        }
        float constant = Math.abs(Float.intBitsToFloat(bits));
        float power = Math.abs(probe.power());
        float given = Float.intBitsToFloat((int) values[1].payload);
        int sign = bits & 0x80000000;
        if (constant == power) {
            return Float.floatToIntBits(given) | sign;
        }
        return constant == power / 2 ? Float.floatToIntBits(given / 2) | sign : bits;
    }

    Probe probe() {
        return probe;
    }

    /** The distance from the neighbours of the last anchor down to the last argument, or −1. */
    int distance() {
        long anchor = probe.anchors().get(probe.anchors().size() - 1);
        ValueNode argument = arguments.get(arguments.size() - 1);
        Set<ValueNode> seen = new HashSet<>(List.of(root));
        Deque<ValueNode> work = new ArrayDeque<>(List.of(root));
        int best = -1;
        while (!work.isEmpty()) {
            ValueNode n = work.poll();
            if (n.operands.stream().anyMatch(o -> Library.isKey(anchor, o))) {
                for (ValueNode o : n.operands) {
                    int d = distance(o, argument);
                    best = d >= 0 && (best < 0 || d < best) ? d : best;
                }
            }
            n.operands.stream().filter(seen::add).forEach(work::add);
        }
        return best;
    }

    /** Length of the shortest path from {@code n} down to {@code leaf} without signs, or −1. */
    private static int distance(ValueNode n, ValueNode leaf) {
        Map<ValueNode, Integer> depths = new HashMap<>(Map.of(n.unsigned(), 0));
        Deque<ValueNode> work = new ArrayDeque<>(List.of(n.unsigned()));
        while (!work.isEmpty()) {
            ValueNode m = work.poll();
            if (m == leaf) {
                return depths.get(m);
            }
            for (ValueNode o : m.operands) {
                if (depths.putIfAbsent(o.unsigned(), depths.get(m) + 1) == null) {
                    work.add(o.unsigned());
                }
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return probe.file() + arguments + " = " + root;
    }
}
