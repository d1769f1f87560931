package io.heddle.idiom;

import io.heddle.idiom.Node.Kind;
import io.heddle.ptx.Function;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one compiler generation makes of a library function: the graph of a probe kernel that stores
 * the function of what it loads.
 */
final class Template {
    /** The functions, by the number that a node of the operation {@code function} carries. */
    static final List<String> NAMES =
            List.of(
                    "exp", "exp10", "expm1", "log", "log2", "log10", "log1p", "tanh", "sinh",
                    "cosh", "sin", "cos", "erf", "erfc", "rsqrt", "pow");

    private final int name;
    private final Node root;
    private final List<Node> arguments;

    private Template(int name, Node root, List<Node> arguments) {
        this.name = name;
        this.root = root;
        this.arguments = arguments;
    }

    /** The template that a probe kernel is, or null if it is not read to its end. */
    static Template of(String name, Function probe) {
        Walk walk = new Walk(probe, null);
        walk.run();
        if (walk.stored().size() != 1) {
            return null;
        }
        return new Template(NAMES.indexOf(name), withoutPole(walk.stored().get(0)), walk.loaded());
    }

    /**
     * A logarithm's choice of −∞ at 0 is recognised by itself, since nvcc moves factors into it.
     */
    private static Node withoutPole(Node n) {
        boolean pole = n.is("ite") && n.at(0).is("eq") && Logarithm.isInfinity(n.at(1));
        return pole ? n.at(2) : n;
    }

    int arity() {
        return arguments.size();
    }

    /** Makes the graph write the function where the template's code is applied to arguments. */
    void recogniseAt(Graph graph, Node... values) {
        Map<Node, Node> copies = new HashMap<>();
        for (int k = 0; k < values.length; k++) {
            copies.put(arguments.get(k), values[k]);
        }
        int before = graph.size();
        Node instance = copy(root, graph, copies);
        Node unsigned = instance.unsigned();
        if (unsigned.id < before || unsigned.is("function") || unsigned.isConstant()) {
            return;
        }
        Node function = graph.make("function", name, Kind.REAL, values);
        graph.recognise(unsigned, instance == unsigned ? function : graph.neg(function));
    }

    private static Node copy(Node n, Graph graph, Map<Node, Node> copies) {
        Node known = copies.get(n);
        if (known != null) {
            return known;
        }
        Node result;
        if (n.is("real")) {
            result = graph.constant((int) n.payload);
        } else {
            Node[] operands = new Node[n.operands.size()];
            for (int i = 0; i < operands.length; i++) {
                operands[i] = copy(n.at(i), graph, copies);
            }
            result = graph.with(n, operands);
        }
        copies.put(n, result);
        return result;
    }

    /** The distance from the neighbours of an anchor down to an argument, or −1. */
    int distance(long anchor, int argument) {
        Map<Node, Integer> depths = new HashMap<>();
        Deque<Node> work = new ArrayDeque<>(List.of(root));
        int best = -1;
        depths.put(root, 0);
        while (!work.isEmpty()) {
            Node n = work.poll();
            if (n.operands.stream().anyMatch(o -> Library.key(o) == anchor)) {
                for (Node o : n.operands) {
                    int d = distance(o, arguments.get(argument));
                    best = d >= 0 && (best < 0 || d < best) ? d : best;
                }
            }
            for (Node o : n.operands) {
                if (depths.putIfAbsent(o, 0) == null) {
                    work.add(o);
                }
            }
        }
        return best;
    }

    /** Length of the shortest path from {@code n} down to {@code leaf}, or −1. */
    private static int distance(Node n, Node leaf) {
        Map<Node, Integer> depths = new HashMap<>(Map.of(n, 0));
        Deque<Node> work = new ArrayDeque<>(List.of(n));
        while (!work.isEmpty()) {
            Node m = work.poll();
            if (m == leaf) {
                return depths.get(m);
            }
            for (Node o : m.operands) {
                if (depths.putIfAbsent(o, depths.get(m) + 1) == null) {
                    work.add(o);
                }
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return NAMES.get(name) + Arrays.toString(arguments.toArray()) + " = " + root;
    }
}
