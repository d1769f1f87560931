package io.heddle.lift;

import io.heddle.lift.Affine.Step;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes one definition in the language of formulas. */
final class ExprPrinter {
    private static final String LETTERS = "ijklmnopqrstuvabcdefgh";
    private static final float LEAST_PLAIN = 1e-3f;
    private static final int CHOICE = 0;
    private static final int SUM = 1;
    private static final int PRODUCT = 2;
    private static final int POWER = 3;
    private static final int ATOM = 4;

    private final SizeNames sizes;
    private final Map<NamedTensor, String> tensors;
    private final Set<String> taken;
    private final List<String> arguments;
    private final Map<Index, String> letters = new HashMap<>();
    private boolean isElementwise;

    /**
     * @param tensors the names of those with one
     * @param taken names that no index may have
     * @param arguments the names of what the kernel is given, in order
     */
    ExprPrinter(
            SizeNames sizes,
            Map<NamedTensor, String> tensors,
            Set<String> taken,
            List<String> arguments) {
        this.arguments = List.copyOf(arguments);
        this.sizes = sizes;
        this.tensors = tensors;
        this.taken = taken;
    }

    /** The text of an expression at a level of precedence, in brackets where it needs them. */
    private record Text(String text, int level) {
        String at(int least) {
            return level < least ? "(" + text + ")" : text;
        }
    }

    /** A definition without indices, of what {@link Elementwise} tells. */
    String elementwise(String name, Expr body) {
        isElementwise = true;
        return name + " = " + text(body).at(CHOICE);
    }

    /** A whole definition; one without indices is a number. */
    String definition(String name, List<Index> indices, Expr body) {
        StringBuilder text = new StringBuilder(name);
        if (!indices.isEmpty()) {
            text.append(indices.stream().map(this::binder).toList());
        }
        return text.append(" = ").append(text(body).at(CHOICE)).toString();
    }

    private String binder(Index index) {
        String spelled = index.extentText();
        String extent = spelled == null ? text(index.extent()).at(CHOICE) : spelled;
        return letter(index) + ":" + extent;
    }

    private String letter(Index index) {
        String known = letters.get(index);
        if (known == null) {
            int n = 0;
            do {
                int round = n / LETTERS.length();
                char letter = LETTERS.charAt(n++ % LETTERS.length());
                known = letter + (round == 0 ? "" : Integer.toString(round));
            } while (taken.contains(known) || letters.containsValue(known));
            letters.put(index, known);
        }
        return known;
    }

    private Text text(Expr e) {
        if (e instanceof Expr.Exact n) {
            return number(n.value());
        } else if (e instanceof Expr.Decimal d) {
            return new Text(decimal(d.value()), d.value() < 0 ? SUM : ATOM);
        } else if (e instanceof Expr.Constant c) {
            return constant(c.constant(), 1);
        } else if (e instanceof Expr.Infinity i) {
            return new Text(i.negative() ? "-inf" : "inf", i.negative() ? SUM : ATOM);
        } else if (e instanceof Expr.OfIndices i) {
            return text(i.value());
        } else if (e instanceof Expr.Read r) {
            String at =
                    r.at().isEmpty() || isElementwise
                            ? ""
                            : r.at().stream().map(this::index).toList().toString();
            String padding = r.padding() == null ? "" : ".pad(" + text(r.padding()).text() + ")";
            return new Text(r.symbol().name() + padding + at, ATOM);
        } else if (e instanceof Expr.Named n) {
            String at =
                    n.at().isEmpty() ? "" : n.at().stream().map(this::letter).toList().toString();
            return new Text(tensors.get(n.tensor()) + at, ATOM);
        } else if (e instanceof Expr.Sum s) {
            return sum(s);
        } else if (e instanceof Expr.Product p) {
            return product(Rational.ONE, p.parts(), List.of());
        } else if (e instanceof Expr.Apply a) {
            return new Text(a.function() + "(" + text(a.of()).text() + ")", ATOM);
        } else if (e instanceof Expr.Field f) {
            return field(f);
        } else if (e instanceof Expr.Extremum x) {
            List<String> of =
                    x.of().stream()
                            .sorted(
                                    Comparator.comparing(ExprPrinter::isClosed)
                                            .thenComparingInt(this::place))
                            .map(o -> text(o).text())
                            .toList();
            return new Text(Extents.word(x.kind()) + "(" + String.join(", ", of) + ")", ATOM);
        } else if (e instanceof Expr.Reduce r) {
            List<String> over = new ArrayList<>(r.over().stream().map(this::binder).toList());
            r.where().forEach(c -> over.add(condition(c)));
            return new Text(
                    Extents.word(r.kind()) + over + "(" + text(r.body()).text() + ")", ATOM);
        } else if (e instanceof Expr.Choice c) {
            return new Text(
                    text(c.then()).at(SUM)
                            + " if "
                            + condition(c.condition())
                            + " else "
                            + text(c.otherwise()).at(CHOICE),
                    CHOICE);
        }
        throw new AssertionError(e);
    }

