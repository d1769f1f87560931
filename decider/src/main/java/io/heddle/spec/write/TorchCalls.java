package io.heddle.spec.write;

import static io.heddle.spec.write.TorchValue.ATOM;
import static io.heddle.spec.write.TorchValue.PRODUCT;
import static io.heddle.spec.write.TorchValue.SIGN;

import io.heddle.spec.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Calls of functions: those of the language, and those of its prelude that PyTorch has, too. */
final class TorchCalls {
    private static final Set<String> OF_ONE_NUMBER =
            Set.of("exp", "log", "sqrt", "tanh", "erf", "sin", "cos", "floor");

    /** Activations by their names in PyTorch; the arguments behind the first are the same. */
    private static final Map<String, String> ACTIVATIONS =
            Map.ofEntries(
                    Map.entry("relu", "relu"),
                    Map.entry("leaky_relu", "leaky_relu"),
                    Map.entry("silu", "silu"),
                    Map.entry("swish", "silu"),
                    Map.entry("softplus", "softplus"),
                    Map.entry("softsign", "softsign"),
                    Map.entry("elu", "elu"),
                    Map.entry("selu", "selu"),
                    Map.entry("hardtanh", "hardtanh"),
                    Map.entry("hardsigmoid", "hardsigmoid"),
                    Map.entry("hardswish", "hardswish"),
                    Map.entry("mish", "mish"),
                    Map.entry("gelu", "gelu"));

    private static final Map<String, String> LOSSES =
            Map.of(
                    "mse_loss", "mse_loss",
                    "l1_loss", "l1_loss",
                    "huber_loss", "huber_loss",
                    "cross_entropy", "cross_entropy",
                    "triplet_loss", "triplet_margin_loss");

    /** Functions of a tensor and an axis; with the axis that they take if none is given. */
    private static final Map<String, String> OVER_AXES =
            Map.ofEntries(
                    Map.entry("sum", "torch.sum"),
                    Map.entry("prod", "torch.prod"),
                    Map.entry("max", "torch.amax"),
                    Map.entry("min", "torch.amin"),
                    Map.entry("argmax", "torch.argmax"),
                    Map.entry("argmin", "torch.argmin"),
                    Map.entry("mean", "torch.mean"),
                    Map.entry("var", "torch.var"),
                    Map.entry("norm", "torch.linalg.vector_norm"),
                    Map.entry("logsumexp", "torch.logsumexp"),
                    Map.entry("softmax", "torch.softmax"),
                    Map.entry("log_softmax", "torch.log_softmax"),
                    Map.entry("cumsum", "torch.cumsum"),
                    Map.entry("cumprod", "torch.cumprod"),
                    Map.entry("flip", "torch.flip"));

    private static final Set<String> OF_ALL_IF_NONE =
            Set.of("sum", "prod", "max", "min", "mean", "var", "norm");
    private static final Set<String> OF_THE_SHAPE =
            Set.of("softmax", "log_softmax", "cumsum", "cumprod", "flip");

    private final TorchProgram program;
    private final TorchExpressions expressions;

    TorchCalls(TorchProgram program, TorchExpressions expressions) {
        this.program = program;
        this.expressions = expressions;
    }

    /** A call of a name. */
    TorchValue of(Expression.Call call, TorchGrid grid) {
        if (call.a() instanceof Expression.Attribute a && a.name().equals("reshape")) {
            return reshaped(call, a, grid);
        }
        if (!(call.a() instanceof Expression.Name function)) {
            throw TorchProgram.refusal(call, "this call");
        }
        String name = function.name();
        boolean isOfSome = call.arguments().size() > 1 && !hasNames(call);
        if (OF_ONE_NUMBER.contains(name)) {
            return ofOne(name, call.arguments().get(0).value(), grid);
        } else if (name.equals("abs")) {
            TorchValue x = expressions.of(call.arguments().get(0).value(), grid);
            return x.as((x.isTensor() ? "torch.abs(" : "abs(") + x.text() + ")", ATOM);
        } else if ((name.equals("max") || name.equals("min")) && isOfSome) {
            return extremum(name, call, grid);
        }
        if (!grid.axes().isEmpty()) {
            throw TorchProgram.refusal(call, name + " of a tensor as an element");
        }
        if (name.equals("einsum")) {
            return einsum(call);
        }
        return new Prelude(call, name).value();
    }

