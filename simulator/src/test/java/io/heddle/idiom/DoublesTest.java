package io.heddle.idiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.heddle.idiom.ValueNode.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The normal form of operations on doubles has the value of what it was made from. */
class DoublesTest {
    private static final double[] VALUES = {
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        -2.5,
        3,
        1e300,
        -1e-310,
        Double.MIN_VALUE,
        2147483647.0,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    private static final List<String> RELATIONS =
            List.of(
                    "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu",
                    "num", "nan");

    private final NodeGraph graph = new NodeGraph();
    private final ValueNode x = graph.leaf(Kind.ANY);
    private final ValueNode y = graph.leaf(Kind.ANY);
    private final ValueNode n = graph.leaf(Kind.INTEGER);
    private double xValue;
    private double yValue;
    private int nValue;

    /** Operands: the variables, an integer as a double, constants, and these with signs. */
    private List<ValueNode> operands() {
        List<ValueNode> plain =
                new ArrayList<>(List.of(x, y, graph.make("cvt.rn.f64.s32", 0, Kind.ANY, n)));
        for (double v : VALUES) {
            plain.add(graph.make("double", Double.doubleToRawLongBits(v), Kind.ANY));
        }
        List<ValueNode> all = new ArrayList<>(plain);
        for (ValueNode p : plain) {
            all.add(made("neg.f64", p));
            all.add(made("abs.f64", p));
        }
        return all;
    }

    private ValueNode made(String name, ValueNode... v) {
        return Doubles.fold(graph, name, v).orElseGet(() -> graph.make(name, 0, Kind.ANY, v));
    }

    private void forAllValues(Runnable check) {
        for (double a : VALUES) {
            for (double b : VALUES) {
                xValue = a;
                yValue = b;
                nValue = (int) a;
                check.run();
            }
        }
    }

    @Test
    void operationsKeepTheirValues() {
        for (ValueNode a : operands()) {
            for (String name : List.of("abs.f64", "neg.f64", "cvt.rzi.f64.f64")) {
                ValueNode folded = made(name, a);
                forAllValues(() -> assertEqual(operation(name, value(a), 0), value(folded), name));
            }
            for (ValueNode b : operands()) {
                for (String name : List.of("mul.f64", "mul.rn.f64", "add.f64", "add.rn.f64")) {
                    ValueNode folded = made(name, a, b);
                    forAllValues(
                            () ->
                                    assertEqual(
                                            operation(name, value(a), value(b)),
                                            value(folded),
                                            name + a + b + " as " + folded));
                }
            }
        }
    }

    @Test
    void comparisonsKeepTheirValues() {
        for (ValueNode a : operands()) {
            for (ValueNode b : operands()) {
                for (String relation : RELATIONS) {
                    ValueNode folded = Doubles.compare(graph, relation, a, b);
                    forAllValues(
                            () ->
                                    assertEquals(
                                            holds(relation, value(a), value(b)),
                                            truth(folded),
                                            a + relation + b + " as " + folded));
                }
            }
        }
    }

    @Test
    void equalMeaningsAreOneNode() {
        ValueNode minusX = made("neg.f64", x);
        ValueNode three = graph.make("double", Double.doubleToRawLongBits(3), Kind.ANY);
        assertSame(made("abs.f64", x), made("abs.f64", minusX));
        assertSame(made("sub.f64", y, x), made("add.f64", minusX, y));
        assertSame(
                Doubles.compare(graph, "eq", minusX, three),
                Doubles.compare(graph, "eq", x, made("neg.f64", three)));
    }

    private static void assertEqual(double expected, double actual, String what) {
        assertEquals(
                Double.doubleToLongBits(expected),
                Double.doubleToLongBits(actual),
                what); // one NaN
    }

    private double value(ValueNode v) {
        if (v == x || v == y) {
            return v == x ? xValue : yValue;
        }
        return switch (v.op) {
            case "double" -> Double.longBitsToDouble(v.payload);
            case "cvt.rn.f64.s32" -> nValue;
            default -> operation(v.op, value(v.at(0)), v.operands.size() > 1 ? value(v.at(1)) : 0);
        };
    }

    private static double operation(String name, double a, double b) {
        return switch (name) {
            case "abs.f64" -> Math.abs(a);
            case "neg.f64" -> -a;
            case "cvt.rzi.f64.f64" -> a < 0 ? Math.ceil(a) : Math.floor(a);
            case "mul.f64", "mul.rn.f64" -> a * b;
            case "add.f64", "add.rn.f64" -> a + b;
            case "sub.f64", "sub.rn.f64" -> a - b;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private boolean truth(ValueNode p) {
        if (p == graph.truth(true) || p == graph.truth(false)) {
            return p == graph.truth(true);
        }
        if (p.is("not")) {
            return !truth(p.at(0));
        }
        if (p.is("eq.integer")) {
            return nValue == 0;
        }
        String relation = p.op.substring("setp.".length(), p.op.length() - ".f64".length());
        return holds(relation, value(p.at(0)), value(p.at(1)));
    }

    private static boolean holds(String relation, double a, double b) {
        boolean unordered = Double.isNaN(a) || Double.isNaN(b);
        return switch (relation) {
            case "num" -> !unordered;
            case "nan" -> unordered;
            case "ne" -> !unordered && a != b;
            case "neu" -> a != b;
            default -> {
                boolean or = relation.endsWith("u") && unordered;
                int c = Double.compare(a + 0.0, b + 0.0);
                yield or
                        || !unordered
                                && switch (relation.substring(0, 2)) {
                                    case "eq" -> c == 0;
                                    case "lt" -> c < 0;
                                    case "le" -> c <= 0;
                                    case "gt" -> c > 0;
                                    default -> c >= 0;
                                };
            }
        };
    }
}