    private String condition(Expr.Condition c) {
        return index(c.left()) + " " + c.relation() + " " + index(c.right());
    }

    /** Written with the greatest base of which the shift is a power. */
    private Text field(Expr.Field f) {
        boolean isMultiple =
                f.shift().constant() % f.width() == 0
                        && f.shift().steps().stream().allMatch(s -> s.factor() % f.width() == 0);
        String text = text(f.of()).at(POWER);
        String modulus =
                f.width() < Long.SIZE - 1 ? Long.toString(1L << f.width()) : "2 ** " + f.width();
        if (f.shift().isConstant()) {
            long shift = f.shift().constant();
            text +=
                    shift == 0
                            ? ""
                            : " // "
                                    + (shift < Long.SIZE - 1
                                            ? Long.toString(1L << shift)
                                            : "2 ** " + shift);
        } else {
            Affine power = isMultiple ? f.shift().divided(f.width()) : f.shift();
            text += " // " + (isMultiple ? modulus : "2") + " ** " + text(power).at(ATOM);
        }
        return new Text(text + " % " + modulus, SUM);
    }

    private String index(Affine affine) {
        return text(affine).text();
    }

    // ---------------------------------------------------------------- numbers

    private Text number(Rational r) {
        if (r.isInteger()) {
            String digits = (r.signum() < 0 ? "-" : "") + sizes.alone(r.abs());
            return new Text(digits, digits.matches("\\w+") ? ATOM : SUM);
        }
        return product(r, List.of(), List.of());
    }

    /** An f32 as a decimal that is nearest to it. */
    static String decimal(float value) {
        BigDecimal exact = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        boolean isPlain = Math.abs(value) >= LEAST_PLAIN && exact.scale() >= 0;
        String text =
                isPlain ? exact.toPlainString() : exact.unscaledValue() + "e" + -exact.scale();
        return text.matches("-?[0-9]+") ? text + ".0" : text;
    }

    private static Text constant(NamedConstant constant, int power) {
        String text =
                switch (constant) {
                    case PI -> "pi";
                    case LOG2_E -> power < 0 ? "log(2)" : "(1 / log(2))";
                    case LOG2_10 -> "(log(10) / log(2))";
                };
        return new Text(text, ATOM);
    }

    private Text text(Affine affine) {
        StringBuilder text = new StringBuilder();
        boolean isBehind = affine.steps().isEmpty() || affine.steps().get(0).factor() > 0;
        if (!isBehind && affine.constant() > 0) {
            text.append(sizes.alone(Rational.of(affine.constant())));
        }
        for (Step s : affine.steps()) {
            String part =
                    switch (s.part()) {
                        case WHOLE -> letter(s.index());
                        case QUOTIENT -> letter(s.index()) + " // " + factor(s.divisor());
                        case REMAINDER -> letter(s.index()) + " % " + factor(s.divisor());
                    };
            boolean isScaled = Math.abs(s.factor()) != 1;
            append(
                    text,
                    s.factor() < 0,
                    isScaled
                            ? (part.length() > 1 ? "(" + part + ")" : part)
                                    + " * "
                                    + factor(Math.abs(s.factor()))
                            : part);
        }
        boolean isLeft = affine.constant() < 0 || isBehind && affine.constant() != 0;
        if (isLeft || text.length() == 0) {
            Rational size = Rational.of(affine.constant()).abs();
            boolean isFirst = text.length() == 0 || affine.constant() > 0;
            append(text, affine.constant() < 0, isFirst ? sizes.alone(size) : sizes.factor(size));
        }
        return new Text(text.toString(), text.toString().matches("\\w+") ? ATOM : SUM);
    }

    private String factor(long number) {
        return sizes.factor(Rational.of(number));
    }

    private static void append(StringBuilder text, boolean isNegative, String part) {
        if (text.length() > 0) {
            text.append(isNegative ? " - " : " + ");
        } else if (isNegative) {
            text.append('-');
        }
        text.append(part);
    }

    // ---------------------------------------------------------------- sums and products

