package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.lift.Forms.Addend;
import io.heddle.lift.Skeletons.Cluster;
import io.heddle.spec.index.RealFunction;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds one expression over indices for the forms of all elements of a tensor. Forms that differ in
 * nothing but what they read get indices that are affine; parts of a sum or a maximum of which
 * there are several get an index of their own, over which a reduction runs.
 */
final class Generaliser {
    private static final int MOST_FACTORS = 3; // of one kind that are told apart by their order

    private final Forms forms;
    private final Skeletons skeletons = new Skeletons();
    private final Values values;
    private final Pieces pieces = new Pieces(this);
    private final Map<Form, Boolean> reductions = new HashMap<>();
    private final Set<List<Object>> shared = new HashSet<>();
    private final Map<List<Object>, NamedTensor> known = new HashMap<>();
    private final List<NamedTensor> named = new ArrayList<>();

    Generaliser(Forms forms) {
        this.forms = forms;
        this.values = new Values(this, forms);
    }

    /** Forgets the tensors with names, but gives the same ones names again, wherever they occur. */
    void startAgain() {
        shared.addAll(known.keySet());
        known.clear();
        named.clear();
    }

    /** Tells what expressions are at indices. */
    Values values() {
        return values;
    }

    Skeletons skeletons() {
        return skeletons;
    }

    /** The tensors with names that some expressions read, each after those that it reads itself. */
    List<NamedTensor> named(Collection<Expr> by) {
        Set<NamedTensor> read = new HashSet<>();
        by.forEach(e -> collect(e, read));
        return named.stream().filter(read::contains).toList();
    }

    private static void collect(Expr e, Set<NamedTensor> read) {
        if (e instanceof Expr.Named n && read.add(n.tensor())) {
            collect(n.tensor().body(), read);
        }
        Extents.parts(e).forEach(p -> collect(p, read));
    }

    /**
     * An expression for the elements of a tensor.
     *
     * @throws NoFormulaException if there is none
     */
    Expr whole(Sample sample) {
        return expression(sample.projected());
    }

    /** An expression for a part of another one, which gets a name where that saves work. */
    Expr part(Sample sample) {
        Sample own = sample.projected();
        if (!own.isBox() || own.forms().stream().noneMatch(this::hasReduction)) {
            return expression(own);
        }
        List<Object> key = new ArrayList<>();
        own.indices().forEach(i -> key.add(i.extent().constant()));
        key.addAll(inOrder(own));
        boolean isSmaller = own.indices().size() < sample.indices().size();
        if (!isSmaller && !shared.contains(key)) {
            return expression(own);
        }
        NamedTensor tensor = known.get(key);
        if (tensor == null) {
            List<Index> fresh = own.indices().stream().map(Index::copy).toList();
            tensor = new NamedTensor(fresh, expression(new Sample(fresh, own.rows(), own.forms())));
            known.put(key, tensor);
            named.add(tensor);
        }
        return new Expr.Named(tensor, own.indices());
    }

    private static List<Form> inOrder(Sample sample) {
        List<Integer> order = new ArrayList<>();
        for (int r = 0; r < sample.size(); r++) {
            order.add(r);
        }
        order.sort((a, b) -> Arrays.compare(sample.rows().get(a), sample.rows().get(b)));
        return order.stream().map(r -> sample.forms().get(r)).toList();
    }

    /** True if some sum or maximum in a form has several parts of one kind. */
    private boolean hasReduction(Form f) {
        Boolean has = reductions.get(f);
        if (has == null) {
            has = f.parts().stream().anyMatch(this::hasReduction);
            if (!has && (f.is(Kind.SUM) || f.is(Kind.MAX) || f.is(Kind.MIN))) {
                Set<Cluster> kinds = new TreeSet<>();
                has = !members(f, f.kind()).stream().allMatch(m -> kinds.add(m.cluster()));
            }
            reductions.put(f, has);
        }
        return has;
    }

    private Expr expression(Sample sample) {
        forms.checkTime();
        if (isOfOneKind(sample)) {
            return ofOneKind(sample);
        }
        try {
            return ofSeveralKinds(sample);
        } catch (NoFormulaException e) {
            try {
                return new WeightedSums(this, forms).of(sample);
            } catch (NoFormulaException none) {
                throw e;
            }
        }
    }

