package io.heddle.cli;

import io.heddle.anyinput.assume.AssumptionException;
import io.heddle.anyinput.assume.AssumptionText;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.suite.InputException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers that names stand for on the command line: {@code N=4,D=8}. Names, and integer expressions
 * over them, may stand in shapes, in ranges, in place of numbers, and in grids and blocks.
 */
final class NamedSizes {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern SIZE = Pattern.compile("\\s*(" + NAME + ")\\s*=(.*)");
    private static final Pattern SHAPE =
            Pattern.compile("(\\b(?:in|out|inout):([^:\\[\\]]*):[^:\\[\\],]*\\[)([^\\]]*)(?=\\])");
    private static final Pattern RANGE = Pattern.compile("( in \\[)([^\\])]*)(?=[\\])])");

    private static final Pattern FIELD =
            Pattern.compile("([{,]\\s{0,9})([^:\\[\\]{},]+)(?=[,}])"); // a number of an aggregate

    private final String text;
    private final BitTerms terms = new BitTerms();
    private final Map<String, BitTerm> values = new LinkedHashMap<>();
    private final Map<String, List<String>> extents = new TreeMap<>();

    private NamedSizes(String text) {
        this.text = text;
    }

    /**
     * The sizes that a text gives.
     *
     * @throws InputException naming the option and what was expected
     */
    static NamedSizes parse(String option, String text) {
        NamedSizes sizes = new NamedSizes(text);
        for (String part : text.split(",", -1)) {
            Matcher m = SIZE.matcher(part);
            if (!m.matches()) {
                throw new InputException(
                        option + " " + text + ": expected NAME=NUMBER,…, such as N=4,D=8");
            }
            BigInteger value = sizes.number(option + " " + text, m.group(2));
            if (sizes.values.put(m.group(1), sizes.terms.constant(AssumptionText.WIDTH, value))
                    != null) {
                throw new InputException(
                        option + " " + text + ": " + m.group(1) + " is given twice");
            }
        }
        return sizes;
    }

    /** Sizes with numbers for their names. */
    static NamedSizes of(Map<String, Long> values) {
        List<String> parts = new ArrayList<>();
        values.forEach((n, v) -> parts.add(n + "=" + v));
        return parse("--shape", String.join(",", parts));
    }

    /** The numbers by name, in the order in which they are given. */
    Map<String, Long> values() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (String name : values.keySet()) {
            BigInteger value = number(text, name);
            if (value.bitLength() >= Long.SIZE) {
                throw new InputException(text + ": " + name + " is too large");
            }
            all.put(name, value.longValue());
        }
        return all;
    }

    /** The value of an expression; messages begin with {@code place}. */
    private BigInteger number(String place, String expression) {
        BitTerm value;
        try {
            value = AssumptionText.number(terms, values, expression);
        } catch (AssumptionException e) {
            throw new InputException(
                    place + ": " + expression.strip() + ": " + e.getMessage() + ", with " + this);
        }
        if (!value.isConstant()) { // a division by zero
            throw new InputException(place + ": " + expression.strip() + " is no number");
        }
        BigInteger low = value.low();
        return low.testBit(value.width() - 1)
                ? low.subtract(BigInteger.ONE.shiftLeft(value.width()))
                : low;
    }

    /** An argument, or several words joined by commas, with numbers in place of names. */
    String in(String where, String argument) {
        String place = where + " " + argument;
        boolean isExpression = argument.matches("[A-Za-z_0-9+*/%() -]+") && names(argument);
        if (isExpression) {
            return number(place, argument).toString();
        }
        String ranged = replaced(RANGE, place, argument);
        String shaped =
                SHAPE.matcher(ranged)
                        .replaceAll(
                                m ->
                                        Matcher.quoteReplacement(
                                                m.group(1)
                                                        + shape(
                                                                m.group(2),
                                                                numbers(place, m.group(3)))));
        return argument.startsWith("{") ? replaced(FIELD, place, shaped) : shaped;
    }

    /** A shape; {@code 1} in place of one of too many elements, which {@link #extents} keep. */
    private String shape(String tensor, String numbers) {
        BigInteger elements = BigInteger.ONE;
        for (String n : numbers.split(",", -1)) {
            if (!n.strip().matches("[0-9]+")) {
                return numbers; // its reader says what is wrong
            }
            elements = elements.multiply(new BigInteger(n.strip()));
        }
        if (elements.bitLength() < Integer.SIZE) {
            return numbers;
        }
        extents.put(tensor, List.of(numbers.split(",", -1)));
        return "1";
    }

    /** The extents, by name, of tensors that have more elements than a shape can say. */
    Map<String, List<String>> extents() {
        return extents;
    }

    /** A grid, a block or a number of bytes with numbers in place of names. */
    String inList(String where, String list) {
        return numbers(where + " " + list, list);
    }

    private String replaced(Pattern pattern, String place, String in) {
        return pattern.matcher(in)
                .replaceAll(m -> Matcher.quoteReplacement(m.group(1) + numbers(place, m.group(2))));
    }

    private String numbers(String place, String list) {
        List<String> parts = new ArrayList<>();
        for (String part : list.split(",", -1)) {
            boolean isName = NAME.matcher(part.strip()).matches();
            boolean isNumber = part.strip().matches("inf|nan");
            parts.add(names(part) || isName && !isNumber ? number(place, part).toString() : part);
        }
        return String.join(",", parts);
    }

    /** True if one of the names stands in a text. */
    private boolean names(String in) {
        return NAME.matcher(in).results().anyMatch(m -> values.containsKey(m.group()));
    }

    /** As the user spelled them. */
    @Override
    public String toString() {
        return text;
    }
}
