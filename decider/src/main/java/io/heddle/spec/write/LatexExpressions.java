package io.heddle.spec.write;

import io.heddle.spec.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Expressions in LaTeX. */
final class LatexExpressions {
    static final int CHOICE = 0;
    static final int SUM = 1;
    static final int REDUCTION = 2; // reaches over the products behind it
    static final int PRODUCT = 3;
    static final int POWER = 4;
    static final int ATOM = 5;

    private static final String COMMA = ",\\,";
    private static final Set<String> FUNCTIONS = Set.of("exp", "log", "tanh", "sin", "cos");
    private static final Map<String, String> RELATIONS =
            Map.of(
                    "==", "=", "!=", "\\ne", "<=", "\\le", ">=", "\\ge", "is", "=", "is not",
                    "\\ne");
    private static final Map<String, String> REDUCTIONS =
            Map.of(
                    "sum", "\\sum",
                    "prod", "\\prod",
                    "max", "\\max",
                    "min", "\\min",
                    "argmax", "\\operatorname*{arg\\,max}",
                    "argmin", "\\operatorname*{arg\\,min}");

    private LatexExpressions() {}

    /** A text and how tightly it binds. */
    record Latex(String text, int level) {
        String at(int least) {
            return level < least ? brackets(text) : text;
        }
    }

    private static String brackets(String text) {
        return "\\left(" + text + "\\right)";
    }

    /** A name: one letter is a variable, several are a word. */
    static String name(String name) {
        return name.length() == 1 ? name : "\\mathit{" + name.replace("_", "\\_") + "}";
    }

    /** A number as written, with a power of ten for its exponent. */
    static String number(String text) {
        int e = text.toLowerCase(java.util.Locale.ROOT).indexOf('e');
        if (e < 0) {
            return text;
        }
        String power = "10^{" + text.substring(e + 1).replaceFirst("^\\+", "") + "}";
        String front = text.substring(0, e);
        return front.equals("1") ? power : front + " \\cdot " + power;
    }

    static Latex of(Expression e) {
        if (e instanceof Expression.Numeral n) {
            String text = number(n.text());
            return new Latex(text, text.equals(n.text()) ? ATOM : PRODUCT);
        } else if (e instanceof Expression.Name n) {
            return new Latex(
                    switch (n.name()) {
                        case "pi" -> "\\pi";
                        case "inf" -> "\\infty";
                        default -> name(n.name());
                    },
                    ATOM);
        } else if (e instanceof Expression.Negative n) {
            return new Latex("-" + of(n.a()).at(REDUCTION), SUM);
        } else if (e instanceof Expression.Binary b) {
            return binary(b);
        } else if (e instanceof Expression.Conditional c) {
            return cases(c);
        } else if (e instanceof Expression.Indexed i) {
            return indexed(i);
        } else if (e instanceof Expression.Attribute a) {
            return a.name().equals("T")
                    ? new Latex(of(a.a()).at(ATOM) + "^{\\top}", POWER)
                    : new Latex(of(a.a()).at(ATOM) + word("." + a.name()), ATOM);
        } else if (e instanceof Expression.Call c) {
            return c.a() instanceof Expression.Indexed i ? reduction(c, i) : call(c);
        } else if (e instanceof Expression.Tuple t) {
            return new Latex(brackets(list(t.items())), ATOM);
        } else if (e instanceof Expression.None) {
            return new Latex(word("None"), ATOM);
        } else if (e instanceof Expression.Truth t) {
            return new Latex(word(t.value() ? "True" : "False"), ATOM);
        } else if (e instanceof Expression.Text t) {
            return new Latex("\\text{" + t.text().replace("_", "\\_") + "}", ATOM);
        }
        return condition(e);
    }

    private static String word(String text) {
        return "\\mathrm{" + text.replace("_", "\\_") + "}";
    }

    private static String list(List<Expression> items) {
        return items.stream().map(i -> of(i).text()).collect(Collectors.joining(COMMA + " "));
    }

    private static Latex binary(Expression.Binary b) {
        Latex left = of(b.a());
        Latex right = of(b.b());
        return switch (b.operator()) {
            case "+" -> new Latex(left.at(SUM) + " + " + right.at(SUM), SUM);
            case "-" -> new Latex(left.at(SUM) + " - " + right.at(REDUCTION), SUM);
            case "*" -> new Latex(left.at(PRODUCT) + " \\cdot " + right.at(PRODUCT), PRODUCT);
            case "@" -> new Latex(left.at(PRODUCT) + " \\, " + right.at(POWER), PRODUCT);
            case "/" -> new Latex(fraction(left, right), ATOM - 1);
            case "//" ->
                    new Latex("\\left\\lfloor " + fraction(left, right) + " \\right\\rfloor", ATOM);
            case "%" -> new Latex(left.at(POWER) + " \\bmod " + right.at(POWER), CHOICE);
            default -> new Latex("{" + base(b.a()) + "}^{" + right.text() + "}", POWER);
        };
    }

    /** What a power is of; a function's value is written in brackets. */
    private static String base(Expression e) {
        Latex base = of(e);
        return e instanceof Expression.Call ? brackets(base.text()) : base.at(ATOM);
    }

    private static String fraction(Latex over, Latex under) {
        return "\\frac{" + over.text() + "}{" + under.text() + "}";
    }