    private Expr ofSeveralKinds(Sample sample) {
        if (sample.forms().stream().distinct().count() >= WeightedSums.LEAST
                && sample.forms().stream().allMatch(f -> f.is(Kind.NUMBER))) {
            try {
                return new WeightedSums(this, forms).of(sample);
            } catch (NoFormulaException e) {
                return pieces.expression(sample);
            }
        }
        Optional<Expr> extended = pieces.extended(sample);
        if (extended.isPresent()) {
            return extended.get();
        }
        Kind kind = reduction(sample);
        if (kind == null) {
            return pieces.expression(sample);
        }
        try {
            return pieces.expression(sample);
        } catch (NoFormulaException e) {
            return reduced(sample, kind); // what is there in some rows only
        }
    }

    private boolean isOfOneKind(Sample sample) {
        int first = skeletons.of(sample.forms().get(0));
        return sample.forms().stream().allMatch(f -> skeletons.of(f) == first);
    }

    /** What some row is: SUM, MAX or MIN; null where none is. */
    private static Kind reduction(Sample sample) {
        for (Kind kind : List.of(Kind.SUM, Kind.MAX, Kind.MIN)) {
            if (sample.forms().stream().anyMatch(f -> f.is(kind))) {
                return kind;
            }
        }
        return null;
    }

    private Expr ofOneKind(Sample sample) {
        Form first = sample.forms().get(0);
        Kind kind = reduction(sample);
        if (kind != null) {
            return reduced(sample, kind);
        }
        if (sample.forms().stream().anyMatch(f -> f.is(Kind.PRODUCT))) {
            return product(sample);
        }
        return switch (first.kind()) {
            case NUMBER -> new Expr.Exact(first.number());
            case DECIMAL -> new Expr.Decimal((float) first.label());
            case CONSTANT -> new Expr.Constant((NamedConstant) first.label());
            case INFINITY -> new Expr.Infinity((boolean) first.label());
            case READ -> read(sample);
            case APPLY -> applied(sample);
            case FIELD -> field(sample);
            case SUM, PRODUCT, MAX, MIN -> throw new AssertionError(first.kind());
        };
    }

    private Expr read(Sample sample) {
        Symbol symbol = (Symbol) sample.forms().get(0).label();
        List<Affine> at = new ArrayList<>();
        for (int d = 0; d < symbol.shape().size(); d++) {
            int dimension = d;
            Optional<Affine> index =
                    sample.affine(
                            r -> {
                                Form f = sample.forms().get(r);
                                return symbol.index(f.index())[dimension];
                            });
            if (index.isEmpty()) {
                throw new NoFormulaException(
                        "index "
                                + d
                                + " of the elements of "
                                + symbol.name()
                                + " that are read is no affine function of the output's indices");
            }
            at.add(index.get());
        }
        return new Expr.Read(symbol, at, null);
    }

    private Expr applied(Sample sample) {
        RealFunction function = (RealFunction) sample.forms().get(0).label();
        return new Expr.Apply(
                function, part(sample.with(sample.forms().stream().map(Form::part).toList())));
    }

    private Expr field(Sample sample) {
        Affine shift =
                sample.affine(r -> sample.forms().get(r).index())
                        .orElseThrow(
                                () ->
                                        new NoFormulaException(
                                                "the place of bits in a word is no affine function"
                                                        + " of the output's indices"));
        Sample words = sample.with(sample.forms().stream().map(Form::part).toList());
        return new Expr.Field(part(words), shift, (int) sample.forms().get(0).label());
    }

    /** A base's skeleton and its power. */
    private record Factor(int skeleton, int power) {}

    private Expr product(Sample sample) {
        List<Map<Factor, List<Form>>> rows = new ArrayList<>();
        Set<Factor> all = new LinkedHashSet<>();
        for (Form f : sample.forms()) {
            Map<Factor, List<Form>> row = new LinkedHashMap<>();
            for (Form base : skeletons.ordered(f)) {
                int power = f.is(Kind.PRODUCT) ? f.power(f.parts().indexOf(base)) : 1;
                row.computeIfAbsent(new Factor(skeletons.of(base), power), k -> new ArrayList<>())
                        .add(base);
            }
            rows.add(row);
            all.addAll(row.keySet());
        }
        List<Expr.Power> factors = new ArrayList<>();
        for (Factor factor : all) {
            List<List<Form>> bases =
                    rows.stream().map(row -> row.getOrDefault(factor, List.of())).toList();
            powers(sample, bases).forEach(b -> factors.add(new Expr.Power(b, factor.power())));
        }
        return new Expr.Product(factors);
    }

