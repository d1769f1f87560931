package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Summary;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Which iteration of a loop is the last one. */
final class LoopEnds {
    private static final int MOST_LEAVES = 10; // comparisons in a condition that are looked at

    private final Summary summary;
    private final Map<String, BitTerm> plain = new HashMap<>(); // conditions by loop

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
        BitTerm holds = plain.computeIfAbsent(loop(t), l -> plain(axiom.holds()));
        return summary.terms().substitute(holds, by);
    }

    /**
     * A condition without the comparisons on which it does not depend: where one path or another
     * leads on, whichever a thread takes.
     */
    private BitTerm plain(BitTerm t) {
        Set<BitTerm> own = new LinkedHashSet<>();
        comparisons(t, own);
        List<BitTerm> order = List.copyOf(own);
        if (order.size() > MOST_LEAVES) {
            return t.op() == BitOp.AND || t.op() == BitOp.OR ? joined(t, this::plain) : t;
        }
        boolean[] holds = new boolean[1 << order.size()];
        for (int bits = 0; bits < holds.length; bits++) {
            holds[bits] = holds(t, order, bits);
        }
        Set<BitTerm> idle = new LinkedHashSet<>();
        for (int k = 0; k < order.size(); k++) {
            boolean same = true;
            for (int bits = 0; bits < holds.length; bits++) {
                same &= holds[bits] == holds[bits ^ 1 << k];
            }
            if (same) {
                idle.add(order.get(k));
            }
        }
        return idle.isEmpty() ? t : without(t, idle);
    }

    private BitTerm without(BitTerm t, Set<BitTerm> idle) {
        if (t.op() == BitOp.NOT) {
            return summary.terms().not(without(t.operand(0), idle));
        }
        return t.op() == BitOp.AND || t.op() == BitOp.OR
                ? joined(t, o -> without(o, idle))
                : idle.contains(t) ? summary.terms().condition(false) : t;
    }

    private BitTerm joined(BitTerm t, UnaryOperator<BitTerm> part) {
        Stream<BitTerm> parts = t.operands().stream().map(part);
        return t.op() == BitOp.AND
                ? parts.reduce(summary.terms()::and).orElseThrow()
                : parts.reduce(summary.terms()::or).orElseThrow();
    }

    private static void comparisons(BitTerm t, Set<BitTerm> all) {
        if (t.op() == BitOp.AND || t.op() == BitOp.OR || t.op() == BitOp.NOT) {
            t.operands().forEach(o -> comparisons(o, all));
        } else if (!t.isConstant()) {
            all.add(t);
        }
    }

    private static boolean holds(BitTerm t, List<BitTerm> order, int bits) {
        return switch (t.op()) {
            case AND -> t.operands().stream().allMatch(o -> holds(o, order, bits));
            case OR -> t.operands().stream().anyMatch(o -> holds(o, order, bits));
            case NOT -> !holds(t.operand(0), order, bits);
            case CONSTANT -> t.is(1);
            default -> (bits >>> order.indexOf(t) & 1) != 0;
        };
    }

    /** The forms that the number of the last iteration may be. */
    List<Form> forms(BitTerm t, List<BitTerm> around, FormReader reader) {
        int counter = reader.index(counter(t));
        return new End(reader, counter).forms(goesOn(t, around));
    }

    /**
     * Reads the condition under which one loop goes on: comparisons of numbers that grow or fall
     * with the iteration, joined in any way. Its value can change only where that of a comparison
     * does, so that the loop ends at once or at one of these iterations.
     */
    private record End(FormReader reader, int counter) {
        List<Form> forms(BitTerm goesOn) {
            Set<BitTerm> leaves = new LinkedHashSet<>();
            leaves(goesOn, leaves);
            List<Form> all = new ArrayList<>(List.of(Form.of(Rational.ZERO)));
            for (BitTerm leaf : leaves) {
                if (!dependsOnCounter(leaf)) {
                    reader.comparisons(leaf);
                    if (reader.dependence().isOfData(leaf)) {
                        all.add(Form.DATA);
                    }
                } else {
                    all.addAll(changes(leaf));
                }
            }
            reader.differ(all, all);
            return all;
        }

        /** Collects the comparisons that a condition joins. */
        private void leaves(BitTerm t, Set<BitTerm> leaves) {
            boolean joins = t.op() == BitOp.AND || t.op() == BitOp.OR || t.op() == BitOp.NOT;
            if (!joins) {
                leaves.add(t);
            } else {
                t.operands().forEach(o -> leaves(o, leaves));
            }
        }

        private boolean dependsOnCounter(BitTerm t) {
            return t.isCounter()
                    ? reader.index(t) == counter
                    : (t.op() != BitOp.APPLY || LoopRun.isLast(t))
                            && t.operands().stream().anyMatch(this::dependsOnCounter);
        }

        /** The iterations from which on a comparison has another value than before. */
        private List<Form> changes(BitTerm t) {
            if (t.op() != BitOp.SLT && t.op() != BitOp.ULT && t.op() != BitOp.EQ) {
                throw new NoFormulaException("the end of a loop is not followed");
            }
            List<Form> left = reader.number(t.operand(0));
            List<Form> right = reader.number(t.operand(1));
            if (t.op() == BitOp.ULT) {
                left.forEach(this::sign);
                right.forEach(this::sign);
            }
            List<Form> all = new ArrayList<>();
            for (Form l : left) {
                for (Form r : right) {
                    if (l.isData() || r.isData()) {
                        all.add(Form.DATA);
                    } else {
                        all.addAll(changes(l.minus(r), t.op() == BitOp.EQ));
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

        /** Where a number becomes negative, or no longer is, or where it is 0. */
        private List<Form> changes(Form number, boolean atZero) {
            Rational step = number.poly().coefficient(Monomial.of(counter));
            Poly rest = number.poly().minus(Poly.of(counter).times(step));
            if (rest.has(v -> v == counter) || number.periods().containsKey(counter)) {
                throw new NoFormulaException("an argument decides by how much a loop advances");
            }
            if (!step.isInteger()) {
                throw new NoFormulaException("the end of a loop is not followed");
            }
            Form first = new Form(rest, number.low(), number.high(), number.periods());
            reader.atom(first);
            if (step.signum() == 0) {
                return List.of();
            }
            Form one = Form.of(Rational.ONE);
            boolean falls = step.signum() < 0;
            long by = step.abs().numerator().longValueExact();
            if (atZero) { // first + step k = 0
                Form at = (falls ? first : first.times(Rational.MINUS_ONE)).quotient(by);
                return List.of(at, at.plus(one));
            }
            return falls // the first k where first - by k < 0, or where first + by k >= 0
                    ? List.of(first.quotient(by).plus(one))
                    : List.of(first.times(Rational.MINUS_ONE).minus(one).quotient(by).plus(one));
        }
    }
}
