package io.heddle.anyinput.assume;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads conditions such as {@code n <= 1024 && ld % 4 == 0}: comparisons of integer expressions
 * with {@code + - * / %} over names and numbers, joined by {@code && || !}. Expressions are
 * integers that do not wrap; {@code /} and {@code %} cut towards zero, as in C.
 */
public final class AssumptionText {
    /** Bits in which expressions are computed: products of four numbers of 64 bits have room. */
    public static final int WIDTH = 256;

    private static final int DEEPEST = 100; // brackets in one another
    private static final Pattern TOKEN =
            Pattern.compile(
                    "\\s*(?:([A-Za-z_][A-Za-z_0-9]*(?:\\.[xyz])?)|([0-9]{1,20})(?![0-9A-Za-z_.])"
                            + "|(&&|\\|\\||<=|>=|==|!=|[-+*/%()<>!])|(\\S))");

    private final BitTerms terms;
    private final Map<String, BitTerm> names;
    private final String text;
    private final Matcher tokens;
    private String token = "";
    private int at;
    private int depth;

    private AssumptionText(BitTerms terms, Map<String, BitTerm> names, String text) {
        this.terms = terms;
        this.names = new TreeMap<>(names);
        this.text = text;
        tokens = TOKEN.matcher(text);
        next();
    }

    /**
     * The condition that a text is.
     *
     * @param names what names stand for: numbers with a sign, of any width
     * @throws AssumptionException naming the column and what was expected
     */
    public static BitTerm condition(BitTerms terms, Map<String, BitTerm> names, String text) {
        AssumptionText parser = new AssumptionText(terms, names, text);
        BitTerm result = parser.either();
        parser.end();
        return result;
    }

    /**
     * The number that a text is, in {@link #WIDTH} bits.
     *
     * @throws AssumptionException naming the column and what was expected
     */
    public static BitTerm number(BitTerms terms, Map<String, BitTerm> names, String text) {
        AssumptionText parser = new AssumptionText(terms, names, text);
        BitTerm result = parser.sum();
        parser.end();
        return result;
    }

    private void end() {
        if (!token.isEmpty()) {
            throw error("expected an operator or the end, found '" + token + "'");
        }
    }

    private void next() {
        int from = tokens.regionStart();
        if (tokens.region(from, text.length()).lookingAt()) {
            token = tokens.group().strip();
            at = tokens.end() - token.length();
            tokens.region(tokens.end(), text.length());
        } else {
            token = "";
            at = text.length();
        }
    }

    private AssumptionException error(String message) {
        return new AssumptionException(at + 1, message);
    }

    private boolean take(String symbol) {
        boolean found = token.equals(symbol);
        if (found) {
            next();
        }
        return found;
    }

    private String found() {
        return token.isEmpty() ? "the end" : "'" + token + "'";
    }

    // ---------------------------------------------------------------- conditions

    private BitTerm either() {
        BitTerm result = both();
        while (take("||")) {
            result = terms.or(result, both());
        }
        return result;
    }

    private BitTerm both() {
        BitTerm result = single();
        while (take("&&")) {
            result = terms.and(result, single());
        }
        return result;
    }

    private BitTerm single() {
        if (take("!")) {
            deeper();
            BitTerm negated = terms.not(single());
            depth--;
            return negated;
        }
        if (token.equals("(") && isCondition()) {
            next();
            deeper();
            BitTerm inner = either();
            close();
            return inner;
        }
        return comparison();
    }

    /** True if what stands between this bracket and its partner is a condition, not a number. */
    private boolean isCondition() {
        int open = 0;
        Matcher ahead = TOKEN.matcher(text);
        ahead.region(at, text.length());
        while (ahead.lookingAt()) {
            String t = ahead.group().strip();
            open += t.equals("(") ? 1 : t.equals(")") ? -1 : 0;
            if (open == 0) {
                return false;
            }
            if (t.matches("&&|\\|\\||<=|>=|==|!=|<|>|!")) {
                return true;
            }
            ahead.region(ahead.end(), text.length());
        }
        return false;
    }

    private void close() {
        if (!take(")")) {
            throw error("expected ')', found " + found());
        }
        depth--;
    }

    private void deeper() {
        if (++depth > DEEPEST) {
            throw error("brackets nest more than " + DEEPEST + " deep");
        }
    }

    private BitTerm comparison() {
        BitTerm a = sum();
        String order = token;
        if (!order.matches("<|>|<=|>=|==|!=")) {
            throw error("expected a comparison, found " + found());
        }
        next();
        BitTerm b = sum();
        return switch (order) {
            case "<" -> terms.slt(a, b);
            case ">" -> terms.slt(b, a);
            case "<=" -> terms.not(terms.slt(b, a));
            case ">=" -> terms.not(terms.slt(a, b));
            case "==" -> terms.eq(a, b);
            default -> terms.not(terms.eq(a, b));
        };
    }

    // ---------------------------------------------------------------- numbers

    private BitTerm sum() {
        BitTerm result = product();
        while (token.equals("+") || token.equals("-")) {
            boolean plus = token.equals("+");
            next();
            BitTerm b = product();
            result = plus ? terms.add(result, b) : terms.sub(result, b);
        }
        return result;
    }

    private BitTerm product() {
        BitTerm result = factor();
        while (token.equals("*") || token.equals("/") || token.equals("%")) {
            String op = token;
            next();
            BitTerm b = factor();
            result =
                    op.equals("*")
                            ? terms.mul(result, b)
                            : terms.divide(op.equals("/") ? BitOp.SDIV : BitOp.SREM, result, b);
        }
        return result;
    }

    private BitTerm factor() {
        if (take("-")) {
            deeper();
            BitTerm negative = terms.neg(factor());
            depth--;
            return negative;
        }
        if (take("(")) {
            deeper();
            BitTerm inner = sum();
            close();
            return inner;
        }
        if (token.matches("[0-9]+")) {
            BitTerm number = terms.constant(WIDTH, new BigInteger(token));
            next();
            return number;
        }
        BitTerm named = names.get(token);
        if (named == null) {
            boolean isName = token.matches("[A-Za-z_].*");
            throw error(
                    isName
                            ? "nothing is named "
                                    + token
                                    + "; there are "
                                    + String.join(", ", names.keySet())
                            : "expected a name or a number, found " + found());
        }
        next();
        return terms.sext(named, WIDTH);
    }
}
