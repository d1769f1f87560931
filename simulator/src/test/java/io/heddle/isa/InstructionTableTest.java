package io.heddle.isa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Each computing row of the instruction table, in all its spellings (of many, a sample), on the
 * edges of its operands' types: is decoded, gives what the replay interpreter gives, and, if of
 * integers, what the manual's formula gives.
 */
final class InstructionTableTest {
    private static final int MOST = 10;

    /** Of addresses, or not PTX. */
    private static final Set<String> OTHERS =
            Set.of("mov", "cvta", "isspacep", "mapa", "getctarank", "heddle", "inner");

    private int known;
    private int compared;
    private int formulas;

    @Test
    void eachRowIsDecodedAndAgreesWithReplayAndManual() {
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
                known
                        + " spellings that replay knows, "
                        + compared
                        + " results compared, "
                        + formulas
                        + " with the manual's formula");
        assertEquals(List.of(), wrong);
        assertTrue(known > 600, () -> "only " + known + " spellings");
    }

    private void check(Spelling s, List<String> wrong) {
        int[] immediates =
                s.form().opcode().equals("lop3") ? new int[] {0xE8, 0x1B, 0x96} : new int[] {-1};
        for (int immediate : immediates) {
            String fault = fault(s, new SpellingKernel(s, immediate));
            if (fault != null) {
                wrong.add(s.mnemonic() + ": " + fault + "\n");
            }
        }
    }

    private String fault(Spelling s, SpellingKernel kernel) {
        TermStore store = new TermStore();
        SimulationResult simulated =
                Simulator.run(kernel.launch(), store, SimulationOptions.defaults());
        if (!simulated.findings().isEmpty() || !simulated.complete()) {
            return "" + simulated.findings();
        }
        Map<String, OutputTensor> own = simulated.cases().get(0).tensors();
        ReplayResult replayed =
                Replay.run(kernel.launch(), Map.of(), Map.of(), ReplayOptions.defaults());
        ReplayResult.Finished finished =
                replayed instanceof ReplayResult.Finished f ? f : null; // else it does not know it
        known += finished == null ? 0 : 1;
        for (int t = 0; t < SpellingKernel.THREADS; t++) {
            for (String name : new String[] {"d", "e"}) {
                int term = own.get(name).term(t);
                String where = name + "[" + t + "] of " + hex(kernel.operands(t)) + ": ";
                String fault = null;
                if (kernel.isReal()) {
                    fault = finished == null ? null : real(store, term, finished, name, t, s);
                } else if (!store.isRational(term)) {
                    fault = "not a constant";
                } else {
                    long bits = store.rationalValue(term).numerator().longValue();
                    fault = integer(bits, finished, name, t);
                    if (fault == null && name.equals("d")) {
                        fault = formula(s, kernel.operands(t), bits);
                    }
                }
                if (fault != null) {
                    return where + fault;
                }
            }
        }
        return null;
    }

    private String integer(long bits, ReplayResult.Finished finished, String name, int t) {
        if (finished == null) {
            return null;
        }
        compared++;
        long other = finished.tensors().get(name).bits(t);
        return bits == other ? null : hex(bits) + ", replay " + hex(other);
    }

    private String formula(Spelling s, long[] operands, long bits) {
        Long exact =
                FloatingPoint.isFloat(s.source(0)) || s.source(0).bits() == 1
                        ? null
                        : Manual.result(s, operands);
        if (exact == null) {
            return null;
        }
        formulas++;
        int w = s.result().bits();
        long mask = w == 64 ? -1 : (1L << w) - 1;
        return ((exact ^ bits) & mask) == 0 ? null : hex(bits) + ", manual " + hex(exact & mask);
    }

    /** Compares where the value is a constant: rounding and overflow are not modelled. */
    private String real(
            TermStore store,
            int term,
            ReplayResult.Finished finished,
            String name,
            int t,
            Spelling s) {
        double other = finished.tensors().get(name).value(t);
        double own;
        if (term == store.nan()) {
            own = Double.NaN;
        } else if (term == store.posInf() || term == store.negInf()) {
            own = term == store.posInf() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        } else if (store.isRational(term)) {
            own = store.rationalValue(term).doubleValue();
        } else {
            return null;
        }
        compared++;
        double most = FloatingPoint.format(s.result()).lowestFinite().abs().doubleValue() * 0.99;
        boolean same =
                Double.isNaN(own) && Double.isNaN(other)
                        || own == other
                        || Math.abs(own) > most && Math.abs(other) > most * 0.9
                        || Math.abs(own - other) <= Math.abs(own) / 8 + 1e-2 * (most < 1e9 ? 1 : 0)
                        || Math.abs(own - other) < 1e-37;
        return same ? null : own + ", replay " + other;
    }

    private static String hex(long... v) {
        StringBuilder s = new StringBuilder();
        for (long x : v) {
            s.append(s.isEmpty() ? "" : " ").append(Long.toHexString(x));
        }
        return s.toString();
    }
}
