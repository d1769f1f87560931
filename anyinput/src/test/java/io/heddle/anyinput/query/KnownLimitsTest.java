package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.solver.SolverProcess;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Indices that are less than sizes whose product is bounded, and sizes that are products. */
class KnownLimitsTest {
    private static final int WIDTH = 32;

    private static SolverProcess solver;

    private final BitTerms terms = new BitTerms();
    private final Map<String, BitTerm> names = new LinkedHashMap<>();

    @BeforeContainer
    static void start() {
        solver = new SolverProcess(5_000, null);
    }

    @AfterContainer
    static void end() {
        solver.close();
    }

    private BitTerm variable(String name) {
        BigInteger most = BigInteger.ONE.shiftLeft(WIDTH).subtract(BigInteger.ONE);
        return names.computeIfAbsent(
                name, n -> terms.variable(n, WIDTH, Level.GRID, BigInteger.ZERO, most));
    }

    private String asked(String assumed, BitTerm... conditions) {
        List<BitTerm> all = new ArrayList<>(List.of(conditions));
        all.add(AssumptionText.condition(terms, names, assumed));
        Script script = new Script();
        new IntegerText(script, Products.Kind.ROWS, all);
        return solver.answer(script.text(), "", Long.MAX_VALUE, SolverProcess.MOST_STEPS).strip();
    }

    /** The index of column z in row y of plane x. */
    private BitTerm index(String x, String y, String z) {
        BitTerm row = terms.add(terms.mul(variable(x), variable("b")), variable(y));
        return terms.add(terms.mul(row, variable("c")), variable(z));
    }

    private BitTerm below(String index, String size) {
        return terms.slt(variable(index), variable(size));
    }

    private String askedOfIndices(String sizes, String columns) {
        BitTerm zero = terms.constant(WIDTH, 0);
        List<BitTerm> conditions = new ArrayList<>();
        for (String place : List.of("xyz", "uvw")) {
            for (int k = 0; k < 3; k++) {
                String i = place.substring(k, k + 1);
                conditions.add(terms.not(terms.slt(variable(i), zero)));
                conditions.add(below(i, k < 2 ? "abc".substring(k, k + 1) : columns));
            }
        }
        variable("a");
        variable("b");
        variable("c");
        BitTerm one = terms.sext(index("x", "y", "z"), 2 * WIDTH);
        BitTerm other = terms.sext(index("u", "v", "w"), 2 * WIDTH);
        conditions.add(terms.eq(one, other));
        conditions.add(terms.not(terms.eq(variable("x"), variable("u"))));
        return asked(sizes, conditions.toArray(BitTerm[]::new));
    }

    @Example
    void planesDifferWhereAllElementsFit() {
        String sizes = "a >= 1 && b >= 1 && c >= 1 && a * b * c <= ";
        assertEquals("unsat", askedOfIndices(sizes + Integer.MAX_VALUE, "c"));
        assertNotEquals("unsat", askedOfIndices(sizes + (1L << WIDTH + 2), "c"));
        assertNotEquals("unsat", askedOfIndices(sizes + Integer.MAX_VALUE, "d"));
    }

    @Example
    void sizesMayBeProducts() {
        BitTerm i = variable("i");
        BitTerm j = variable("j");
        BitTerm one = terms.add(terms.mul(i, variable("d")), variable("k"));
        BitTerm other = terms.add(terms.mul(j, variable("d")), variable("l"));
        variable("a");
        variable("b");
        String known =
                "a >= 1 && b >= 1 && d == a * b && d <= 1000 && i >= 0 && i <= 9 && j >= 0 && j <="
                        + " 9 && k >= 0 && l >= 0 && i < j && l < a * b && k < ";
        BitTerm same = terms.eq(one, other);
        assertEquals("unsat", asked(known + "a * b", same));
        assertNotEquals("unsat", asked(known + "a * b + 1", same));
        assertNotEquals("unsat", asked(known.replace("d == a *", "d == a +") + "a * b", same));
    }

    /** What random sums and products are must be possible under what is known. */
    @Property(tries = 300)
    void whatIsTrueIsPossible(@ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Long> values = new LinkedHashMap<>();
        StringBuilder known = new StringBuilder("0 <= 1");
        for (String size : List.of("a", "b", "c")) {
            values.put(size, (long) (random.nextInt(6) - (random.nextInt(5) == 0 ? 3 : -1)));
            variable(size);
            long low = random.nextInt(4) > 0 ? Math.min(values.get(size), 1) : -9;
            known.append(" && " + size + " >= " + low);
        }
        long product = values.get("a") * values.get("b") * values.get("c");
        known.append(" && a * b * c <= " + (product + random.nextInt(3)));
        values.put("d", values.get("a") * values.get("b"));
        variable("d");
        known.append(random.nextBoolean() ? " && d == a * b" : "");
        BitTerm never = terms.variable("never", 1, Level.GRID, BigInteger.ZERO, BigInteger.ONE);
        List<BitTerm> conditions = new ArrayList<>(List.of(terms.not(never)));
        for (String index : List.of("i", "j", "k", "l")) {
            values.put(index, (long) (random.nextInt(8) - (random.nextInt(6) == 0 ? 4 : 0)));
            variable(index);
        }
        values.forEach(
                (name, value) ->
                        conditions.add(
                                terms.or(
                                        terms.eq(variable(name), terms.constant(WIDTH, value)),
                                        never)));
        List<String> all = List.copyOf(values.keySet());
        for (int k = 0; k < 12; k++) {
            addComparison(random, values, all, conditions);
        }
        BitTerm row = index("i", "j", "k");
        long b = values.get("b");
        long place = (values.get("i") * b + values.get("j")) * values.get("c") + values.get("k");
        BitTerm wide = terms.sext(row, 2 * WIDTH);
        conditions.add(terms.or(terms.eq(wide, terms.constant(2 * WIDTH, place)), never));
        String text = known.toString();
        assertNotEquals("unsat", asked(text, conditions.toArray(BitTerm[]::new)), text);
    }

    /** A sum that is less than a size, in all cases or unless one of its variables is 0. */
    private void addComparison(
            Random random, Map<String, Long> values, List<String> names, List<BitTerm> to) {
        String index = names.get(random.nextInt(names.size()));
        String more = names.get(random.nextInt(names.size()));
        String size = names.get(random.nextInt(names.size()));
        long factor = 1L + random.nextInt(3);
        long addend = random.nextInt(4) - 2L;
        BitTerm sum =
                terms.add(
                        terms.add(
                                terms.mul(variable(index), terms.constant(WIDTH, factor)),
                                variable(more)),
                        terms.constant(WIDTH, addend));
        long value = values.get(index) * factor + values.get(more) + addend;
        BitTerm greater = variable(size);
        long limit = values.get(size);
        if (random.nextInt(3) == 0) {
            greater = terms.mul(greater, variable("c"));
            limit *= values.get("c");
        }
        BitTerm isZero = terms.eq(variable(index), terms.constant(WIDTH, 0));
        if (value < limit) {
            to.add(terms.slt(sum, greater));
        } else if (values.get(index) == 0) {
            to.add(terms.or(isZero, terms.slt(sum, greater)));
        }
    }
}