    private Text sum(Expr.Sum sum) {
        StringBuilder text = new StringBuilder();
        List<Expr.Multiple> inOrder = new ArrayList<>(sum.parts());
        inOrder.sort(
                Comparator.comparingInt((Expr.Multiple m) -> -m.coefficient().signum())
                        .thenComparing(m -> isClosed(m.of()))
                        .thenComparingInt(m -> place(m.of())));
        for (Expr.Multiple m : inOrder) {
            if (m.coefficient().isOne() && m.of() instanceof Expr.OfIndices i) {
                String integer = text(i.value()).text();
                boolean isNegative = integer.startsWith("-");
                append(text, isNegative, isNegative ? integer.substring(1) : integer);
                continue;
            }
            append(
                    text,
                    m.coefficient().signum() < 0,
                    multiple(m.coefficient().abs(), m.of()).at(PRODUCT));
        }
        boolean isProduct =
                inOrder.size() == 1
                        && inOrder.get(0).coefficient().signum() > 0
                        && !(inOrder.get(0).of() instanceof Expr.OfIndices);
        return new Text(text.toString(), isProduct ? PRODUCT : SUM);
    }

    private Text multiple(Rational coefficient, Expr of) {
        if (of instanceof Expr.Exact n) {
            return number(coefficient.multiply(n.value()));
        } else if (of instanceof Expr.Product p) {
            return product(coefficient, p.parts(), List.of());
        } else if (coefficient.isOne()) {
            return text(of);
        }
        return product(coefficient, List.of(new Expr.Power(of, 1)), extents(coefficient, of));
    }

    /** The extents of a reduction that is divided by the number of its elements. */
    private List<String> extents(Rational coefficient, Expr of) {
        List<String> extents = new ArrayList<>();
        Rational elements = Rational.ONE;
        if (of instanceof Expr.Reduce r) {
            for (Index k : r.over()) {
                if (!k.extent().isConstant() || k.extentText() == null) {
                    return List.of();
                }
                elements = elements.multiply(Rational.of(k.extent().constant()));
                String text = k.extentText();
                extents.add(text.matches("\\w+") ? text : "(" + text + ")");
            }
        }
        return coefficient.equals(elements.reciprocal()) ? extents : List.of();
    }

    private static boolean isClosed(Expr e) {
        boolean isRead = e instanceof Expr.Read || e instanceof Expr.Named;
        return !isRead && Extents.parts(e).stream().allMatch(ExprPrinter::isClosed);
    }

    /** The place among the arguments of the first tensor that an expression reads. */
    private int place(Expr e) {
        if (e instanceof Expr.Read r) {
            return arguments.indexOf(r.symbol().name());
        } else if (e instanceof Expr.Named n) {
            return place(n.tensor().body());
        }
        return Extents.parts(e).stream().mapToInt(this::place).min().orElse(Integer.MAX_VALUE);
    }

    private Text product(Rational coefficient, List<Expr.Power> parts, List<String> under) {
        List<String> over = new ArrayList<>();
        List<String> below = new ArrayList<>();
        Rational numerator = Rational.of(coefficient.numerator()).abs();
        if (!numerator.isOne()) {
            over.add(sizes.factor(numerator));
        }
        List<Expr.Power> inOrder = new ArrayList<>(parts);
        inOrder.sort(
                Comparator.comparing((Expr.Power p) -> !isClosed(p.base()))
                        .thenComparingInt(p -> place(p.base())));
        for (Expr.Power p : inOrder) {
            boolean isLog2e =
                    p.base() instanceof Expr.Constant c && c.constant() == NamedConstant.LOG2_E;
            boolean isOver = p.exponent() > 0 != isLog2e;
            String base = isLog2e ? "log(2)" : text(p.base()).at(isOver ? PRODUCT : POWER);
            int n = Math.abs(p.exponent());
            (isOver ? over : below).add(n == 1 ? base : text(p.base()).at(ATOM) + " ** " + n);
        }
        if (!coefficient.denominator().equals(java.math.BigInteger.ONE)) {
            if (under.isEmpty()) {
                below.add(sizes.factor(Rational.of(coefficient.denominator())));
            } else {
                below.addAll(under);
            }
        }
        String sign = coefficient.signum() < 0 ? "-" : "";
        if (over.isEmpty()) {
            over.add("1");
        }
        String text = sign + String.join(" * ", over);
        for (String b : below) {
            text += " / " + b;
        }
        boolean isAtom = below.isEmpty() && over.size() == 1 && sign.isEmpty();
        return new Text(
                text, isAtom && text.matches("\\w+") ? ATOM : sign.isEmpty() ? PRODUCT : SUM);
    }
}
