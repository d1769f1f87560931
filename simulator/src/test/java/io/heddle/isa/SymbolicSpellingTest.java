package io.heddle.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.Effect;
import io.heddle.ptx.Form;
import io.heddle.ptx.Opcode;
import io.heddle.replay.Replay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.AssumedRanges;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Each computing row of the instruction table on unknown operands: the term that it gives has, at
 * the edges of the operands' types, the value that the replay interpreter gives.
 */
final class SymbolicSpellingTest {
    private static final int MOST = 6;
    private static final Set<String> OTHERS =
            Set.of("mov", "cvta", "isspacep", "mapa", "getctarank", "heddle", "inner");

    private int executed;
    private int compared;
    private int unknown;

    @Test
    void termsOfUnknownOperandsHaveTheValuesOfReplay() {
        List<String> wrong = new ArrayList<>();
        for (Opcode opcode : Opcode.all()) {
            for (Form form : opcode.forms()) {
                if (form.effect() == Effect.PURE && !OTHERS.contains(opcode.name())) {
                    List<Spelling> all = Spelling.of(form);
                    int step = (all.size() + MOST - 1) / MOST;
                    for (int k = 0; k < all.size(); k += step) {
                        check(all.get(k), wrong);
                    }
                }
            }
        }
        System.out.println(
                executed + " spellings, " + compared + " values, " + unknown + " unknown");
        assertEquals(List.of(), wrong);
        assertTrue(compared > 20_000, () -> "only " + compared + " values");
    }

    private void check(Spelling s, List<String> wrong) {
        boolean table = s.form().opcode().equals("lop3");
        for (int immediate : table ? new int[] {0xE8, 0x1B, 0x96, 0x3C} : new int[] {-1}) {
            SpellingKernel kernel = new SpellingKernel(s, immediate);
            if (!(Replay.run(kernel.launch(), Map.of(), Map.of(), ReplayOptions.defaults())
                    instanceof ReplayResult.Finished replayed)) {
                continue;
            }
            for (boolean whole : new boolean[] {true, false}) {
                String fault = fault(kernel, whole, replayed);
                if (fault != null) {
                    wrong.add(s.mnemonic() + (whole ? ": " : " of fields: ") + fault + "\n");
                }
            }
        }
    }

    private String fault(SpellingKernel kernel, boolean whole, ReplayResult.Finished replayed) {
        TermStore store = new TermStore();
        SimulationResult simulated =
                Simulator.run(kernel.symbolicLaunch(whole), store, SimulationOptions.defaults());
        if (!simulated.findings().isEmpty() || simulated.cases().size() != 1) {
            return null; // not modelled for unknown operands
        }
        executed++;
        Map<String, OutputTensor> outputs = simulated.cases().get(0).tensors();
        for (int t = 0; t < SpellingKernel.THREADS; t++) {
            Map<String, Rational> point = point(kernel, whole, t);
            if (point == null || !isAssumed(store, point)) {
                continue;
            }
            for (String name : new String[] {"d", "e"}) {
                int term = outputs.get(name).term(0);
                String fault =
                        term == 0
                                ? null
                                : fault(store, at(store, term, point), kernel, replayed, name, t);
                if (fault != null) {
                    return name + " at " + point + ": " + fault + " by " + store.show(term, 300);
                }
            }
        }
        return null;
    }

    /** The elements of a thread's operands, or null where one is no number. */
    private static Map<String, Rational> point(SpellingKernel kernel, boolean whole, int thread) {
        long[] operands = kernel.operands(thread);
        Map<String, Rational> point = new HashMap<>();
        for (int k = 0; k < operands.length; k++) {
            ElementType type = kernel.element(k, whole);
            BigInteger bits = new BigInteger(Long.toUnsignedString(operands[k]));
            BigInteger own = bits.mod(BigInteger.ONE.shiftLeft(type.bits()));
            if (type.isFloat()) {
                if (type.format().kind(own.longValue()) != FloatFormat.Kind.FINITE) {
                    return null;
                }
                Rational value = type.format().value(own.longValue());
                if (value.isZero() && own.signum() != 0) {
                    return null; // -0: a real has no sign of zero
                }
                point.put("s" + k, value);
            } else {
                boolean negative = type.isSigned() && own.testBit(type.bits() - 1);
                point.put(
                        "s" + k,
                        Rational.of(
                                negative
                                        ? own.subtract(BigInteger.ONE.shiftLeft(type.bits()))
                                        : own));
            }
        }
        return point;
    }

