package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.Real;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Says in the user's names how two terms differ: {@code candidate lacks A[3,7]*B[7,5]}. The words
 * are a help, found by comparing structure; the proof of a difference is its point.
 */
final class Explain {
    private static final long SEED = 1;
    private static final int MAX_COMPARED = 1000;
    private static final int MAX_NAMED = 3;
    private static final int MAX_DEPTH = 12;
    private static final int ATOM_CHARACTERS = 60;
    private static final int TERM_CHARACTERS = 70;

    private final TermStore store;
    private final Cone.Builder cones;
    private final Literals literals;
    private final Monomials monomials;
    private Probe probe; // of the two terms being compared

    Explain(TermStore store, Cone.Builder cones, Literals literals) {
        this.store = store;
        this.cones = cones;
        this.literals = literals;
        this.monomials = new Monomials(store);
    }

    /** How {@code candidate} differs from {@code reference}, or an empty text. */
    String difference(int reference, int candidate) {
        Cone cone = cones.cone(reference, candidate);
        probe = new Probe(cone, SEED, literals, reference, candidate);
        String structural = compare(reference, candidate, 0);
        if (!structural.isEmpty()) {
            return structural;
        }
        String read = inputsRead(reference, candidate);
        return read.isEmpty() ? bothTerms(reference, candidate) : read;
    }

    // ---------------------------------------------------------------- structure

    private String compare(int reference, int candidate, int depth) {
        if (reference == candidate || depth > MAX_DEPTH) {
            return "";
        }
        Op op = store.op(reference);
        if (op == store.op(candidate)) {
            if (op == Op.MAX || op == Op.MIN) {
                return operandsOf(op, reference, candidate);
            }
            if (!isSum(op)) {
                return onlyDifferingOperand(op, reference, candidate, depth);
            }
        } else if (op == Op.MAX || op == Op.MIN) {
            return missingClamp(op, reference, candidate, "candidate lacks");
        } else if (store.op(candidate) == Op.MAX || store.op(candidate) == Op.MIN) {
            return missingClamp(store.op(candidate), candidate, reference, "candidate has");
        }
        return sums(reference, candidate, depth);
    }

    private static boolean isSum(Op op) {
        return switch (op) {
            case ADD, SUB, MUL, FMA, NEG, RATIONAL, LITERAL, ELEMENT, CONSTANT -> true;
            default -> false;
        };
    }

    /** Where the sides have one operation and differ in one operand, that operand's difference. */
    private String onlyDifferingOperand(Op op, int reference, int candidate, int depth) {
        int[] left = store.operands(reference);
        int[] right = store.operands(candidate);
        int differing = -1;
        for (int i = 0; i < left.length; i++) {
            if (left.length != right.length) {
                return "";
            }
            if (!probe.alike(left[i], right[i])) {
                if (differing >= 0) {
                    return op == Op.DIV ? quotients(left, right) : "";
                }
                differing = i;
            }
        }
        if (differing < 0) {
            return "";
        }
        String inner = compare(left[differing], right[differing], depth + 1);
        String place =
                switch (op) {
                    case DIV -> differing == 0 ? "in the numerator" : "in the denominator";
                    case SQRT -> "under the square root";
                    case EXP2 -> "in the exponent";
                    case LOG2 -> "in the logarithm";
                    case ITE -> differing == 0 ? "in a condition" : "in an arm";
                    default -> "";
                };
        return inner.isEmpty() || place.isEmpty() ? inner : place + ": " + inner;
    }

    /**
     * Two quotients with different numerators: the terms of the denominators, each in units of its
     * numerator (softmax with and without the shift by the maximum).
     */
    private String quotients(int[] left, int[] right) {
        Optional<Map<List<Integer>, Rational>> lacks = monomials.of(left[1]);
        Optional<Map<List<Integer>, Rational>> extra = monomials.of(right[1]);
        if (lacks.isEmpty() || extra.isEmpty()) {
            return "";
        }
        int all = lacks.get().size() + extra.get().size();
        dropAlike(lacks.get(), extra.get(), probe.ratio(left[0], right[0]));
        int odd = lacks.get().size() + extra.get().size();
        if (odd == 0 || odd == all) {
            return "";
        }
        List<Supplier<String>> clauses = new ArrayList<>();
        lacks.get().forEach((m, c) -> clauses.add(() -> "candidate lacks " + monomial(m, c)));
        extra.get()
                .forEach((m, c) -> clauses.add(() -> "candidate has an extra " + monomial(m, c)));
        return "in the denominator, in units of the numerator: " + joined(clauses);
    }

