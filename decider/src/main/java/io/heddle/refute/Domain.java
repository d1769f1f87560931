package io.heddle.refute;

import io.heddle.algebra.Canonicalizer;
import io.heddle.algebra.FanOut;
import io.heddle.algebra.NoFormException;
import io.heddle.algebra.Polynomial;
import io.heddle.algebra.Sign;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.term.Function;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * The domain conditions of terms: each denominator is not 0, each argument of a root not negative,
 * each argument of a logarithm positive. A condition that the signs do not show is an assumption in
 * the user's names.
 */
public final class Domain {
    private static final int SHOWN = 96;
    private static final int ALIKE = 3;

    /** The condition on an operand. */
    public enum Kind {
        /** That of a denominator. */
        NONZERO("!= 0"),
        /** That of the argument of a root. */
        NONNEGATIVE(">= 0"),
        /** That of the argument of a logarithm. */
        POSITIVE("> 0"),
        /** That of a word that is read as a float. */
        NUMBER("is a number");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        boolean holds(Sign sign) {
            return switch (this) {
                case NONZERO -> sign.isKnownNonzero();
                case NONNEGATIVE -> sign.isKnownNonnegative();
                case POSITIVE -> sign.isKnownPositive();
                case NUMBER -> false;
            };
        }
    }

    /** One condition. */
    public record Condition(Kind kind, int term) {}

    /**
     * A condition in the user's names.
     *
     * @param text the condition; one of several alike, and the number of the others
     */
    public record Fact(Kind kind, String text) {}

    private final TermStore store;
    private final TermSigns signs;
    private final byte[] partialBelow; // 1 where a term or one below it has a domain
    private final boolean anyPartial;
    private final boolean tested;
    private final Map<Condition, Boolean> shown = new HashMap<>();
    private int[] lastUnshown; // by term: see lastUnshown(int); null until it is needed

    /** The domains of the terms of {@code fanOut}. */
    public Domain(TermStore store, FanOut fanOut) {
        this.store = store;
        this.signs = new TermSigns(store);
        anyPartial = fanOut.contains(Op.DIV, Op.SQRT, Op.LOG2) || anyReadsBits(store);
        partialBelow = new byte[anyPartial ? fanOut.top() + 1 : 0];
        boolean anyTested = false;
        for (int t = 1; t < partialBelow.length; t++) {
            if (fanOut.isReached(t) && (isPartial(t) || operandPartial(t))) {
                partialBelow[t] = 1;
                anyTested |= isTest(t);
            }
        }
        tested = anyTested;
    }

    private static boolean anyReadsBits(TermStore store) {
        return store.functions().stream().anyMatch(Function::readsBits);
    }

    private boolean isPartial(int t) {
        Op op = store.op(t);
        return TermSigns.isPartial(op) || op == Op.APPLY && store.functionOf(t).readsBits();
    }

    /**
     * True for an operation that may give a number although an operand is NaN or infinite because
     * it is outside its domain: a comparison tells it from others, max and min drop NaN, a
     * conversion to an integer makes it 0, 1/∞ and 2^−∞ are 0, tanh ∞ is 1.
     */
    private boolean isTest(int t) {
        return switch (store.op(t)) {
            case LT, LE, EQ, MAX, MIN -> !(store.isTotal(store.a(t)) && store.isTotal(store.b(t)));
            case DIV -> !store.isTotal(store.b(t));
            case EXP2 -> !store.isTotal(store.a(t));
            case FLOOR, CEIL, TRUNC, RINT -> store.c(t) != 0; // of an integer register
            case APPLY -> !store.isTotal(t);
            default -> false;
        };
    }

    /**
     * True if some operation may give a number although its operand is outside its domain. Then
     * both sides may be numbers where a condition that their proof assumes does not hold.
     */
    public boolean isTested() {
        return tested;
    }

    private boolean operandPartial(int t) {
        Op op = store.op(t);
        switch (op.arity()) {
            case 3:
                return (partialBelow[store.a(t)]
                                | partialBelow[store.b(t)]
                                | partialBelow[store.c(t)])
                        != 0;
            case 2:
                return (partialBelow[store.a(t)] | partialBelow[store.b(t)]) != 0;
            case 1:
                return partialBelow[store.a(t)] != 0;
            default:
                for (int operand : store.operands(t)) {
                    if (partialBelow[operand] != 0) {
                        return true;
                    }
                }
                return false;
        }
    }

    /** True if no operation among the terms has a domain. */
    public boolean isTotal() {
        return !anyPartial;
    }

    /** The conditions of the terms that signs do not show to hold, operands first. */
    public List<Condition> open(Canonicalizer forms, int... roots) {
        if (!anyPartial) {
            return List.of();
        }
        List<Condition> all = all(roots);
        Map<Polynomial, List<Integer>> alike = new HashMap<>();
        List<Condition> open = new ArrayList<>();
        for (Condition c : all) {
            if (!isShown(c) && !byForm(c, forms, all, alike)) {
                open.add(c);
            }
        }
        return open;
    }

    /** True if the condition follows from the sign of its own operand, or did so before. */
    private boolean isShown(Condition c) {
        if (shown.containsKey(c)) {
            return true;
        }
        boolean holds = c.kind().holds(signs.of(c.term()));
        if (holds) {
            shown.put(c, true);
        }
        return holds;
    }

