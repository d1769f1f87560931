package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Summary;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which iteration of a loop is the last one. */
final class LoopEnds {
    private final Summary summary;

    LoopEnds(Summary summary) {
        this.summary = summary;
    }

    /** True for the condition that an iteration, the last operand, is reached. */
    boolean isReaching(BitTerm t) {
        return t.op() == BitOp.APPLY && t.name().startsWith(LoopRun.REACHING);
    }

    /** True for the number of the last iteration. */
    boolean isLast(BitTerm t) {
        return LoopRun.isLast(t);
    }

    /** The name by which a loop is known, of a term that says of its iterations. */
    static String loop(BitTerm t) {
        return LoopRun.isLast(t)
                ? LoopRun.REACHING + t.name().substring(LoopRun.LAST.length())
                : t.name();
    }

    /** The variable that counts the iterations of a loop. */
    BitTerm counter(BitTerm t) {
        List<BitTerm> parameters = axiom(t).parameters();
        return parameters.get(parameters.size() - 1);
    }

    private Axiom axiom(BitTerm t) {
        Axiom axiom = summary.goesOn().get(loop(t));
        if (axiom == null) {
            throw new NoFormulaException("a loop whose end is not known");
        }
        return axiom;
    }

    /**
     * The condition under which a loop goes on after the iteration that its counter is.
     *
     * @param around the iterations of the loops around it
     */
    BitTerm goesOn(BitTerm t, List<BitTerm> around) {
        Axiom axiom = axiom(t);
        Map<BitTerm, BitTerm> by = new HashMap<>();
        for (int k = 0; k < around.size(); k++) {
            by.put(axiom.parameters().get(k), around.get(k));
        }
        return summary.terms().substitute(axiom.holds(), by);
    }

    /** The forms that the number of the last iteration may be. */
    List<Form> forms(BitTerm t, List<BitTerm> around, FormReader reader) {
        int counter = reader.index(counter(t));
        return new End(reader, counter).forms(goesOn(t, around), false);
    }

    /** Reads the condition of one loop. */
    private record End(FormReader reader, int counter) {
        List<Form> forms(BitTerm goesOn, boolean negated) {
            if (!dependsOnCounter(goesOn)) {
                return once(goesOn);
            }
            boolean all = goesOn.op() == (negated ? BitOp.OR : BitOp.AND);
            if (all) {
                return first(goesOn.operands(), negated);
            }
            return switch (goesOn.op()) {
                case NOT -> forms(goesOn.operand(0), !negated);
                case SLT, ULT, EQ -> compared(goesOn, negated);
                default -> throw new NoFormulaException("the end of a loop is not followed");
            };
        }

        /** It goes on for ever or ends at once. */
        private List<Form> once(BitTerm goesOn) {
            List<Form> all = new ArrayList<>(List.of(Form.of(Rational.ZERO)));
            reader.comparisons(goesOn);
            if (reader.ofData(goesOn)) {
                all.add(Form.DATA);
            }
            return all;
        }

        /** It ends where one of several conditions ends it. */
        private List<Form> first(List<BitTerm> conditions, boolean negated) {
            List<Form> all = new ArrayList<>();
            for (BitTerm c : conditions) {
                List<Form> one = forms(c, negated);
                reader.differ(all, one);
                all.addAll(one);
            }
            return all;
        }

        private boolean dependsOnCounter(BitTerm t) {
            return t.isCounter()
                    ? reader.index(t) == counter
                    : (t.op() != BitOp.APPLY || LoopRun.isLast(t))
                            && t.operands().stream().anyMatch(this::dependsOnCounter);
        }

        private List<Form> compared(BitTerm t, boolean negated) {
            List<Form> left = reader.number(t.operand(0));
            List<Form> right = reader.number(t.operand(1));
            if (t.op() == BitOp.ULT) {
                left.forEach(this::sign);
                right.forEach(this::sign);
            }
            List<Form> all = new ArrayList<>(List.of(Form.of(Rational.ZERO)));
            for (Form l : left) {
                for (Form r : right) {
                    Form room =
                            negated || t.op() == BitOp.EQ
                                    ? l.minus(r)
                                    : r.minus(l).plus(Form.of(Rational.MINUS_ONE));
                    if (l.isData() || r.isData()) {
                        all.add(Form.DATA);
                    } else {
                        all.add(last(room, t.op() == BitOp.EQ, negated));
                    }
                }
            }
            return all;
        }

        /** Signs of numbers that do not depend on the iteration. */
        private void sign(Form f) {
            if (!f.poly().has(v -> v == counter)) {
                reader.sign(f);
            }
        }

        /**
         * The last iteration of a loop that goes on while there is room.
         *
         * @param room is not negative, or not 0, while the loop goes on
         */
        private Form last(Form room, boolean isEqual, boolean negated) {
            Rational step = room.poly().coefficient(Monomial.of(counter));
            Poly rest =
                    room.poly().minus(Poly.of(counter).times(step));
            if (rest.has(v -> v == counter) || room.periods().containsKey(counter)) {
                throw new NoFormulaException("an argument decides by how much a loop advances");
            }
            boolean turned = isEqual && step.signum() > 0;
            Form left = new Form(rest, room.low(), room.high(), room.periods());
            Form first = turned ? left.times(Rational.MINUS_ONE) : left;
            reader.atom(first);
            if (isEqual && !negated || step.signum() == 0 || !step.isInteger()) {
                throw new NoFormulaException("the end of a loop is not followed");
            }
            if (!isEqual && step.signum() > 0) {
                throw new NoFormulaException("a loop that does not end by counting");
            }
            long by = step.abs().numerator().longValueExact();
            Form quotient = FormReader.quotient(first, by);
            return isEqual ? quotient : quotient.plus(Form.of(Rational.ONE));
        }
    }
}
