package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.lift.Forms.Addend;
import io.heddle.spec.index.RealFunction;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What expressions are where their indices have values: forms again. */
final class Values {
    private static final int MOST = 200_000; // elements that are read, for all rows together

    private final Generaliser generaliser;
    private final Forms forms;
    private final Map<List<Object>, Form> known = new HashMap<>(); // of tensors with names
    private int left = MOST;

    Values(Generaliser generaliser, Forms forms) {
        this.generaliser = generaliser;
        this.forms = forms;
    }

    /** True if an expression is the form of every row of a sample. */
    boolean isThat(Expr e, Sample sample) {
        left = MOST;
        known.clear();
        for (int r = 0; r < sample.size(); r++) {
            Optional<Form> value = value(e, sample.indices(), sample.rows().get(r));
            if (value.isEmpty() || value.get() != sample.forms().get(r)) {
                return false;
            }
        }
        return true;
    }

    /** The form at a row; empty if it reads beyond the ends of a tensor, or if it is too long. */
    private Optional<Form> value(Expr e, List<Index> indices, long[] row) {
        Map<Index, Long> at = new HashMap<>();
        for (int d = 0; d < row.length; d++) {
            at.put(indices.get(d), row[d]);
        }
        try {
            return Optional.of(form(e, at));
        } catch (NoFormulaException | BeyondException beyond) {
            return Optional.empty();
        }
    }

    /** An element that is not there. */
    private static final class BeyondException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BeyondException() {
            super(null, null, false, false);
        }
    }

    private Form form(Expr e, Map<Index, Long> at) {
        if (e instanceof Expr.Exact n) {
            return forms.number(n.value());
        } else if (e instanceof Expr.Decimal d) {
            return forms.decimal(d.value());
        } else if (e instanceof Expr.Constant c) {
            return forms.constant(c.constant());
        } else if (e instanceof Expr.Infinity i) {
            return forms.infinity(i.negative());
        } else if (e instanceof Expr.OfIndices i) {
            return forms.number(Rational.of(i.value().value(at)));
        } else if (e instanceof Expr.Read r) {
            return read(r, at);
        } else if (e instanceof Expr.Field f) {
            return forms.field(form(f.of(), at), (int) f.shift().value(at), f.width());
        } else if (e instanceof Expr.Named n) {
            return named(n, at);
        } else if (e instanceof Expr.Sum s) {
            List<Addend> addends = new ArrayList<>();
            s.parts().forEach(m -> addends.add(new Addend(m.coefficient(), form(m.of(), at))));
            return forms.sum(addends);
        } else if (e instanceof Expr.Product p) {
            Products product = new Products(forms);
            p.parts().forEach(f -> product.times(form(f.base(), at), f.exponent()));
            return product.form();
        } else if (e instanceof Expr.Apply a) {
            return applied(a.function(), form(a.of(), at));
        } else if (e instanceof Expr.Extremum x) {
            return forms.extremum(
                    x.kind() == Kind.MAX, x.of().stream().map(o -> form(o, at)).toList());
        } else if (e instanceof Expr.Choice c) {
            return form(c.condition().holds(at) ? c.then() : c.otherwise(), at);
        } else if (e instanceof Expr.Reduce r) {
            List<Form> all = new ArrayList<>();
            collect(r, 0, new HashMap<>(at), all);
            return generaliser.joined(r.kind(), all);
        }
        throw new AssertionError(e);
    }

    private Form named(Expr.Named n, Map<Index, Long> at) {
        List<Object> key = new ArrayList<>(List.of(n.tensor()));
        n.at().forEach(i -> key.add(at.get(i)));
        Form form = known.get(key);
        if (form == null) {
            Map<Index, Long> own = new HashMap<>();
            for (int d = 0; d < n.at().size(); d++) {
                own.put(n.tensor().indices().get(d), at.get(n.at().get(d)));
            }
            form = form(n.tensor().body(), own);
            known.put(key, form);
        }
        return form;
    }

    private Form read(Expr.Read r, Map<Index, Long> at) {
        if (--left < 0) {
            throw new BeyondException();
        }
        Symbol symbol = r.symbol();
        long index = 0;
        for (int d = 0; d < r.at().size(); d++) {
            long own = r.at().get(d).value(at);
            long extent = symbol.shape().get(d);
            if (own < 0 || own >= extent) {
                if (r.padding() == null) {
                    throw new BeyondException();
                }
                return form(r.padding(), at);
            }
            index = index * extent + own;
        }
        return forms.read(symbol, index);
    }

    private Form applied(RealFunction function, Form of) {
        return switch (function) {
            case EXP -> forms.exp(of);
            case LOG -> forms.log(of);
            default -> forms.apply(function, of);
        };
    }

    private void collect(Expr.Reduce r, int d, Map<Index, Long> at, List<Form> all) {
        if (d == r.over().size()) {
            if (r.where().stream().allMatch(c -> c.holds(at))) {
                all.add(form(r.body(), at));
            }
            return;
        }
        Index k = r.over().get(d);
        long extent = k.extent().value(at);
        for (long i = 0; i < extent; i++) {
            at.put(k, i);
            collect(r, d + 1, at, all);
        }
        at.remove(k);
    }
}
