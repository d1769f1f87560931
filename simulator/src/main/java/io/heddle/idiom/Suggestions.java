package io.heddle.idiom;

import io.heddle.idiom.Template.Probe;
import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tries arguments where a program uses an anchor: what lies as far below the anchor as the argument
 * does in the template, and nearer.
 */
final class Suggestions {
    private static final int REMEMBERED = 4;

    /** From bits(p ? |x| * 2^24 : |x|) to x. */
    private static final int LOGARITHM_DISTANCE = 3;

    /** From the reduced exponent to the power. */
    private static final int POWER_DISTANCE = 4;

    private record Trial(Template template, List<ValueNode> arguments) {}

    private final NodeGraph graph;
    private final Library library;
    private final Set<Trial> tried = new HashSet<>();
    private final List<ValueNode> firstArguments = new ArrayList<>();

    /** By the magnitude of a divisor: that of what was last compared with it. */
    private final Map<ValueNode, ValueNode> dividends = new HashMap<>();

    private int before;

    Suggestions(NodeGraph graph, Library library) {
        this.graph = graph;
        this.library = library;
    }

    /** Looks at the operands of an instruction that is about to be read. */
    void from(Instruction i, InstructionReader reader) {
        List<ValueNode> values = values(i, reader);
        compared(i, values);
        before = graph.size();
        if (InnerCode.isCall(i)) {
            library.calling(InnerCode.callee(i)).forEach(t -> attemptCall(t, values));
        }
        for (ValueNode n : values) {
            long anchor = Library.key(n);
            for (Probe p : library.at(anchor)) {
                if (p.name().equals("pow")) {
                    if (p.anchors().indexOf(anchor) < p.anchors().size() - 1) {
                        remember(values);
                    } else {
                        attemptPower(p, values);
                    }
                } else if (p.name().equals("hypot")) {
                    library.of(p).forEach(t -> attemptPair(t, values));
                } else if (!isDivision(p)) {
                    library.of(p).forEach(t -> attempt(t, values));
                }
            }
            if (n.is("double")) {
                for (Probe p : library.at(anchor ^ Long.MIN_VALUE)) {
                    library.of(p).forEach(t -> attemptNegated(t, values));
                }
            }
        }
    }

    /** Looks at the operands of an instruction of a slow path, which only divisions begin with. */
    void fromInside(Instruction i, InstructionReader reader) {
        List<ValueNode> values = values(i, reader);
        before = graph.size();
        for (ValueNode n : values) {
            for (Probe p : library.at(Library.key(n))) {
                if (isDivision(p)) {
                    library.of(p).forEach(t -> attemptDivision(t, values));
                }
            }
        }
    }

    private static List<ValueNode> values(Instruction i, InstructionReader reader) {
        List<ValueNode> values = new ArrayList<>();
        if (!i.operands().isEmpty()) {
            for (Operand o : i.operands().subList(1, i.operands().size())) {
                reader.value(o).ifPresent(values::add);
            }
        }
        return values;
    }

    private static boolean isDivision(Probe p) {
        return p.name().equals("fmod") || p.name().equals("remainder");
    }

    /** Remembers that the magnitudes of two numbers are compared, as a division begins. */
    private void compared(Instruction i, List<ValueNode> values) {
        if (i.opcode().equals("setp")
                && values.size() == 2
                && values.get(0).is("abs")
                && values.get(1).is("abs")) {
            dividends.put(values.get(1), values.get(0));
        }
    }

    /**
     * True if a condition is one that code with a {@link DataLoop} begins with: a division compares
     * two magnitudes, the decoding of e4m3 the bits of the magnitude with those of NaN.
     */
    static boolean mayLoop(ValueNode condition) {
        ValueNode p = condition.is("not") ? condition.at(0) : condition;
        boolean divides = p.is("lt") && p.at(0).is("abs") && p.at(1).is("abs");
        boolean decodes = p.is("setp.eq.s16") && p.at(1).is("integer") && p.at(1).payload == 127;
        return divides || decodes;
    }

    /** A division by the number whose magnitude is among the values. */
    private void attemptDivision(Template t, List<ValueNode> values) {
        for (ValueNode divisor : values) {
            ValueNode dividend = dividends.get(divisor);
            if (dividend != null) {
                recognise(t, List.of(dividend.at(0), divisor.at(0)));
                recognise(t, List.of(graph.neg(dividend.at(0)), divisor.at(0)));
            }
        }
    }

    private void remember(List<ValueNode> values) {
        for (ValueNode argument : candidates(values, LOGARITHM_DISTANCE, true)) {
            firstArguments.remove(argument);
            firstArguments.add(argument);
            if (firstArguments.size() > REMEMBERED) {
                firstArguments.remove(0);
            }
        }
    }