    private static boolean hasNames(Expression.Call call) {
        return call.arguments().stream().anyMatch(a -> a.name() != null);
    }

    private TorchValue ofOne(String function, Expression of, TorchGrid grid) {
        if (function.equals("floor") && of instanceof Expression.Binary b) {
            TorchValue a = expressions.of(b.a(), grid);
            TorchValue c = expressions.of(b.b(), grid);
            if (b.operator().equals("/") && a.isInteger() && c.isInteger()) {
                return a.with(c, a.at(PRODUCT) + " // " + c.at(SIGN), PRODUCT); // without rounding
            }
        }
        TorchValue x = expressions.of(of, grid);
        String name = x.isTensor() ? "torch." + function : program.math(function);
        return x.as(name + "(" + x.text() + ")", ATOM)
                .ofIntegers(function.equals("floor") && x.isInteger());
    }

    private TorchValue extremum(String name, Expression.Call call, TorchGrid grid) {
        TorchValue all = null;
        for (Expression.Argument a : call.arguments()) {
            TorchValue next = expressions.of(a.value(), grid);
            all = all == null ? next : extremum(name, all, next);
        }
        return all;
    }

    private static TorchValue extremum(String name, TorchValue a, TorchValue b) {
        String text;
        if (!a.isTensor() && !b.isTensor()) {
            text = name + "(" + a.text() + ", " + b.text() + ")";
        } else if (a.isTensor() && b.isTensor()) {
            text = "torch." + name + "imum(" + a.text() + ", " + b.text() + ")";
        } else {
            TorchValue number = a.isTensor() ? b : a;
            TorchValue tensor = a.isTensor() ? a : b;
            String end = name.equals("max") ? "min=" : "max=";
            text = "torch.clamp(" + tensor.text() + ", " + end + number.text() + ")";
        }
        return a.with(b, text, ATOM);
    }

    private TorchValue einsum(Expression.Call call) {
        if (!(call.arguments().get(0).value() instanceof Expression.Text rule)) {
            throw TorchProgram.refusal(call, "this einsum");
        }
        List<String> words = new ArrayList<>(List.of('"' + rule.text() + '"'));
        for (Expression.Argument a : call.arguments().subList(1, call.arguments().size())) {
            words.add(expressions.of(a.value(), TorchGrid.NONE).text());
        }
        int rank = rule.text().replace(" ", "").split("->", -1)[1].length();
        String text = "torch.einsum(" + String.join(", ", words) + ")";
        return TorchValue.tensor(text, ATOM, false, rank);
    }

    private TorchValue reshaped(Expression.Call call, Expression.Attribute a, TorchGrid grid) {
        if (!grid.axes().isEmpty()) {
            throw TorchProgram.refusal(call, "a whole tensor as an element");
        }
        TorchValue x = expressions.of(a.a(), grid);
        List<Expression> extents = new ArrayList<>();
        for (Expression.Argument n : call.arguments()) {
            extents.addAll(
                    n.value() instanceof Expression.Tuple t ? t.items() : List.of(n.value()));
        }
        List<String> shape = extents.stream().map(e -> expressions.of(e, grid).text()).toList();
        String text = x.at(ATOM) + ".reshape(" + String.join(", ", shape) + ")";
        return TorchValue.tensor(text, ATOM, x.isInteger(), shape.size());
    }

    // ---------------------------------------------------------------- the prelude

    /** A call of a function of the prelude, or of a reduction of a whole tensor. */
    private final class Prelude {
        private final Expression.Call call;
        private final String name;
        private final TorchValue x;

        Prelude(Expression.Call call, String name) {
            this.call = call;
            this.name = name;
            if (call.arguments().isEmpty()) {
                throw TorchProgram.refusal(call, name);
            }
            this.x = at(0);
        }

        private TorchValue at(int k) {
            return expressions.of(call.arguments().get(k).value(), TorchGrid.NONE);
        }

        /** The argument of a name, or at a place; null if there is none. */
        private Expression given(String argument, int place) {
            for (Expression.Argument a : call.arguments()) {
                if (argument.equals(a.name())) {
                    return a.value();
                }
            }
            boolean isThere =
                    place < call.arguments().size() && call.arguments().get(place).name() == null;
            return isThere ? call.arguments().get(place).value() : null;
        }

        /** An argument as text; {@code standard} if it is not given. */
        private String word(String argument, int place, String standard) {
            Expression e = given(argument, place);
            return e == null ? standard : text(e);
        }

