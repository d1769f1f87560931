package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Spells the extents of reductions as those of the tensors that they run along. */
final class Extents {
    private final Map<String, TensorShape> tensors;

    /**
     * @param tensors by name
     */
    Extents(Map<String, TensorShape> tensors) {
        this.tensors = Map.copyOf(tensors);
    }

    /** Spells all extents in an expression that run along a dimension of a tensor. */
    void spell(Expr e) {
        if (e instanceof Expr.Reduce r) {
            for (Index k : r.over()) {
                if (k.extent().isConstant()) {
                    along(k, r.body()).ifPresent(k::spell);
                }
            }
            spell(r.body());
        } else {
            parts(e).forEach(this::spell);
        }
    }

    /** The spelled extent of the dimension along which an index runs. */
    private Optional<String> along(Index k, Expr e) {
        if (e instanceof Expr.Read read) {
            TensorShape tensor = tensors.get(read.symbol().name());
            for (int d = 0; tensor != null && d < read.at().size(); d++) {
                boolean isWhole = tensor.shape().get(d) == k.extent().constant();
                if (isWhole && read.at().get(d).is(k)) {
                    return Optional.of(tensor.extents().get(d));
                }
            }
            return Optional.empty();
        } else if (e instanceof Expr.Named n) {
            int place = n.at().indexOf(k);
            return place < 0
                    ? Optional.empty()
                    : along(n.tensor().indices().get(place), n.tensor().body());
        }
        for (Expr part : parts(e)) {
            Optional<String> found = along(k, part);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** The operands of an expression. */
    static List<Expr> parts(Expr e) {
        if (e instanceof Expr.Sum s) {
            return s.parts().stream().map(Expr.Multiple::of).toList();
        } else if (e instanceof Expr.Product p) {
            return p.parts().stream().map(Expr.Power::base).toList();
        } else if (e instanceof Expr.Apply a) {
            return List.of(a.of());
        } else if (e instanceof Expr.Field f) {
            return List.of(f.of());
        } else if (e instanceof Expr.Extremum x) {
            return x.of();
        } else if (e instanceof Expr.Reduce r) {
            return List.of(r.body());
        } else if (e instanceof Expr.Choice c) {
            return List.of(c.then(), c.otherwise());
        }
        return List.of();
    }

    /** The word for a reduction. */
    static String word(Kind kind) {
        return switch (kind) {
            case SUM -> "sum";
            case PRODUCT -> "prod";
            case MAX -> "max";
            case MIN -> "min";
            default -> throw new AssertionError(kind);
        };
    }
}