    private void attempt(Template t, List<ValueNode> values) {
        for (int d = 0; d <= t.distance() + 1; d++) {
            for (ValueNode argument : candidates(values, d, t.probe().isReal())) {
                recognise(t, List.of(argument));
                if (t.probe().isReal()) {
                    recognise(t, List.of(graph.neg(argument)));
                }
            }
        }
    }

    /** The function of a double whose sign nvcc has moved to the anchor. */
    private void attemptNegated(Template t, List<ValueNode> values) {
        for (int d = 0; d <= t.distance() + 1; d++) {
            for (ValueNode argument : candidates(values, d, false)) {
                recognise(t, List.of(Doubles.neg(graph, argument)));
            }
        }
    }

    /** A function of two arguments at one distance, which may be exchanged. */
    private void attemptPair(Template t, List<ValueNode> values) {
        for (int d = 0; d <= t.distance() + 1; d++) {
            List<ValueNode> arguments = List.copyOf(candidates(values, d, true));
            if (arguments.size() == 1 || arguments.size() == 2) {
                recognise(t, List.of(arguments.get(0), arguments.get(arguments.size() - 1)));
            }
        }
    }

    /** A power of doubles at the arguments of the inner function, |x| and y. */
    private void attemptCall(Template t, List<ValueNode> values) {
        ValueNode x = values.get(0).is("abs.f64") ? values.get(0).at(0) : values.get(0);
        if (!x.is("double") || x.payload > 0) {
            recognise(t, List.of(x, values.get(1)));
            recognise(t, List.of(Doubles.neg(graph, x), values.get(1)));
        }
    }

    /** A power: of a fixed base where no bits of the base are left in what is exponentiated. */
    private void attemptPower(Probe p, List<ValueNode> values) {
        if (values.stream().anyMatch(n -> hasBits(n, new HashSet<>())) == (p.base() != 0)) {
            return;
        }
        if (p.base() != 0) {
            library.of(p).forEach(t -> attempt(t, values));
        } else if (p.power() != 0) {
            attemptConstant(p, values);
        } else {
            library.of(p).forEach(t -> attemptSecond(t, values));
        }
    }

    private static boolean hasBits(ValueNode n, Set<ValueNode> seen) {
        return n.is("float") || seen.add(n) && n.operands.stream().anyMatch(o -> hasBits(o, seen));
    }

    private void attemptConstant(Probe p, List<ValueNode> values) {
        for (ValueNode c : powers(values, POWER_DISTANCE)) {
            float magnitude = Float.intBitsToFloat((int) c.payload);
            if (Powers.alike(magnitude, Math.abs(p.power()))) {
                for (Template t : library.of(p)) {
                    List.copyOf(firstArguments).forEach(x -> recognise(t, List.of(x, c)));
                }
            }
        }
    }

    private void attemptSecond(Template t, List<ValueNode> values) {
        for (ValueNode first : List.copyOf(firstArguments)) {
            for (ValueNode argument : candidates(values, t.distance(), true)) {
                recognise(t, List.of(first, argument));
                recognise(t, List.of(first, graph.neg(argument)));
            }
        }
    }

    private void recognise(Template t, List<ValueNode> arguments) {
        if (tried.add(new Trial(t, arguments))) {
            t.recogniseAt(graph, before, arguments.toArray(new ValueNode[0]));
        }
    }

    /** The real numbers at this distance below, and numbers of two words unless single. */
    private static Set<ValueNode> candidates(List<ValueNode> from, int distance, boolean single) {
        Set<ValueNode> found = new LinkedHashSet<>();
        for (ValueNode n : levels(from, distance).get(distance)) {
            boolean real = n.kind == Kind.REAL || n.kind == Kind.ANY;
            if (real && !n.isConstant() && !n.is("double") && !(single && n.is("pack"))) {
                found.add(n.unsigned());
            }
        }
        return found;
    }

    /** Constant factors, and two, which is not written as a factor. */
    private Set<ValueNode> powers(List<ValueNode> from, int distance) {
        Set<ValueNode> found = new LinkedHashSet<>();
        found.add(graph.constant(0x40000000));
        for (Set<ValueNode> level : levels(from, distance)) {
            for (ValueNode n : level) {
                if (n.is("mul")) {
                    n.operands.stream().filter(o -> o.is("real")).forEach(found::add);
                }
            }
        }
        return found;
    }

    /** What lies below at each distance up to the given one; signs do not count. */
    private static List<Set<ValueNode>> levels(List<ValueNode> from, int distance) {
        List<Set<ValueNode>> levels = new ArrayList<>();
        Set<ValueNode> level = new LinkedHashSet<>();
        from.forEach(n -> level.add(n.unsigned()));
        levels.add(level);
        for (int d = 0; d < distance; d++) {
            Set<ValueNode> next = new LinkedHashSet<>();
            for (ValueNode n : levels.get(d)) {
                for (ValueNode o : n.operands) {
                    if (o.kind != Kind.PREDICATE) {
                        next.add(o.unsigned());
                    }
                }
            }
            levels.add(next);
        }
        return levels;
    }
}