    /** A bound on one side only: {@code candidate lacks min(…, 6)}. */
    private String missingClamp(Op op, int bounded, int other, String verb) {
        int a = store.a(bounded);
        int b = store.b(bounded);
        if (a != other && b != other) {
            return "";
        }
        String name = op == Op.MAX ? "max" : "min";
        return verb + " " + name + "(…, " + show(a == other ? b : a) + ")";
    }

    /** The operands that a maximum or minimum has on one side only. */
    private String operandsOf(Op op, int reference, int candidate) {
        Set<Integer> left = flattened(op, reference);
        Set<Integer> right = flattened(op, candidate);
        Set<Integer> lacks = new LinkedHashSet<>(left);
        lacks.removeAll(right);
        Set<Integer> extra = new LinkedHashSet<>(right);
        extra.removeAll(left);
        lacks.removeIf(t -> extra.removeIf(u -> probe.alike(t, u)));
        String place = op == Op.MAX ? " in a maximum" : " in a minimum";
        if (lacks.size() == 1 && extra.size() == 1) {
            return instead(show(lacks.iterator().next()), show(extra.iterator().next())) + place;
        }
        List<Supplier<String>> clauses = new ArrayList<>();
        lacks.forEach(t -> clauses.add(() -> "candidate lacks " + show(t) + place));
        extra.forEach(t -> clauses.add(() -> "candidate has " + show(t) + place));
        return joined(clauses);
    }

    private Set<Integer> flattened(Op op, int term) {
        Set<Integer> operands = new LinkedHashSet<>();
        int[] stack = {term};
        int size = 1;
        while (size > 0) {
            int t = stack[--size];
            if (store.op(t) == op) {
                if (size + 2 > stack.length) {
                    stack = Arrays.copyOf(stack, 2 * stack.length + 2);
                }
                stack[size++] = store.b(t);
                stack[size++] = store.a(t);
            } else {
                operands.add(t);
            }
        }
        return operands;
    }

    // ---------------------------------------------------------------- sums

    private String sums(int reference, int candidate, int depth) {
        Optional<Map<List<Integer>, Rational>> left = monomials.of(reference);
        Optional<Map<List<Integer>, Rational>> right = monomials.of(candidate);
        if (left.isEmpty() || right.isEmpty()) {
            return "";
        }
        Map<List<Integer>, Rational> lacks = new LinkedHashMap<>(left.get());
        lacks.keySet().removeAll(right.get().keySet());
        Map<List<Integer>, Rational> extra = new LinkedHashMap<>(right.get());
        extra.keySet().removeAll(left.get().keySet());
        dropAlike(lacks, extra, probe.ones());
        String common = commonAtom(lacks, extra, depth);
        if (!common.isEmpty()) {
            return common;
        }
        if (!lacks.isEmpty() && !extra.isEmpty()) {
            String factor = missingFactor(left.get(), right.get(), lacks, extra);
            if (!factor.isEmpty()) {
                return factor;
            }
        }
        List<Supplier<String>> clauses = new ArrayList<>();
        left.get()
                .forEach(
                        (monomial, coefficient) -> {
                            Rational other = right.get().get(monomial);
                            if (other != null && !other.equals(coefficient)) {
                                clauses.add(() -> coefficient(monomial, coefficient, other));
                            }
                        });
        if (lacks.size() == 1 && extra.size() == 1 && clauses.isEmpty()) {
            return exchanged(lacks, extra, depth);
        }
        if (lacks.size() + extra.size() > (left.get().size() + right.get().size()) / 2
                && lacks.size() + extra.size() > 2 * MAX_NAMED) {
            return ""; // the forms have little in common
        }
        lacks.forEach((m, c) -> clauses.add(() -> "candidate lacks " + monomial(m, c)));
        extra.forEach((m, c) -> clauses.add(() -> "candidate has an extra " + monomial(m, c)));
        return joined(clauses);
    }

