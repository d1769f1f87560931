package io.heddle.lift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an output may be by the names of the prelude and the operators of whole tensors: the texts
 * of definitions whose shapes fit, in which each input stands. Which of them it is, numbers tell,
 * and a proof.
 */
final class Names {
    private static final int MOST = 4000; // definitions
    private static final List<String> ACTIVATIONS =
            List.of(
                    "relu",
                    "leaky_relu",
                    "sigmoid",
                    "silu",
                    "softplus",
                    "softsign",
                    "elu",
                    "selu",
                    "hardtanh",
                    "hardsigmoid",
                    "hardswish",
                    "mish",
                    "gelu",
                    "gelu_tanh",
                    "tanh",
                    "exp");

    private final List<TensorShape> tensors;
    private final Phrases phrases;

    /**
     * @param inputs that the output reads
     * @param observed what is seen in its terms
     * @param dims values of names
     */
    Names(
            TensorShape output,
            List<TensorShape> inputs,
            Phrases.Observed observed,
            Map<String, Long> dims) {
        this.tensors = inputs.stream().filter(i -> !i.extents().isEmpty()).toList();
        List<String> scalars = new ArrayList<>(inputs.stream().map(TensorShape::name).toList());
        scalars.removeAll(tensors.stream().map(TensorShape::name).toList());
        this.phrases = new Phrases(output.shape(), scalars, observed, dims);
    }

    /** The right sides of definitions. */
    List<String> texts() {
        List<Phrase> atoms = tensors.stream().map(Phrase::of).toList();
        List<Phrase> operands = operands(atoms);
        List<Phrase> data = new ArrayList<>(atoms);
        for (Phrase a : atoms) {
            operands.forEach(b -> data.addAll(combined(a, b)));
        }
        SingleNames ofOne = new SingleNames(phrases);
        JointNames ofSeveral = new JointNames(phrases);
        data.forEach(phrases::take);
        data.forEach(ofOne::of);
        for (Phrase a : data) {
            for (Phrase b : data) {
                boolean isSimple = a.reads().size() == 1 || b.reads().size() == 1;
                if (isSimple && !a.sharesInputsWith(b)) {
                    ofSeveral.of(a, b);
                }
            }
        }
        ofSeveral.ofThree(atoms);
        grow(operands);
        return phrases.all().stream()
                .filter(phrases::isWhole)
                .map(Phrase::text)
                .limit(MOST)
                .toList();
    }

    // ---------------------------------------------------------------- element by element

    /** Tensors and scalars, also as rows of a matrix and as channels of images. */
    private List<Phrase> operands(List<Phrase> atoms) {
        List<Phrase> operands = new ArrayList<>(atoms);
        phrases.scalars().forEach(s -> operands.add(Phrase.ofScalar(s)));
        for (Phrase a : atoms) {
            if (a.shape().size() == 1) {
                List<Integer> shape = new ArrayList<>(a.shape());
                StringBuilder text = new StringBuilder(a.text()).append("[:");
                for (int d = 1; d < 4; d++) { // up to images of three dimensions
                    shape.add(1);
                    text.append(", None");
                    operands.add(a.as(text + "]", Phrase.ATOM, shape));
                }
            }
        }
        return operands;
    }

    /** Sums and products that have the shape of the first. */
    private static List<Phrase> combined(Phrase a, Phrase b) {
        boolean fits =
                !a.sharesInputsWith(b) && a.shape().equals(Phrase.broadcast(a.shape(), b.shape()));
        return fits ? List.of(a.with("+", b, a.shape()), a.with("*", b, a.shape())) : List.of();
    }

    /**
     * A phrase that was made of another one.
     *
     * @param summand the place among the operands of the last that was added, if the phrase is a
     *     sum; operands are added in their order, since sums commute
     * @param factor the same of a product
     */
    private record Grown(Phrase phrase, int summand, int factor) {}

    /** Adds and multiplies what is left, and activations. */
    private void grow(List<Phrase> operands) {
        List<Grown> last = phrases.all().stream().map(p -> new Grown(p, 0, 0)).toList();
        for (int round = 0; !last.isEmpty() && round <= operands.size(); round++) {
            List<Grown> next = new ArrayList<>();
            for (Grown g : last) {
                if (phrases.isOutput(g.phrase().shape()) && mayGrow(g.phrase())) {
                    grow(g, operands, next);
                }
            }
            next.removeIf(g -> phrases.has(g.phrase()) || !phrases.mayBe(g.phrase()));
            next.subList(Math.min(next.size(), MOST), next.size()).clear();
            next.forEach(g -> phrases.take(g.phrase()));
            last = next;
        }
    }

    /** True if no more than an activation is missing to do what the output does. */
    private boolean mayGrow(Phrase p) {
        Set<Feature> missing = phrases.missing(p);
        return missing.isEmpty()
                || !p.isActivated()
                        && ACTIVATIONS.stream().anyMatch(f -> Feature.of(f).containsAll(missing));
    }

    private static void grow(Grown g, List<Phrase> operands, List<Grown> next) {
        Phrase p = g.phrase();
        if (!p.isActivated()) {
            ACTIVATIONS.forEach(f -> next.add(new Grown(p.activated(f), 0, 0)));
        } else if (p.level() == Phrase.ATOM) {
            next.add(new Grown(p.as(p.text() + " ** 2", Phrase.PRODUCT, p.shape()), 0, 0));
        }
        for (int k = 0; k < operands.size(); k++) {
            for (Phrase c : combined(p, operands.get(k))) {
                boolean isSum = c.level() == Phrase.SUM;
                if (k >= (isSum ? g.summand() : g.factor())) {
                    next.add(new Grown(c, isSum ? k : 0, isSum ? 0 : k));
                }
            }
        }
    }
}
