package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitOp;
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

/** Indices that divisions by sizes take apart and products put together again. */
class QuotientsTest {
    private static final int WIDTH = 64;

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
        return names.computeIfAbsent(
                name, n -> terms.variable(n, WIDTH, Level.GRID, BigInteger.ZERO, all()));
    }

    private static BigInteger all() {
        return BigInteger.ONE.shiftLeft(WIDTH).subtract(BigInteger.ONE);
    }

    private BitTerm divide(BitTerm a, BitTerm b) {
        return terms.divide(BitOp.SDIV, a, b);
    }

    private BitTerm rest(BitTerm a, BitTerm b) {
        return terms.divide(BitOp.SREM, a, b);
    }

    private String asked(String assumed, BitTerm... conditions) {
        List<BitTerm> all = new ArrayList<>(List.of(conditions));
        all.add(AssumptionText.condition(terms, names, assumed));
        Script script = new Script();
        new IntegerText(script, Products.Kind.ROWS, all);
        return solver.answer(script.text(), "", Long.MAX_VALUE, SolverProcess.MOST_STEPS).strip();
    }

    private BitTerm together(String index) {
        BitTerm i = variable(index);
        BitTerm a = variable("a");
        BitTerm b = variable("b");
        BitTerm c = variable("c");
        BitTerm plane = divide(i, terms.mul(a, b));
        BitTerm outer =
                terms.add(terms.mul(divide(i, terms.mul(terms.mul(a, b), c)), c), rest(plane, c));
        BitTerm row = terms.add(terms.mul(outer, b), rest(divide(i, a), b));
        return terms.add(terms.mul(row, a), rest(i, a));
    }

    private static final String SIZES =
            "i >= 0 && j >= 0 && i <= 1099511627776 && j <= 1099511627776 && a >= 1 && b >= 1 && c"
                    + " >= 1";

    @Example
    void indexIsItselfAgain() {
        BitTerm t = together("i");
        BitTerm differs = terms.not(terms.eq(t, variable("i")));
        variable("j");
        assertEquals("unsat", asked(SIZES + " && a * b * c <= 9223372036854775807", differs));
    }

    @Example
    void threadsHaveElementsOfTheirOwn() {
        BitTerm same = terms.eq(together("i"), together("j"));
        BitTerm others = terms.not(terms.eq(variable("i"), variable("j")));
        assertEquals("unsat", asked(SIZES + " && a * b * c <= 9223372036854775807", same, others));
    }

    /** Where a · b may leave 64 bits, a plane may have any size. */
    @Example
    void productsThatMayWrapSayNothing() {
        BitTerm same = terms.eq(together("i"), together("j"));
        BitTerm others = terms.not(terms.eq(variable("i"), variable("j")));
        assertNotEquals("unsat", asked(SIZES, same, others));
    }

    @Example
    void anotherOrderOfSizesIsAnotherIndex() {
        BitTerm i = variable("i");
        BitTerm a = variable("a");
        BitTerm b = variable("b");
        BitTerm t = terms.add(terms.mul(divide(i, a), b), rest(i, a));
        BitTerm differs = terms.not(terms.eq(t, i));
        assertNotEquals("unsat", asked("i >= 0 && a >= 1 && b >= 1 && a * b <= 1000", differs));
        assertEquals(
                "unsat", asked("i >= 0 && a >= 1 && b >= 1 && a * b <= 1000 && a == b", differs));
    }

    /** A product of differences has parts that are subtracted, and is positive all the same. */
    @Example
    void divisorsThatAreDifferencesArePositive() {
        BitTerm one = terms.constant(WIDTH, BigInteger.ONE);
        BitTerm width = terms.sub(variable("a"), one);
        BitTerm height = terms.sub(variable("b"), one);
        BitTerm i = variable("i");
        BitTerm j = variable("j");
        BitTerm same = terms.eq(divide(divide(i, width), height), divide(divide(j, width), height));
        String sizes =
                "i >= 0 && j >= 0 && i <= 1000000 && j <= 1000000 && a >= 3 && b >= 3 && a <= 1000"
                        + " && b <= 1000";
        assertNotEquals("unsat", asked(sizes, same, terms.not(terms.eq(i, j))));
        BitTerm large =
                terms.slt(
                        terms.constant(WIDTH, BigInteger.valueOf(250_000)),
                        divide(divide(i, width), height));
        assertEquals("unsat", asked(sizes, large));
    }

    /** What random quotients and remainders are must be possible under what is known of sizes. */
    @Property(tries = 200)
    void whatIsTrueIsPossible(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder known = new StringBuilder("0 <= 1");
        Map<String, Long> values = new LinkedHashMap<>();
        for (String name : List.of("i", "j", "a", "b", "c")) {
            boolean size = name.compareTo("i") < 0;
            long value = size ? 1 + random.nextInt(9) : random.nextInt(400) - 40;
            values.put(name, value);
            variable(name);
            long low = size && random.nextInt(4) > 0 ? 1 : value - random.nextInt(3);
            known.append(" && " + name + " >= " + low);
            known.append(" && " + name + " <= " + (value + random.nextInt(50)));
        }
        long cells = values.get("a") * values.get("b") * values.get("c");
        known.append(" && a * b * c <= " + (cells + random.nextInt(4)));
        known.append(" && i * a <= " + (values.get("i") * values.get("a") + random.nextInt(4)));
        List<BitTerm> pool = new ArrayList<>();
        List<BigInteger> results = new ArrayList<>();
        List<BitTerm> conditions = new ArrayList<>();
        BitTerm never = terms.variable("never", 1, Level.GRID, BigInteger.ZERO, BigInteger.ONE);
        conditions.add(terms.not(never));
        values.forEach(
                (name, value) -> {
                    pool.add(variable(name));
                    results.add(BigInteger.valueOf(value));
                    BitTerm is = terms.eq(variable(name), terms.constant(WIDTH, value));
                    conditions.add(terms.or(is, never)); // so that no range is read off
                });
        for (long small : new long[] {-2, -1, 1}) {
            pool.add(
                    terms.constant(
                            WIDTH, BigInteger.valueOf(small).mod(all().add(BigInteger.ONE))));
            results.add(BigInteger.valueOf(small));
        }
        for (int k = 0; k < 8; k++) {
            int x = random.nextInt(pool.size());
            int y = random.nextInt(pool.size());
            BigInteger p = results.get(x);
            BigInteger q = results.get(y);
            BitTerm s = pool.get(x);
            BitTerm t = pool.get(y);
            boolean divides = random.nextInt(3) > 0 && q.signum() != 0;
            switch (random.nextInt(2) + (divides ? 2 : 0)) {
                case 0 -> add(pool, results, terms.add(s, t), p.add(q));
                case 1 -> add(pool, results, terms.mul(s, t), p.multiply(q));
                case 2 -> add(pool, results, divide(s, t), p.divide(q));
                default -> add(pool, results, rest(s, t), p.remainder(q));
            }
        }
        for (int k = 0; k < pool.size(); k++) {
            BitTerm value = terms.constant(WIDTH, results.get(k).mod(all().add(BigInteger.ONE)));
            conditions.add(terms.or(terms.eq(pool.get(k), value), never));
        }
        String text = known.toString();
        assertNotEquals("unsat", asked(text, conditions.toArray(BitTerm[]::new)), text);
    }

    private static void add(List<BitTerm> pool, List<BigInteger> results, BitTerm t, BigInteger v) {
        if (v.bitLength() < WIDTH / 2) {
            pool.add(t);
            results.add(v);
        }
    }
}