    /** Factors of one kind: each for itself, or all by an index. */
    private List<Expr> powers(Sample sample, List<List<Form>> bases) {
        int most = bases.stream().mapToInt(List::size).max().orElse(0);
        if (most <= MOST_FACTORS && bases.stream().allMatch(row -> row.size() == most)) {
            try {
                List<Expr> each = new ArrayList<>();
                for (int i = 0; i < most; i++) {
                    int place = i;
                    each.add(part(sample.with(bases.stream().map(b -> b.get(place)).toList())));
                }
                return each;
            } catch (NoFormulaException e) {
                return List.of(new Reductions(this, sample).reduce(Kind.PRODUCT, bases));
            }
        }
        return List.of(new Reductions(this, sample).reduce(Kind.PRODUCT, bases));
    }

    // ---------------------------------------------------------------- sums, maxima and minima

    /** A part of a sum or a maximum. */
    private record Member(Cluster cluster, Form form) {}

    private List<Member> members(Form f, Kind kind) {
        List<Member> members = new ArrayList<>();
        if (kind == Kind.SUM) {
            if (f != forms.zero()) {
                for (Addend a : forms.addends(f)) {
                    members.add(
                            new Member(
                                    new Cluster(a.coefficient(), skeletons.of(a.form())),
                                    a.form()));
                }
            }
        } else {
            for (Form p : f.is(kind) ? f.parts() : List.of(f)) {
                members.add(new Member(new Cluster(Rational.ONE, skeletons.of(p)), p));
            }
        }
        return members;
    }

    private Expr reduced(Sample sample, Kind kind) {
        List<List<Member>> members = sample.forms().stream().map(f -> members(f, kind)).toList();
        Set<Cluster> clusters = new TreeSet<>();
        members.forEach(row -> row.forEach(m -> clusters.add(m.cluster())));
        Cluster only = clusters.iterator().next();
        if (clusters.size() == 1) {
            Expr all =
                    new Reductions(this, sample)
                            .reduce(kind, members.stream().map(r -> ofCluster(r, only)).toList());
            return only.coefficient().isOne()
                    ? all
                    : new Expr.Sum(List.of(new Expr.Multiple(only.coefficient(), all)));
        }
        WeightedSums weighted = new WeightedSums(this, forms);
        int alike = mostAlike(clusters);
        if (kind == Kind.SUM && weighted.mayBe(members.get(0).size(), clusters.size(), alike)) {
            try {
                return weighted.of(sample);
            } catch (NoFormulaException e) {
                if (weighted.isEnumeration(sample, alike)) {
                    throw e;
                }
            }
        }
        List<Expr.Multiple> parts = new ArrayList<>();
        for (Cluster c : clusters) {
            List<List<Form>> own = members.stream().map(row -> ofCluster(row, c)).toList();
            boolean isMean = own.stream().anyMatch(row -> row.size() > 1);
            Rational inside = isMean ? c.coefficient().abs() : Rational.ONE; // x - sum(x) / N
            List<Form> joined =
                    own.stream().map(row -> forms.scaled(inside, joined(kind, row))).toList();
            parts.add(new Expr.Multiple(c.coefficient().divide(inside), part(sample.with(joined))));
        }
        return kind == Kind.SUM
                ? new Expr.Sum(parts)
                : new Expr.Extremum(kind, parts.stream().map(Expr.Multiple::of).toList());
    }

    /** How many coefficients the addends of one skeleton have at most. */
    private static int mostAlike(Set<Cluster> clusters) {
        Map<Integer, Integer> alike = new HashMap<>();
        clusters.forEach(c -> alike.merge(c.skeleton(), 1, Integer::sum));
        return alike.values().stream().mapToInt(n -> n).max().orElse(0);
    }

    private static List<Form> ofCluster(List<Member> row, Cluster cluster) {
        return row.stream().filter(m -> m.cluster().equals(cluster)).map(Member::form).toList();
    }

    /** The sum, the product, the maximum or the minimum of some forms. */
    Form joined(Kind kind, List<Form> members) {
        if (kind == Kind.PRODUCT) {
            Products product = new Products(forms);
            members.forEach(m -> product.times(m, 1));
            return product.form();
        }
        return kind == Kind.SUM
                ? forms.sum(members.stream().map(m -> new Addend(Rational.ONE, m)).toList())
                : forms.extremum(kind == Kind.MAX, members);
    }
}
