package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.lift.Forms.Addend;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sums whose addends have coefficients that indices decide: {@code sum[j:N]((j + 1) * x[j])}, and
 * numbers that do, {@code x[i] + i}.
 */
final class WeightedSums {
    /** Different coefficients, of which fewer are listed. */
    static final int LEAST = 3;

    private static final int MOST_KINDS = 4; // of addends
    private static final int MOST_LISTED = 8; // coefficients that are no function of indices

    private final Generaliser generaliser;
    private final Forms forms;

    WeightedSums(Generaliser generaliser, Forms forms) {
        this.generaliser = generaliser;
        this.forms = forms;
    }

    /**
     * True if coefficients of like addends may be a function of indices.
     *
     * @param addends of a row
     * @param kinds of addends, by their coefficients, too
     * @param alike how many coefficients like addends have at most
     */
    boolean mayBe(int addends, int kinds, int alike) {
        return alike >= LEAST || alike > 1 && addends >= LEAST * kinds;
    }

    /**
     * True if to list the coefficients would be an enumeration of elements: there are many, or as
     * many as some tensor has along a dimension.
     */
    boolean isEnumeration(Sample sample, int alike) {
        boolean isLong = alike > MOST_LISTED;
        for (Form f : sample.forms()) {
            int addends = f.is(Kind.SUM) ? f.parts().size() : 1;
            isLong |= alike >= LEAST && isExtent(addends, f);
        }
        return isLong;
    }

    private static boolean isExtent(int n, Form f) {
        if (f.is(Kind.READ)) {
            return ((Symbol) f.label()).shape().contains(n);
        }
        return !f.parts().isEmpty() && isExtent(n, f.part());
    }

    /**
     * An expression for rows that are sums.
     *
     * @throws NoFormulaException if there is none
     */
    Expr of(Sample sample) {
        List<List<Addend>> rows = sample.forms().stream().map(this::addends).toList();
        Set<Integer> kinds = new LinkedHashSet<>();
        rows.forEach(row -> row.forEach(a -> kinds.add(generaliser.skeletons().of(a.form()))));
        if (kinds.isEmpty() || kinds.size() > MOST_KINDS) {
            throw new NoFormulaException(
                    "a sum has addends of " + kinds.size() + " kinds, which are too many");
        }
        List<Expr.Multiple> parts = new ArrayList<>();
        for (int kind : kinds) {
            List<List<Addend>> own = rows.stream().map(row -> ofKind(row, kind)).toList();
            parts.add(new Expr.Multiple(Rational.ONE, sum(sample, own)));
        }
        Expr all = parts.size() == 1 ? parts.get(0).of() : new Expr.Sum(parts);
        boolean isWhole = rows.stream().allMatch(row -> row.size() >= kinds.size());
        if (!isWhole && !generaliser.values().isThat(all, sample)) {
            throw new NoFormulaException("some addends of a sum are in some rows only");
        }
        return all;
    }

    private List<Addend> addends(Form f) {
        if (f.is(Kind.NUMBER)) {
            return f.number().isZero() ? List.of() : List.of(new Addend(f.number(), forms.one()));
        }
        return forms.addends(f);
    }

    private List<Addend> ofKind(List<Addend> row, int kind) {
        return row.stream().filter(a -> generaliser.skeletons().of(a.form()) == kind).toList();
    }

    /** The addends of one kind: one a row, or several by an index of their own. */
    private Expr sum(Sample sample, List<List<Addend>> rows) {
        List<List<Addend>> some = rows.stream().filter(row -> !row.isEmpty()).toList();
        List<List<Form>> members =
                some.stream().map(row -> row.stream().map(Addend::form).toList()).toList();
        boolean isSingle = some.stream().allMatch(row -> row.size() == 1);
        Sample own =
                sample.where(r -> !rows.get(r).isEmpty())
                        .with(members.stream().map(m -> m.get(0)).toList());
        Reductions.Members all =
                isSingle
                        ? new Reductions.Members(List.of(), own)
                        : new Reductions(generaliser, own).members(Kind.SUM, members);
        List<Rational> weights = new ArrayList<>();
        for (List<Addend> row : some) {
            Map<Form, Rational> coefficients = new HashMap<>();
            row.forEach(a -> coefficients.put(a.form(), a.coefficient()));
            for (int m = 0; m < row.size(); m++) {
                weights.add(coefficients.get(all.inside().forms().get(weights.size())));
            }
        }
        Expr weight =
                new Weights(all.inside())
                        .of(weights)
                        .orElseThrow(
                                () ->
                                        new NoFormulaException(
                                                "the coefficients in a sum are no polynomial of"
                                                        + " the indices"));
        boolean areNumbers = own.forms().get(0) == forms.one();
        Expr body = areNumbers ? weight : weighted(weight, generaliser.part(all.inside()));
        return isSingle ? body : new Expr.Reduce(Kind.SUM, all.over(), body);
    }

    private static Expr weighted(Expr weight, Expr body) {
        if (weight instanceof Expr.Exact n) {
            return n.value().isOne()
                    ? body
                    : new Expr.Sum(List.of(new Expr.Multiple(n.value(), body)));
        }
        List<Expr.Power> factors = new ArrayList<>();
        if (weight instanceof Expr.Product w) {
            factors.addAll(w.parts());
        } else {
            factors.add(new Expr.Power(weight, 1));
        }
        if (body instanceof Expr.Product p) {
            factors.addAll(p.parts());
        } else {
            factors.add(new Expr.Power(body, 1));
        }
        return new Expr.Product(factors);
    }
}
