package io.heddle.lift;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The phrases that are a function of two or three tensors. */
final class JointNames {
    private static final List<String> LOSSES =
            List.of("mse_loss", "l1_loss", "huber_loss", "hinge_loss", "kl_div", "cross_entropy");

    private final Phrases phrases;

    /**
     * @param phrases to which those that are found are added
     */
    JointNames(Phrases phrases) {
        this.phrases = phrases;
    }

    /** Functions of two tensors. */
    void of(Phrase a, Phrase b) {
        products(a, b).forEach(phrases::take);
        if (a.shape().equals(b.shape()) && phrases.isOutput(a.shape())) {
            for (String f : List.of("swiglu", "geglu")) {
                phrases.take(a.joined(of(f, a, b), Phrase.ATOM, b, a.shape(), Feature.of(f)));
            }
        }
        if (phrases.isOutput(List.of())) {
            boolean areAlike = a.shape().equals(b.shape());
            boolean areClasses = a.shape().size() == 2 && a.shape().subList(0, 1).equals(b.shape());
            for (String f : LOSSES) {
                if (f.equals("cross_entropy") ? areClasses : areAlike) {
                    phrases.take(a.joined(of(f, a, b), Phrase.ATOM, b, List.of(), Feature.of(f)));
                }
            }
        }
        convolutions(a, b, null).forEach(phrases::take);
        joined(a, b);
    }

    /** One behind the other along an axis. */
    private void joined(Phrase a, Phrase b) {
        for (int axis = 0; axis < a.shape().size(); axis++) {
            List<Integer> shape = new ArrayList<>(a.shape());
            boolean fits = b.shape().size() == shape.size();
            for (int d = 0; fits && d < shape.size(); d++) {
                if (d == axis) {
                    shape.set(d, shape.get(d) + b.shape().get(d));
                } else {
                    fits = shape.get(d).equals(b.shape().get(d));
                }
            }
            if (fits && phrases.isOutput(shape)) {
                String words = axis == 0 ? "" : ", axis=" + axis;
                String text = "cat(" + a.text() + ", " + b.text() + words + ")";
                phrases.take(a.joined(text, Phrase.ATOM, b, shape, Set.of()));
            }
        }
    }

    private static String of(String function, Phrase a, Phrase b) {
        return function + "(" + a.text() + ", " + b.text() + ")";
    }

    private static String of(String function, Phrase a, Phrase b, Phrase c, String words) {
        String arguments = String.join(", ", a.text(), b.text(), c.text());
        return function + "(" + arguments + words + ")";
    }

    private static Phrase turned(Phrase x) {
        return x.as(x.at(Phrase.ATOM) + ".T", Phrase.ATOM, SingleNames.turned(x.shape()));
    }

    /** A matrix product in any orientation that has the output's shape. */
    private List<Phrase> products(Phrase a, Phrase b) {
        List<Phrase> products = new ArrayList<>();
        for (Phrase left : a.shape().size() > 1 ? List.of(a, turned(a)) : List.of(a)) {
            for (Phrase right : b.shape().size() > 1 ? List.of(b, turned(b)) : List.of(b)) {
                List<Integer> shape = product(left.shape(), right.shape());
                if (phrases.isOutput(shape)) {
                    products.add(left.with("@", right, shape));
                }
            }
        }
        return products;
    }

    /** The shape of a product; empty if there is none. */
    private static List<Integer> product(List<Integer> a, List<Integer> b) {
        int rows = a.size();
        int columns = b.size();
        if (rows == 0 || columns == 0) {
            return List.of();
        }
        int inner = b.get(Math.max(0, columns - 2));
        if (!a.get(rows - 1).equals(inner)) {
            return List.of();
        }
        List<Integer> shape = new ArrayList<>(a.subList(0, rows - 1));
        if (columns > 1) {
            boolean sameBatch =
                    columns == 2
                            || rows == columns
                                    && a.subList(0, rows - 2).equals(b.subList(0, columns - 2));
            if (!sameBatch) {
                return List.of();
            }
            shape.add(b.get(columns - 1));
        }
        return shape;
    }

    /**
     * Convolutions that have the output's shape.
     *
     * @param bias of each channel, or null
     */
    private List<Phrase> convolutions(Phrase x, Phrase w, Phrase bias) {
        int rank = x.shape().size();
        List<Phrase> all = new ArrayList<>();
        boolean areImages =
                rank >= 3
                        && rank <= 5
                        && w.shape().size() == rank
                        && phrases.output().size() == rank
                        && phrases.output().get(0).equals(x.shape().get(0));
        if (!areImages) {
            return all;
        }
        int channels = x.shape().get(1);
        if (phrases.output().get(1).equals(w.shape().get(0)) && channels % w.shape().get(1) == 0) {
            for (String words : new Windows(phrases.output()).convolutions(x.shape(), w.shape())) {
                groups(channels / w.shape().get(1))
                        .forEach(g -> all.add(convolution("conv", x, w, bias, words + g)));
            }
        }
        int filters = w.shape().get(1);
        if (w.shape().get(0) == channels && phrases.output().get(1) % filters == 0) {
            for (String words : new Windows(phrases.output()).transposed(x.shape(), w.shape())) {
                groups(phrases.output().get(1) / filters)
                        .forEach(g -> all.add(convolution("convT", x, w, bias, words + g)));
            }
        }
        return all;
    }