    private static Latex cases(Expression.Conditional c) {
        StringBuilder text = new StringBuilder("\\begin{cases} ");
        Expression rest = c;
        while (rest instanceof Expression.Conditional next) {
            text.append(of(next.a()).text())
                    .append(" & \\text{if } ")
                    .append(condition(next.condition()).text())
                    .append(" \\\\ ");
            rest = next.b();
        }
        text.append(of(rest).text()).append(" & \\text{otherwise} \\end{cases}");
        return new Latex(text.toString(), CHOICE);
    }

    private static Latex condition(Expression e) {
        if (e instanceof Expression.Compared c) {
            StringBuilder text = new StringBuilder(of(c.operands().get(0)).text());
            for (int k = 0; k < c.relations().size(); k++) {
                String relation = c.relations().get(k);
                text.append(' ').append(RELATIONS.getOrDefault(relation, relation)).append(' ');
                text.append(of(c.operands().get(k + 1)).text());
            }
            return new Latex(text.toString(), SUM);
        } else if (e instanceof Expression.Joined j) {
            String word = j.isAnd() ? " \\land " : " \\lor ";
            return new Latex(condition(j.a()).at(SUM) + word + condition(j.b()).at(SUM), CHOICE);
        } else if (e instanceof Expression.Not n) {
            return new Latex("\\lnot " + brackets(condition(n.a()).text()), SUM);
        } else if (e instanceof Expression.OneOf o) {
            return new Latex(of(o.a()).text() + " \\in \\{" + list(o.values()) + "\\}", SUM);
        }
        return of(e);
    }

    /** Elements have subscripts; parts of whole tensors stand as they are written. */
    private static Latex indexed(Expression.Indexed i) {
        boolean isPart =
                i.items().stream()
                        .anyMatch(m -> m.isColon() || m.first() instanceof Expression.None);
        String items =
                i.items().stream()
                        .map(m -> m.isColon() ? ":" : of(m.first()).text())
                        .collect(Collectors.joining(COMMA));
        String base = of(i.a()).at(ATOM);
        return new Latex(
                isPart ? base + "\\left[" + items + "\\right]" : base + "_{" + items + "}", ATOM);
    }

    private static Latex call(Expression.Call c) {
        List<String> words = new ArrayList<>();
        for (Expression.Argument a : c.arguments()) {
            String front = a.name() == null ? "" : word(a.name()) + "=";
            words.add(front + of(a.value()).text());
        }
        String arguments = String.join(COMMA + " ", words);
        if (c.a() instanceof Expression.Attribute a) { // x.pad(0)
            String function = "\\operatorname{" + a.name() + "}_{" + arguments + "}";
            return new Latex(function + brackets(of(a.a()).text()), ATOM);
        }
        String name = ((Expression.Name) c.a()).name();
        boolean isOfOne = c.arguments().size() == 1 && c.arguments().get(0).name() == null;
        String text =
                switch (isOfOne ? name : "") {
                    case "sqrt" -> "\\sqrt{" + arguments + "}";
                    case "abs" -> "\\left|" + arguments + "\\right|";
                    case "floor" -> "\\left\\lfloor " + arguments + " \\right\\rfloor";
                    default -> function(name) + brackets(arguments);
                };
        return new Latex(text, ATOM);
    }

    private static String function(String name) {
        return FUNCTIONS.contains(name) || name.equals("max") || name.equals("min")
                ? "\\" + name
                : "\\operatorname{" + name.replace("_", "\\_") + "}";
    }

    /** One sign for each index with plain bounds; conditions stand below the last one. */
    private static Latex reduction(Expression.Call c, Expression.Indexed over) {
        String word = ((Expression.Name) over.a()).name();
        String sign = REDUCTIONS.getOrDefault(word, word(word));
        boolean isSum = word.equals("sum") || word.equals("prod");
        List<Expression.Item> where =
                over.items().stream().filter(m -> m.second() == null).toList();
        StringBuilder text = new StringBuilder();
        List<String> below = new ArrayList<>();
        for (Expression.Item m : over.items()) {
            if (m.second() == null) {
                below.add(condition(m.first()).text());
            } else if (isSum && where.isEmpty()) {
                text.append(sign).append("_{").append(of(m.first()).text()).append("=0}^{");
                text.append(last(m.second())).append("} ");
            } else {
                below.add("0 \\le " + of(m.first()).text() + " < " + of(m.second()).text());
            }
        }
        if (!below.isEmpty()) {
            text.append(sign).append("_{\\substack{").append(String.join(" \\\\ ", below));
            text.append("}} ");
        }
        text.append(of(c.arguments().get(0).value()).at(PRODUCT));
        return new Latex(text.toString(), REDUCTION);
    }

    /** The last value below an extent. */
    private static String last(Expression extent) {
        if (extent instanceof Expression.Numeral n && n.isInteger()) {
            return new java.math.BigInteger(n.text()).subtract(java.math.BigInteger.ONE).toString();
        } else if (extent instanceof Expression.Binary b
                && b.operator().equals("+")
                && b.b() instanceof Expression.Numeral one
                && one.text().equals("1")) {
            return of(b.a()).text();
        }
        return of(extent).at(SUM) + " - 1";
    }
}