    /**
     * The difference of two atoms, if every monomial that only the reference has contains one of
     * them, and every monomial that only the candidate has contains the other.
     */
    private String commonAtom(
            Map<List<Integer>, Rational> lacks, Map<List<Integer>, Rational> extra, int depth) {
        List<Integer> left = commonAtoms(lacks);
        List<Integer> right = commonAtoms(extra);
        List<Integer> onlyLeft = without(left, right);
        List<Integer> onlyRight = without(right, left);
        if (lacks.size() < 2
                || lacks.size() != extra.size()
                || onlyLeft.size() != 1
                || onlyRight.size() != 1
                || onlyLeft.get(0) > 0 != onlyRight.get(0) > 0) {
            return "";
        }
        return compare(Math.abs(onlyLeft.get(0)), Math.abs(onlyRight.get(0)), depth + 1);
    }

    private static List<Integer> commonAtoms(Map<List<Integer>, Rational> monomials) {
        List<Integer> common = new ArrayList<>();
        boolean first = true;
        for (List<Integer> monomial : monomials.keySet()) {
            if (first) {
                common.addAll(new LinkedHashSet<>(monomial));
            } else {
                common.retainAll(monomial);
            }
            first = false;
        }
        return common;
    }

    /** Drops monomials that both sides have in different spellings. */
    private void dropAlike(
            Map<List<Integer>, Rational> lacks,
            Map<List<Integer>, Rational> extra,
            double[] scale) {
        if (lacks.size() > MAX_COMPARED || extra.size() > MAX_COMPARED) {
            return;
        }
        Map<List<Integer>, double[]> right = new LinkedHashMap<>();
        extra.forEach((m, c) -> right.put(m, Probe.times(scale, probe.values(m, c))));
        lacks.entrySet()
                .removeIf(
                        e -> {
                            double[] values = probe.values(e.getKey(), e.getValue());
                            Optional<List<Integer>> twin =
                                    right.entrySet().stream()
                                            .filter(f -> Probe.alike(values, f.getValue()))
                                            .map(Map.Entry::getKey)
                                            .findFirst();
                            twin.ifPresent(right::remove);
                            return twin.isPresent();
                        });
        extra.keySet().retainAll(right.keySet());
    }

    /**
     * A factor that all differing terms of the candidate lack or have in addition, such as a
     * rescaling that was left out.
     */
    private String missingFactor(
            Map<List<Integer>, Rational> left,
            Map<List<Integer>, Rational> right,
            Map<List<Integer>, Rational> lacks,
            Map<List<Integer>, Rational> extra) {
        Map.Entry<List<Integer>, Rational> odd = extra.entrySet().iterator().next();
        double[] odds = probe.values(odd.getKey(), odd.getValue());
        Set<Integer> atoms = new LinkedHashSet<>();
        right.keySet().stream().limit(MAX_COMPARED).forEach(atoms::addAll);
        left.keySet().stream().limit(MAX_COMPARED).forEach(atoms::addAll);
        atoms.removeIf(atom -> atom < 0);
        atoms.addAll(probe.exponentials());
        int tried = 0;
        for (int atom : atoms) {
            double[] factor = probe.values(atom);
            for (Map.Entry<List<Integer>, Rational> lack : lacks.entrySet()) {
                if (tried++ > MAX_COMPARED * 10) {
                    return "";
                }
                double[] wanted = probe.values(lack.getKey(), lack.getValue());
                if (Probe.alike(Probe.times(odds, factor), wanted)) {
                    return factorWords("lacks the factor ", atom, extra, lack);
                }
                if (Probe.alike(Probe.times(wanted, factor), odds)) {
                    return factorWords("has the extra factor ", atom, extra, lack);
                }
            }
        }
        return "";
    }

    private String factorWords(
            String verb,
            int atom,
            Map<List<Integer>, Rational> extra,
            Map.Entry<List<Integer>, Rational> lack) {
        String others = extra.size() == 1 ? "" : " and in " + (extra.size() - 1) + " more";
        return "candidate "
                + verb
                + show(atom)
                + " in the place of "
                + monomial(lack.getKey(), lack.getValue())
                + others;
    }

    private String coefficient(List<Integer> monomial, Rational reference, Rational candidate) {
        if (monomial.isEmpty()) {
            return "candidate adds " + number(candidate) + " instead of " + number(reference);
        }
        return "coefficient of "
                + monomial(monomial, Rational.ONE)
                + " is "
                + number(candidate)
                + " instead of "
                + number(reference);
    }