        private String text(Expression e) {
            if (e instanceof Expression.Truth t) {
                return t.value() ? "True" : "False";
            } else if (e instanceof Expression.None) {
                return "None";
            } else if (e instanceof Expression.Tuple t) {
                List<String> items = t.items().stream().map(this::text).toList();
                return "(" + String.join(", ", items) + (items.size() == 1 ? ",)" : ")");
            }
            return expressions.of(e, TorchGrid.NONE).text();
        }

        TorchValue value() {
            if (ACTIVATIONS.containsKey(name)) {
                List<String> words = new ArrayList<>();
                call.arguments().forEach(a -> words.add(text(a.value())));
                return result(program.functional(ACTIVATIONS.get(name)), words, x.rank());
            } else if (LOSSES.containsKey(name)) {
                return loss();
            } else if (OVER_AXES.containsKey(name)) {
                return overAxes();
            }
            return switch (name) {
                case "sigmoid" -> result("torch.sigmoid", List.of(x.text()), x.rank());
                case "gelu_tanh" ->
                        result(
                                program.functional("gelu"),
                                List.of(x.text(), "approximate=\"tanh\""),
                                x.rank());
                case "swiglu", "geglu" -> gated();
                case "layer_norm", "rms_norm" -> norm();
                case "instance_norm" ->
                        result(program.functional(name), List.of(x.text(), eps(1)), x.rank());
                case "batch_norm" -> {
                    String mean = word("mean", 2, "None");
                    String training = "training=" + (mean.equals("None") ? "True" : "False");
                    yield result(
                            program.functional(name),
                            List.of(x.text(), mean, word("var", 3, "None"), training, eps(1)),
                            x.rank());
                }
                case "cat" ->
                        result(
                                "torch.cat",
                                List.of(
                                        "(" + x.text() + ", " + at(1).text() + ")",
                                        "dim=" + word("axis", 2, "0")),
                                x.rank());
                case "embedding" ->
                        result(
                                program.functional(name),
                                List.of(x.text(), at(1).text()),
                                x.rank() + 1);
                case "group_norm" ->
                        result(
                                program.functional(name),
                                List.of(x.text(), word("groups", 1, ""), eps(2)),
                                x.rank());
                case "triu", "tril" -> {
                    String diagonal = word("diagonal", 1, "");
                    yield result(
                            "torch." + name,
                            diagonal.isEmpty() ? List.of(x.text()) : List.of(x.text(), diagonal),
                            x.rank());
                }
                case "conv", "convT" -> convolution();
                case "max_pool", "avg_pool" -> pooling();
                case "attention" -> attention();
                case "hinge_loss" -> {
                    String margins = "1 - " + x.at(PRODUCT) + " * " + at(1).at(SIGN);
                    yield result("torch.mean", List.of("torch.clamp(" + margins + ", min=0)"), 0);
                }
                case "kl_div" ->
                        result(
                                program.functional(name),
                                List.of(
                                        "torch.log(" + x.text() + ")",
                                        at(1).text(),
                                        "reduction=\"batchmean\""),
                                0);
                default -> throw TorchProgram.refusal(call, name);
            };
        }

        private TorchValue result(String function, List<String> words, int rank) {
            String text = function + "(" + String.join(", ", words) + ")";
            return TorchValue.tensor(text, ATOM, false, rank);
        }

        private TorchValue gated() {
            String gate = program.functional(name.equals("swiglu") ? "silu" : "gelu");
            String text = gate + "(" + x.text() + ") * " + at(1).at(SIGN);
            return TorchValue.tensor(text, PRODUCT, false, x.rank());
        }

        private TorchValue loss() {
            List<String> words = new ArrayList<>();
            for (Expression.Argument a : call.arguments()) {
                words.add((a.name() == null ? "" : a.name() + "=") + text(a.value()));
            }
            return result(program.functional(LOSSES.get(name)), words, 0);
        }