    private List<String> groups(int groups) {
        return groups == 1
                ? List.of("")
                : phrases.spelled(groups).stream().map(g -> ", groups=" + g).toList();
    }

    private Phrase convolution(String function, Phrase x, Phrase w, Phrase bias, String words) {
        String arguments = x.text() + ", " + w.text() + (bias == null ? "" : ", " + bias.text());
        String text = function + "(" + arguments + words + ")";
        Phrase two = x.joined(text, Phrase.ATOM, w, phrases.output(), Set.of());
        return bias == null ? two : two.joined(text, Phrase.ATOM, bias, phrases.output(), Set.of());
    }

    /** Functions of three of some tensors. */
    void ofThree(List<Phrase> atoms) {
        for (Phrase a : atoms) {
            for (Phrase b : atoms) {
                for (Phrase c : atoms) {
                    boolean areThree =
                            !a.sharesInputsWith(b)
                                    && !b.sharesInputsWith(c)
                                    && !a.sharesInputsWith(c);
                    if (areThree) {
                        ofThree(a, b, c);
                    }
                }
            }
        }
    }

    private void ofThree(Phrase a, Phrase b, Phrase c) {
        boolean isBias =
                c.shape().size() == 1
                        && phrases.output().size() > 1
                        && c.shape().get(0).equals(phrases.output().get(1));
        if (isBias) {
            convolutions(a, b, c).forEach(phrases::take);
        }
        if (attends(a, b, c)) {
            attention(a, b, c, "");
        } else if (sharesHeads(a, b, c)) {
            attention(a, b, c, ", gqa=True");
        }
        normalized(a, b, c);
        boolean areAlike = a.shape().equals(b.shape()) && b.shape().equals(c.shape());
        if (phrases.isOutput(List.of()) && areAlike) {
            String text = of("triplet_loss", a, b, c, "");
            Phrase two = a.joined(text, Phrase.ATOM, b, List.of(), Feature.of("triplet_loss"));
            phrases.take(two.joined(text, Phrase.ATOM, c, List.of(), Set.of()));
        }
    }

    private void attention(Phrase q, Phrase k, Phrase v, String heads) {
        List<String> scales = new ArrayList<>(List.of("", ", scale=1"));
        phrases.scalars().forEach(s -> scales.add(", scale=" + s));
        for (String scale : scales) {
            for (String mask : List.of("", ", causal=True")) {
                String text = of("attention", q, k, v, scale + mask + heads);
                Phrase two =
                        q.joined(text, Phrase.ATOM, k, phrases.output(), Feature.of("attention"));
                Phrase all = two.joined(text, Phrase.ATOM, v, phrases.output(), Set.of());
                phrases.take(phrases.reading(all, scale));
            }
        }
    }

    /** Several heads of queries for each of the keys. */
    private boolean sharesHeads(Phrase q, Phrase k, Phrase v) {
        int rank = q.shape().size();
        if (rank < 3 || k.shape().size() != rank || v.shape().size() != rank) {
            return false;
        }
        int heads = k.shape().get(rank - 3);
        boolean isMultiple = heads > 0 && q.shape().get(rank - 3) % heads == 0;
        List<Integer> shared = new ArrayList<>(q.shape());
        shared.set(rank - 3, heads);
        List<Integer> output = new ArrayList<>(phrases.output());
        if (!isMultiple
                || output.size() != rank
                || !output.get(rank - 3).equals(q.shape().get(rank - 3))) {
            return false;
        }
        output.set(rank - 3, heads);
        List<Integer> scores = product(shared, SingleNames.turned(k.shape()));
        return !scores.isEmpty() && output.equals(product(scores, v.shape()));
    }

    /** Channels by a mean and a variance that are given. */
    private void normalized(Phrase x, Phrase mean, Phrase var) {
        boolean areChannels =
                x.shape().size() > 1
                        && phrases.isOutput(x.shape())
                        && mean.shape().equals(x.shape().subList(1, 2))
                        && var.shape().equals(mean.shape());
        if (!areChannels) {
            return;
        }
        List<String> eps = new ArrayList<>(List.of(""));
        phrases.numbers().forEach(n -> eps.add(", eps=" + n));
        phrases.scalars().forEach(s -> eps.add(", eps=" + s));
        for (String e : eps) {
            String text =
                    "batch_norm("
                            + x.text()
                            + ", mean="
                            + mean.text()
                            + ", var="
                            + var.text()
                            + e
                            + ")";
            Phrase two = x.joined(text, Phrase.ATOM, mean, x.shape(), Feature.of("batch_norm"));
            Phrase all = two.joined(text, Phrase.ATOM, var, x.shape(), Set.of());
            phrases.take(phrases.reading(all, e));
        }
    }

    private boolean attends(Phrase q, Phrase k, Phrase v) {
        boolean areRows =
                q.shape().size() > 1
                        && k.shape().size() == q.shape().size()
                        && v.shape().size() == q.shape().size();
        if (!areRows) {
            return false;
        }
        List<Integer> scores = product(q.shape(), SingleNames.turned(k.shape()));
        return !scores.isEmpty() && phrases.output().equals(product(scores, v.shape()));
    }
}