    private boolean isAssumed(TermStore store, Map<String, Rational> point) {
        for (Map.Entry<Integer, AssumedRanges.Range> e :
                Map.copyOf(store.assumedRanges().byTerm()).entrySet()) {
            int t = at(store, e.getKey(), point);
            if (store.op(t) != Op.RATIONAL
                    || store.rationalValue(t).compareTo(e.getValue().low()) < 0
                    || store.rationalValue(t).compareTo(e.getValue().high()) > 0) {
                return false;
            }
        }
        return true;
    }

    /** The term with numbers for its elements. */
    private static int at(TermStore store, int term, Map<String, Rational> point) {
        return at(store, term, point, new HashMap<>());
    }

    private static int at(
            TermStore store, int t, Map<String, Rational> point, Map<Integer, Integer> done) {
        Integer known = done.get(t);
        if (known != null) {
            return known;
        }
        int value = t;
        if (store.op(t) == Op.ELEMENT) {
            value = store.rational(point.get(store.symbolOf(t).name()));
        } else {
            int[] operands = store.operands(t);
            for (int k = 0; k < operands.length; k++) {
                operands[k] = at(store, operands[k], point, done);
            }
            value = operands.length == 0 ? t : Rebuild.of(store, t, operands);
        }
        done.put(t, value);
        return value;
    }

    private String fault(
            TermStore store,
            int value,
            SpellingKernel kernel,
            ReplayResult.Finished replayed,
            String name,
            int t) {
        if (kernel.isReal()) {
            return real(store, value, kernel, replayed.tensors().get(name).value(t));
        }
        long bits = replayed.tensors().get(name).bits(t);
        BigInteger expected = new BigInteger(Long.toUnsignedString(bits));
        if (store.op(value) == Op.RATIONAL) {
            compared++;
            Rational own = store.rationalValue(value);
            return own.equals(Rational.of(expected)) ? null : own + ", replay " + expected;
        }
        Decision decision =
                new Decider(store, DecideOptions.defaults())
                        .decide(
                                List.of(
                                        new VerificationCondition(
                                                name,
                                                0,
                                                value,
                                                store.rational(Rational.of(expected)))))
                        .get(0);
        compared += decision instanceof Decision.Proved ? 1 : 0;
        unknown += decision instanceof Decision.Undecided ? 1 : 0;
        return decision instanceof Decision.Refuted ? "not " + expected : null;
    }

    /** Compares numbers: rounding and overflow are not modelled. */
    private String real(TermStore store, int value, SpellingKernel kernel, double other) {
        if (store.op(value) != Op.RATIONAL) {
            boolean special =
                    value == store.nan() && !Double.isNaN(other)
                            || value == store.posInf() && other != Double.POSITIVE_INFINITY
                            || value == store.negInf() && other != Double.NEGATIVE_INFINITY;
            unknown += special ? 0 : 1;
            return special ? store.show(value, 80) + ", replay " + other : null;
        }
        compared++;
        double own = store.rationalValue(value).doubleValue();
        double most = kernel.most() * 0.99;
        boolean same =
                own == other
                        || Math.abs(own) > most && Math.abs(other) > most * 0.9
                        || Math.abs(own - other) <= Math.abs(own) / 8 + 1e-2 * (most < 1e9 ? 1 : 0)
                        || Math.abs(own - other) < 1e-37;
        return same ? null : own + ", replay " + other;
    }
}