        private TorchValue overAxes() {
            boolean isAll = OF_ALL_IF_NONE.contains(name);
            Expression axis = given("axis", 1);
            boolean isOfAll = axis == null ? isAll : axis instanceof Expression.None;
            boolean isKept = given("keepdims", 2) instanceof Expression.Truth t && t.value();
            List<String> words = new ArrayList<>(List.of(x.text()));
            int axes =
                    isOfAll ? x.rank() : axis instanceof Expression.Tuple t ? t.items().size() : 1;
            if (!isOfAll || name.equals("logsumexp")) {
                words.add((name.equals("flip") ? "dims=" : "dim=") + dims(axis, isOfAll));
            }
            if (name.equals("var")) {
                words.add("correction=0");
            }
            if (isKept) {
                words.add("keepdim=True");
            }
            int rank = isKept || OF_THE_SHAPE.contains(name) ? x.rank() : x.rank() - axes;
            TorchValue value = result(OVER_AXES.get(name), words, rank);
            boolean areIntegers = x.isInteger() && Set.of("sum", "max", "min").contains(name);
            return value.ofIntegers(areIntegers || name.startsWith("arg"));
        }

        private String dims(Expression axis, boolean isOfAll) {
            if (isOfAll) {
                List<String> all = new ArrayList<>();
                for (int d = 0; d < x.rank(); d++) {
                    all.add("" + d);
                }
                return "(" + String.join(", ", all) + ")";
            }
            String text = axis == null ? "-1" : text(axis);
            return name.equals("flip") && !text.startsWith("(") ? "(" + text + ",)" : text;
        }

        private String eps(int place) {
            Expression e = given("eps", place);
            String text = e == null ? "1e-5" : text(e);
            return "eps=" + (e instanceof Expression.Name ? "float(" + text + ")" : text);
        }

        /** PyTorch has these over the last dimensions only. */
        private TorchValue norm() {
            int from = firstAxis(given("axis", 1));
            if (from < 0) {
                throw TorchProgram.refusal(
                        call, name + " over other dimensions than the last ones");
            }
            String tensor = x.text();
            if (!tensor.matches("\\w+")) {
                tensor = program.variable("u");
                program.line(tensor + " = " + x.text());
            }
            String shape = tensor + ".shape[" + (from == x.rank() - 1 ? "-1:" : from + ":") + "]";
            return result(program.functional(name), List.of(tensor, shape, eps(2)), x.rank());
        }

        /** The first of the axes, if they are the last dimensions; else -1. */
        private int firstAxis(Expression axis) {
            List<Expression> some =
                    axis == null
                            ? List.of()
                            : axis instanceof Expression.Tuple t ? t.items() : List.of(axis);
            int from = axis == null ? x.rank() - 1 : x.rank() - some.size();
            for (int k = 0; k < some.size(); k++) {
                String text = text(some.get(k));
                boolean isNext =
                        text.equals("" + (from + k)) || text.equals("" + (from + k - x.rank()));
                from = isNext ? from : -1;
            }
            return from;
        }

        private TorchValue convolution() {
            boolean isTransposed = name.equals("convT");
            int rank = at(0).rank();
            List<String> words = new ArrayList<>(List.of(x.text(), at(1).text()));
            String bias = word("b", 2, "None");
            if (!bias.equals("None")) {
                words.add(bias);
            }
            add(words, "stride", 3, "stride");
            add(words, "pad", 4, "padding");
            add(words, "dil", 5, "dilation");
            add(words, "groups", 6, "groups");
            if (isTransposed) {
                add(words, "output_pad", 7, "output_padding");
            }
            String function = (isTransposed ? "conv_transpose" : "conv") + (rank - 2) + "d";
            return result(program.functional(function), words, rank);
        }

        private void add(List<String> words, String argument, int place, String torch) {
            Expression e = given(argument, place);
            if (e != null && !(e instanceof Expression.None)) {
                words.add(torch + "=" + text(e));
            }
        }

        private TorchValue pooling() {
            List<String> words = new ArrayList<>(List.of(x.text(), word("size", 1, "")));
            add(words, "stride", 2, "stride");
            add(words, "pad", 3, "padding");
            if (name.equals("max_pool")) {
                add(words, "dil", 4, "dilation");
            }
            String function = name + (x.rank() - 2) + "d";
            return result(program.functional(function), words, x.rank());
        }

        private TorchValue attention() {
            List<String> words = new ArrayList<>(List.of(x.text(), at(1).text(), at(2).text()));
            Expression scale = given("scale", 3);
            if (scale != null) {
                String text = text(scale);
                boolean isNumber = scale instanceof Expression.Numeral;
                words.add("scale=" + (isNumber ? text : "float(" + text + ")"));
            }
            add(words, "causal", 4, "is_causal");
            add(words, "gqa", 5, "enable_gqa");
            return result(program.functional("scaled_dot_product_attention"), words, x.rank());
        }
    }
}
