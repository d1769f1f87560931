package io.heddle.lift;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What an output may be by the names of the prelude and the operators of whole tensors: the texts
 * of definitions whose shapes fit. Which of them it is, numbers tell, and a proof.
 */
final class Names {
    private static final int MOST = 600; // definitions
    private static final List<String> UNARY =
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
                    "gelu_tanh");
    private static final List<String> REDUCTIONS =
            List.of("sum", "max", "min", "mean", "var", "norm", "logsumexp");
    private static final List<String> LOSSES =
            List.of("mse_loss", "l1_loss", "huber_loss", "hinge_loss", "kl_div");

    private final TensorShape output;
    private final List<TensorShape> inputs;
    private final List<String> scalars;
    private final List<String> numbers;
    private final Set<String> found = new LinkedHashSet<>();

    /**
     * @param inputs that the output reads
     * @param numbers small ones that the kernel adds, as a norm does
     */
    Names(TensorShape output, List<TensorShape> inputs, List<String> numbers) {
        this.output = output;
        this.inputs = inputs.stream().filter(i -> !i.extents().isEmpty()).toList();
        this.scalars =
                inputs.stream().filter(i -> i.extents().isEmpty()).map(TensorShape::name).toList();
        this.numbers = List.copyOf(numbers);
    }

    /** The right sides of definitions. */
    List<String> texts() {
        switch (inputs.size()) {
            case 1 -> ofOne(inputs.get(0));
            case 2 -> {
                ofTwo(inputs.get(0), inputs.get(1));
                ofTwo(inputs.get(1), inputs.get(0));
            }
            case 3 -> {
                for (TensorShape a : inputs) {
                    for (TensorShape b : inputs) {
                        for (TensorShape c : inputs) {
                            if (!a.equals(b) && !b.equals(c) && !a.equals(c)) {
                                ofThree(a, b, c);
                            }
                        }
                    }
                }
            }
            default -> {}
        }
        return found.stream().limit(MOST).toList();
    }

    private void ofOne(TensorShape x) {
        String name = x.name();
        if (x.shape().equals(output.shape())) {
            UNARY.forEach(f -> found.add(f + "(" + name + ")"));
            for (int axis = 0; axis < x.shape().size(); axis++) {
                String at = "(" + name + ", axis=" + axis + ")";
                found.add("softmax" + at);
                found.add("log_softmax" + at);
                found.add("cumsum" + at);
                found.add("cumprod" + at);
                found.add("flip" + at);
                found.add("cumsum" + at + " - " + name);
                found.add("flip(cumsum(flip" + at + ", axis=" + axis + "), axis=" + axis + ")");
                found.add(name + " / norm(" + name + ", " + axis + ", True)");
            }
            found.addAll(norms(x));
            found.add(name + " / norm(" + name + ")");
            if (x.shape().size() > 1) {
                found.add("triu(" + name + ")");
                found.add("tril(" + name + ")");
            }
            if (x.shape().size() > 2) {
                with("instance_norm(" + name, ")");
                with("batch_norm(" + name, ")");
                for (int g = 2; g < x.shape().get(1); g++) {
                    if (x.shape().get(1) % g == 0) {
                        with("group_norm(" + name + ", " + g, ")");
                    }
                }
            }
        }
        if (output.shape().equals(turned(x.shape()))) {
            found.add(name + ".T");
        }
        reductions(x);
        pools(x);
    }

    private void with(String begin, String end) {
        found.add(begin + end);
        numbers.forEach(eps -> found.add(begin + ", eps=" + eps + end));
    }

    /** Layer and RMS norms of a tensor. */
    private List<String> norms(TensorShape x) {
        List<String> norms = new ArrayList<>();
        for (int axis = x.shape().size() - 1; axis >= 0; axis--) {
            for (String f : List.of("layer_norm", "rms_norm")) {
                String begin = f + "(" + x.name() + ", axis=" + axis;
                norms.add(begin + ")");
                numbers.forEach(eps -> norms.add(begin + ", eps=" + eps + ")"));
                scalars.forEach(eps -> norms.add(begin + ", eps=" + eps + ")"));
            }
        }
        return norms;
    }

    private static List<Integer> turned(List<Integer> shape) {
        List<Integer> turned = new ArrayList<>(shape);
        int n = turned.size();
        if (n > 1) {
            turned.set(n - 1, shape.get(n - 2));
            turned.set(n - 2, shape.get(n - 1));
        }
        return turned;
    }

    private void reductions(TensorShape x) {
        String name = x.name();
        for (int axis = 0; axis < x.shape().size(); axis++) {
            List<Integer> kept = new ArrayList<>(x.shape());
            kept.set(axis, 1);
            List<Integer> left = new ArrayList<>(x.shape());
            left.remove(axis);
            String keep =
                    output.shape().equals(left)
                            ? ""
                            : output.shape().equals(kept) ? ", keepdims=True" : null;
            if (keep != null && !left.isEmpty()) {
                String at = "(" + name + ", axis=" + axis + keep + ")";
                REDUCTIONS.forEach(f -> found.add(f + at));
            }
        }
        if (output.shape().equals(List.of(1)) || output.shape().isEmpty()) {
            REDUCTIONS.forEach(
                    f -> found.add(f + "(" + name + (f.equals("logsumexp") ? ", None)" : ")")));
        }
    }

    private void pools(TensorShape x) {
        int n = x.shape().size();
        if (n < 3 || n > 5 || output.shape().size() != n) {
            return;
        }
        for (int size = 2; size <= 4; size++) {
            for (int stride = 1; stride <= 3; stride++) {
                for (int pad = 0; pad <= 1; pad++) {
                    boolean fits = true;
                    for (int d = 2; d < n; d++) {
                        fits &=
                                output.shape().get(d)
                                        == (x.shape().get(d) + 2 * pad - size) / stride + 1;
                    }
                    if (fits) {
                        String rest =
                                "("
                                        + x.name()
                                        + ", "
                                        + size
                                        + (stride == size ? "" : ", stride=" + stride)
                                        + (pad == 0 ? "" : ", pad=" + pad)
                                        + ")";
                        found.add("max_pool" + rest);
                        found.add("avg_pool" + rest);
                    }
                }
            }
        }
    }

    private void ofTwo(TensorShape a, TensorShape b) {
        products(a, b).forEach(found::add);
        if (a.shape().equals(b.shape()) && a.shape().equals(output.shape())) {
            found.add("swiglu(" + a.name() + ", " + b.name() + ")");
            found.add("geglu(" + a.name() + ", " + b.name() + ")");
            for (String f : List.of("gelu_tanh", "relu", "sigmoid")) {
                found.add(f + "(" + a.name() + ") * " + b.name());
            }
        }
        if (a.shape().equals(b.shape()) && output.shape().equals(List.of(1))) {
            LOSSES.forEach(f -> found.add(f + "(" + a.name() + ", " + b.name() + ")"));
        }
        if (a.shape().equals(output.shape()) && isLast(a, b)) {
            norms(a).forEach(n -> found.add(n + " * " + b.name()));
        }
        convolutions(a, b, "");
    }

    private static boolean isLast(TensorShape x, TensorShape weight) {
        int n = x.shape().size();
        return n > 1 && weight.shape().equals(x.shape().subList(n - 1, n));
    }

    /** A matrix product in any orientation. */
    private List<String> products(TensorShape a, TensorShape b) {
        List<String> products = new ArrayList<>();
        if (a.shape().isEmpty() || b.shape().isEmpty()) {
            return products;
        }
        for (boolean isTurned : List.of(false, true)) {
            for (boolean isOtherTurned : List.of(false, true)) {
                boolean fits =
                        (!isTurned || a.shape().size() > 1)
                                && (!isOtherTurned || b.shape().size() > 1)
                                && output.shape()
                                        .equals(
                                                product(
                                                        isTurned ? turned(a.shape()) : a.shape(),
                                                        isOtherTurned
                                                                ? turned(b.shape())
                                                                : b.shape()));
                if (fits) {
                    products.add(
                            a.name()
                                    + (isTurned ? ".T @ " : " @ ")
                                    + b.name()
                                    + (isOtherTurned ? ".T" : ""));
                }
            }
        }
        return products;
    }

    /** The shape of a product; empty if there is none. */
    private static List<Integer> product(List<Integer> a, List<Integer> b) {
        int rows = a.size();
        int columns = b.size();
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

    private void convolutions(TensorShape x, TensorShape w, String bias) {
        int n = x.shape().size();
        if (n < 3 || n > 5 || w.shape().size() != n || output.shape().size() != n) {
            return;
        }
        for (int stride = 1; stride <= 3; stride++) {
            for (int pad = 0; pad <= 2; pad++) {
                for (int dil = 1; dil <= 2; dil++) {
                    boolean fits = output.shape().get(1).equals(w.shape().get(0));
                    for (int d = 2; d < n; d++) {
                        int reach = dil * (w.shape().get(d) - 1) + 1;
                        fits &=
                                output.shape().get(d)
                                        == (x.shape().get(d) + 2 * pad - reach) / stride + 1;
                    }
                    int groups = x.shape().get(1) / w.shape().get(1);
                    if (fits && groups > 0) {
                        found.add(
                                "conv("
                                        + x.name()
                                        + ", "
                                        + w.name()
                                        + bias
                                        + (stride == 1 ? "" : ", stride=" + stride)
                                        + (pad == 0 ? "" : ", pad=" + pad)
                                        + (dil == 1 ? "" : ", dil=" + dil)
                                        + (groups == 1 ? "" : ", groups=" + groups)
                                        + ")");
                    }
                }
            }
        }
    }

    private void ofThree(TensorShape a, TensorShape b, TensorShape c) {
        if (a.shape().equals(output.shape()) && isLast(a, b) && isLast(a, c)) {
            norms(a).forEach(n -> found.add(n + " * " + b.name() + " + " + c.name()));
        }
        if (isLast(output, c)) {
            products(a, b).forEach(p -> found.add(p + " + " + c.name()));
        }
        boolean isAttention =
                a.shape().size() > 1
                        && b.shape().size() == a.shape().size()
                        && c.shape().size() == a.shape().size()
                        && attends(a, b, c);
        if (isAttention) {
            String begin = "attention(" + String.join(", ", a.name(), b.name(), c.name());
            found.add(begin + ")");
            found.add(begin + ", scale=1)");
            scalars.forEach(s -> found.add(begin + ", scale=" + s + ")"));
        }
        if (c.shape().size() == 1) {
            convolutions(a, b, ", " + c.name());
        }
    }

    private boolean attends(TensorShape q, TensorShape k, TensorShape v) {
        List<Integer> scores = product(q.shape(), turned(k.shape()));
        return !scores.isEmpty() && output.shape().equals(product(scores, v.shape()));
    }
}