    /**
     * The conditions of the terms that signs do not show to hold, where signs of operands are known
     * from elsewhere too.
     */
    public List<Condition> open(IntFunction<Sign> otherSigns, int... roots) {
        if (!anyPartial) {
            return List.of();
        }
        List<Condition> open = new ArrayList<>();
        for (Condition c : all(roots)) {
            boolean holds = isShown(c) || c.kind().holds(otherSigns.apply(c.term()));
            if (!holds) {
                open.add(c);
            }
        }
        return open;
    }

    /**
     * True if the condition follows from the sign of the operand's form, or of a term with the same
     * form.
     *
     * <p>The sign of a term holds where its own operations are defined. √w·√w is not negative, but
     * only where w ≥ 0, so it must not show that w ≥ 0. A term shows a condition only if the
     * conditions that its own sign needs are on earlier terms than the one in question: each of
     * them is then listed, or shown in turn by conditions on terms earlier still.
     */
    private boolean byForm(
            Condition c,
            Canonicalizer forms,
            List<Condition> all,
            Map<Polynomial, List<Integer>> alike) {
        try {
            Polynomial p = forms.form(c.term());
            if (c.kind().holds(forms.sign(p))) {
                return true;
            }
            if (alike.isEmpty()) {
                for (Condition other : all) {
                    if (signs.of(other.term()) != Sign.UNKNOWN) {
                        alike.computeIfAbsent(forms.form(other.term()), k -> new ArrayList<>())
                                .add(other.term());
                    }
                }
            }
            for (int other : alike.getOrDefault(p, List.of())) {
                if (c.kind().holds(signs.of(other)) && lastUnshown(other) < c.term()) {
                    if (lastUnshown(other) == 0) {
                        shown.put(c, true);
                    }
                    return true;
                }
            }
            return false;
        } catch (NoFormException | LimitExceededException e) {
            return false; // nothing is shown, so the condition is listed
        }
    }

    /**
     * The last of the terms on which {@code t} has a condition, itself or below it, that the sign
     * of its own operand does not show; 0 if there is none, so that t is always a number.
     */
    private int lastUnshown(int t) {
        if (lastUnshown == null) {
            lastUnshown = new int[partialBelow.length];
            for (int u = 1; u < lastUnshown.length; u++) {
                if (partialBelow[u] != 0) {
                    int last = 0;
                    for (int operand : store.operands(u)) {
                        last = Math.max(last, lastUnshown[operand]);
                    }
                    Condition c = condition(u);
                    if (c != null && c.term() > last && !isShown(c)) {
                        last = c.term();
                    }
                    lastUnshown[u] = last;
                }
            }
        }
        return lastUnshown[t];
    }

    private List<Condition> all(int... roots) {
        Map<Condition, Boolean> found = new LinkedHashMap<>();
        TermWalk walk = new TermWalk(roots);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (partialBelow[t] == 0) {
                continue;
            }
            Condition c = condition(t);
            if (c != null) {
                found.put(c, true);
            }
            walk.open(store.operands(t));
        }
        List<Condition> conditions = new ArrayList<>(found.keySet());
        conditions.sort(
                java.util.Comparator.comparingInt(Condition::term).thenComparing(Condition::kind));
        return conditions;
    }

    /** The condition of the operation {@code t} on its operand, or on its result; null if none. */
    private Condition condition(int t) {
        return switch (store.op(t)) {
            case DIV -> new Condition(Kind.NONZERO, store.b(t));
            case SQRT -> new Condition(Kind.NONNEGATIVE, store.a(t));
            case LOG2 -> new Condition(Kind.POSITIVE, store.a(t));
            case APPLY -> isPartial(t) ? new Condition(Kind.NUMBER, t) : null;
            default -> null;
        };
    }

    /** True if intervals show that the condition holds at their point. */
    static boolean holds(IntervalEvaluator at, Cone cone, Condition c) {
        int node = cone.node(c.term());
        if (at.isSpecial(node)) {
            return false;
        }
        return switch (c.kind()) {
            case NONZERO -> at.low(node) > 0 || at.high(node) < 0;
            case NONNEGATIVE -> at.low(node) >= 0;
            case POSITIVE -> at.low(node) > 0;
            case NUMBER -> at.isFinite(node);
        };
    }

    /** The conditions in the user's names; many alike become one line with a count. */
    public List<Fact> describe(List<Condition> conditions) {
        Map<String, List<Fact>> groups = new LinkedHashMap<>();
        for (Condition c : conditions) {
            String text = store.show(c.term(), SHOWN) + " " + c.kind().text;
            groups.computeIfAbsent(text.replaceAll("[0-9]+", "#"), k -> new ArrayList<>())
                    .add(new Fact(c.kind(), text));
        }
        List<Fact> facts = new ArrayList<>();
        for (List<Fact> alike : groups.values()) {
            if (alike.size() <= ALIKE) {
                facts.addAll(alike);
            } else {
                Fact first = alike.get(0);
                int others = alike.size() - 1;
                String text = first.text() + " and " + others + " conditions like it";
                facts.add(new Fact(first.kind(), text));
            }
        }
        return facts;
    }
}