    /** One monomial stands in another's place. */
    private String exchanged(
            Map<List<Integer>, Rational> lacks, Map<List<Integer>, Rational> extra, int depth) {
        Map.Entry<List<Integer>, Rational> left = lacks.entrySet().iterator().next();
        Map.Entry<List<Integer>, Rational> right = extra.entrySet().iterator().next();
        List<Integer> onlyLeft = without(left.getKey(), right.getKey());
        List<Integer> onlyRight = without(right.getKey(), left.getKey());
        if (onlyLeft.size() == 1 && onlyRight.size() == 1) {
            int x = Math.abs(onlyLeft.get(0));
            int y = Math.abs(onlyRight.get(0));
            if (!isSum(store.op(x)) || !isSum(store.op(y))) {
                String inner = compare(x, y, depth + 1);
                if (!inner.isEmpty()) {
                    return inner;
                }
            }
        }
        return instead(
                monomial(left.getKey(), left.getValue()),
                monomial(right.getKey(), right.getValue()));
    }

    private static List<Integer> without(List<Integer> from, List<Integer> removed) {
        List<Integer> rest = new ArrayList<>(from);
        for (Integer atom : removed) {
            rest.remove(atom);
        }
        return rest;
    }

    private static String instead(String reference, String candidate) {
        return "candidate has " + candidate + " where the reference has " + reference;
    }

    /** The first clauses and the number of the others, which are not spelled. */
    private static String joined(List<Supplier<String>> clauses) {
        int named = Math.min(MAX_NAMED, clauses.size());
        String text =
                clauses.stream().limit(named).map(Supplier::get).collect(Collectors.joining("; "));
        return clauses.size() > named ? text + "; and " + (clauses.size() - named) + " more" : text;
    }

    private String monomial(List<Integer> atoms, Rational coefficient) {
        StringBuilder over = new StringBuilder();
        StringBuilder under = new StringBuilder();
        Map<Integer, Integer> powers = new LinkedHashMap<>();
        atoms.forEach(atom -> powers.merge(atom, 1, Integer::sum));
        powers.forEach(
                (atom, power) -> {
                    StringBuilder out = atom > 0 ? over : under;
                    out.append(out.length() == 0 && atom > 0 ? "" : atom > 0 ? "*" : "/");
                    out.append(show(Math.abs(atom))).append(power == 1 ? "" : "^" + power);
                });
        if (over.length() == 0) {
            return (under.length() == 0 ? "the constant " : "") + number(coefficient) + under;
        }
        if (coefficient.equals(Rational.MINUS_ONE)) {
            return "-" + over + under;
        }
        return (coefficient.isOne() ? "" : number(coefficient) + "*") + over + under;
    }

    /** The shortest spelling of a number; of a float its shortest decimal. */
    private static String number(Rational r) {
        float near = (float) DoubleInterval.nearest(r);
        return Float.isFinite(near) && Rational.ofExact(near).equals(r) && !r.isInteger()
                ? new BigDecimal(Float.toString(near)).toPlainString()
                : Real.of(r).text();
    }

    private String show(int term) {
        return store.show(term, ATOM_CHARACTERS);
    }

    // ---------------------------------------------------------------- fallbacks

    /** The inputs that only one side reads. */
    private String inputsRead(int reference, int candidate) {
        Set<Integer> onlyLeft = elements(reference);
        Set<Integer> onlyRight = elements(candidate);
        Set<Integer> left = new LinkedHashSet<>(onlyLeft);
        onlyLeft.removeAll(onlyRight);
        onlyRight.removeAll(left);
        List<Supplier<String>> clauses = new ArrayList<>();
        onlyLeft.forEach(t -> clauses.add(() -> "candidate does not read " + show(t)));
        onlyRight.forEach(t -> clauses.add(() -> "only the candidate reads " + show(t)));
        return joined(clauses);
    }

    private Set<Integer> elements(int term) {
        Set<Integer> elements = new LinkedHashSet<>();
        for (int t : cones.cone(term).elementTerms()) {
            elements.add(t);
        }
        return elements;
    }

    private String bothTerms(int reference, int candidate) {
        String left = store.show(reference, TERM_CHARACTERS);
        String right = store.show(candidate, TERM_CHARACTERS);
        if (left.equals(right)) { // literals of two formats
            left = store.showExactly(reference, TERM_CHARACTERS);
            right = store.showExactly(candidate, TERM_CHARACTERS);
        }
        return left.length() > TERM_CHARACTERS || right.length() > TERM_CHARACTERS
                ? ""
                : "reference is " + left + ", candidate is " + right;
    }
}
