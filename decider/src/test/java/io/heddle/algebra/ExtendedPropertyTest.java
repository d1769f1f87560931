package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.term.ElementType;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Terms with infinities have the values of IEEE arithmetic at every point. */
class ExtendedPropertyTest {
    private final TermStore store = new TermStore();
    private final int[] inputs = new int[3];

    ExtendedPropertyTest() {
        int symbol = store.declare(new Symbol("x", ElementType.F32, List.of(3)));
        for (int i = 0; i < 3; i++) {
            inputs[i] = store.element(symbol, i);
        }
    }

    private int term(Random random, int depth) {
        if (depth == 0) {
            return switch (random.nextInt(8)) {
                case 0 -> store.negInf();
                case 1 -> store.posInf();
                case 2 -> store.integer(random.nextInt(3) - 1);
                default -> inputs[random.nextInt(3)];
            };
        }
        int a = term(random, random.nextInt(depth));
        int b = term(random, random.nextInt(depth));
        return switch (random.nextInt(8)) {
            case 0 -> store.add(a, b);
            case 1 -> store.sub(a, b);
            case 2 -> store.max(a, b);
            case 3 -> store.min(a, b);
            case 4 -> store.mul(a, b);
            case 5 -> store.abs(a);
            default -> store.ite(condition(random, a, b), a, term(random, random.nextInt(depth)));
        };
    }

    private int condition(Random random, int a, int b) {
        int other = inputs[random.nextInt(3)];
        return switch (random.nextInt(4)) {
            case 0 -> store.lt(other, b);
            case 1 -> store.le(a, other);
            case 2 -> store.eq(a, b);
            default -> store.lt(inputs[0], inputs[1]);
        };
    }

    /** The value in doubles, which are exact for the small numbers used here. */
    private double value(int t, double[] x) {
        Op op = store.op(t);
        if (op == Op.ITE) {
            return value(store.a(t), x) != 0 ? value(store.b(t), x) : value(store.c(t), x);
        }
        if (op == Op.ELEMENT) {
            return x[(int) store.elementIndex(t)];
        }
        int[] operands = store.operands(t);
        double[] v = new double[operands.length];
        for (int i = 0; i < v.length; i++) {
            v[i] = value(operands[i], x);
        }
        return switch (op) {
            case RATIONAL -> store.rationalValue(t).doubleValue();
            case NEG_INF -> Double.NEGATIVE_INFINITY;
            case POS_INF -> Double.POSITIVE_INFINITY;
            case NAN -> Double.NaN;
            case ADD -> v[0] + v[1];
            case SUB -> v[0] - v[1];
            case MUL -> v[0] * v[1];
            case NEG -> -v[0];
            case ABS -> Math.abs(v[0]);
            case FMA -> v[0] * v[1] + v[2];
            case MAX ->
                    Double.isNaN(v[0]) ? v[1] : Double.isNaN(v[1]) ? v[0] : Math.max(v[0], v[1]);
            case MIN ->
                    Double.isNaN(v[0]) ? v[1] : Double.isNaN(v[1]) ? v[0] : Math.min(v[0], v[1]);
            case LT -> v[0] < v[1] ? 1 : 0;
            case LE -> v[0] <= v[1] ? 1 : 0;
            case EQ -> v[0] == v[1] ? 1 : 0;
            case TRUE -> 1;
            case FALSE -> 0;
            case NOT -> 1 - v[0];
            case AND -> v[0] * v[1];
            case OR -> Math.max(v[0], v[1]);
            default -> throw new AssertionError(op);
        };
    }

    @Property(tries = 3000, seed = "20261121")
    void guardsAndFormsHaveTheValuesOfTheTerm(@ForAll long seed) {
        Random random = new Random(seed);
        int t = term(random, 4);
        Canonicalizer forms =
                new Canonicalizer(
                        store,
                        new Ring(new Budget(50_000, Long.MAX_VALUE)),
                        FanOut.of(store, t),
                        new Canonicalizer.Reading(false, Facts.NONE, LiteralReading.EXACT, null));
        Extended extended;
        try {
            extended = forms.extended(t);
        } catch (NoFormException | LimitExceededException e) {
            return;
        }
        for (int i = 0; i < 8; i++) {
            double[] x = new double[3];
            Rational[] exact = new Rational[3];
            for (int j = 0; j < 3; j++) {
                x[j] = random.nextInt(5) - 2;
                exact[j] = Rational.of((long) x[j]);
            }
            FormValues values = new FormValues(forms.ring(), store, exact);
            double expected = value(t, x);
            double actual = values.value(extended.form()).doubleValue();
            if (values.value(extended.nan()).isOne()) {
                actual = Double.NaN;
            } else if (values.value(extended.negative()).isOne()) {
                actual = Double.NEGATIVE_INFINITY;
            } else if (values.value(extended.positive()).isOne()) {
                actual = Double.POSITIVE_INFINITY;
            }
            assertEquals(expected + 0.0, actual + 0.0, () -> store.show(t, 300));
        }
    }
}
