package io.heddle.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The phrases that are a function of one tensor. */
final class SingleNames {
    private static final List<String> REDUCTIONS =
            List.of("sum", "max", "min", "mean", "var", "norm", "logsumexp");

    private final Phrases phrases;

    /**
     * @param phrases to which those that are found are added
     */
    SingleNames(Phrases phrases) {
        this.phrases = phrases;
    }

    /** Functions of a tensor. */
    void of(Phrase x) {
        List<Integer> shape = x.shape();
        if (phrases.isOutput(shape)) {
            for (int axis = 0; axis < shape.size(); axis++) {
                String at = ", axis=" + axis;
                for (String f : List.of("softmax", "log_softmax", "cumsum", "cumprod", "flip")) {
                    phrases.take(x.in(f, at, shape));
                }
                Phrase sums = x.in("cumsum", at, shape);
                phrases.take(
                        sums.as(sums.text() + " - " + x.at(Phrase.PRODUCT), Phrase.SUM, shape));
                phrases.take(x.in("flip", at, shape).in("cumsum", at, shape).in("flip", at, shape));
                Phrase norm = x.in("norm", at + ", keepdims=True", shape);
                phrases.take(quotient(x, norm));
            }
            phrases.take(quotient(x, x.in("norm", "", shape)));
            norms(x);
            if (shape.size() > 1) {
                phrases.take(x.in("triu", "", shape));
                phrases.take(x.in("tril", "", shape));
            }
        }
        if (shape.size() > 1 && phrases.isOutput(turned(shape))) {
            phrases.take(x.as(x.at(Phrase.ATOM) + ".T", Phrase.ATOM, turned(shape)));
        }
        reductions(x);
        pools(x);
    }

    private static Phrase quotient(Phrase x, Phrase by) {
        return by.as(x.at(Phrase.PRODUCT) + " / " + by.text(), Phrase.PRODUCT, x.shape());
    }

    private void norms(Phrase x) {
        int rank = x.shape().size();
        for (int axis = rank - 1; axis >= 0; axis--) {
            withEps(x, "layer_norm", ", axis=" + axis);
            withEps(x, "rms_norm", ", axis=" + axis);
        }
        if (rank > 2) {
            withEps(x, "instance_norm", "");
            withEps(x, "batch_norm", "");
            int channels = x.shape().get(1);
            for (int g = 2; g < channels; g++) {
                if (channels % g == 0) {
                    phrases.spelled(g).forEach(n -> withEps(x, "group_norm", ", " + n));
                }
            }
        }
        for (int first = 1; first < rank - 1; first++) {
            withEps(x, "layer_norm", ", axis=" + axes(first, rank));
        }
    }

    private void withEps(Phrase x, String norm, String arguments) {
        phrases.take(x.in(norm, arguments, x.shape()));
        List<String> eps = new ArrayList<>(phrases.numbers());
        eps.addAll(phrases.scalars());
        for (String e : eps) {
            String words = arguments + ", eps=" + e;
            phrases.take(phrases.reading(x.in(norm, words, x.shape()), words));
        }
    }

    private static String axes(int from, int to) {
        List<Integer> axes = new ArrayList<>();
        for (int d = from; d < to; d++) {
            axes.add(d);
        }
        return axes.toString().replace("[", "(").replace("]", ")");
    }

    private void reductions(Phrase x) {
        List<Integer> shape = x.shape();
        for (int from = 0; from < shape.size(); from++) {
            for (int to = from + 1; to <= shape.size(); to++) {
                List<Integer> kept = new ArrayList<>(shape);
                Collections.fill(kept.subList(from, to), 1);
                List<Integer> left = new ArrayList<>(shape);
                left.subList(from, to).clear();
                String axis = to == from + 1 ? Integer.toString(from) : axes(from, to);
                if (!left.isEmpty() && phrases.isOutput(left)) {
                    REDUCTIONS.forEach(f -> phrases.take(x.in(f, ", axis=" + axis, left)));
                } else if (!left.isEmpty() && phrases.isOutput(kept)) {
                    String at = ", axis=" + axis + ", keepdims=True";
                    REDUCTIONS.forEach(f -> phrases.take(x.in(f, at, kept)));
                }
            }
        }
        if (phrases.isOutput(List.of())) {
            REDUCTIONS.forEach(
                    f -> phrases.take(x.in(f, f.equals("logsumexp") ? ", None" : "", List.of())));
        }
    }

    private void pools(Phrase x) {
        int rank = x.shape().size();
        boolean fits =
                rank >= 3
                        && rank <= 5
                        && phrases.output().size() == rank
                        && phrases.output().subList(0, 2).equals(x.shape().subList(0, 2));
        for (int size = 2; fits && size <= 4; size++) {
            for (String words : new Windows(phrases.output()).poolings(x.shape(), size)) {
                phrases.take(x.in("max_pool", ", " + size + words, phrases.output()));
                phrases.take(x.in("avg_pool", ", " + size + words, phrases.output()));
            }
        }
    }

    /** The shape with the last two extents exchanged. */
    static List<Integer> turned(List<Integer> shape) {
        List<Integer> turned = new ArrayList<>(shape);
        int n = turned.size();
        if (n > 1) {
            Collections.swap(turned, n - 1, n - 2);
        }
        return turned;
    }
}
