package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values that a solver gives to terms. */
public final class Model {
    private final Map<BitTerm, BigInteger> values = new HashMap<>();

    private Model() {}

    /**
     * Reads what {@code get-value} prints.
     *
     * @param printed the answer after the line {@code sat}; blank if nothing was asked for
     * @param shown the terms in the order in which they were asked for
     */
    static Model read(String printed, Iterable<BitTerm> shown) {
        Model model = new Model();
        Iterator<BitTerm> terms = shown.iterator();
        if (!terms.hasNext()) {
            return model;
        }
        // ((name value) (name value) …): values are the second items
        for (List<Object> pair : pairs(printed)) {
            BitTerm t = terms.next();
            BigInteger modulus = BigInteger.ONE.shiftLeft(t.width());
            model.values.put(t, number(pair.get(1)).mod(modulus));
        }
        return model;
    }

    @SuppressWarnings("unchecked")
    private static List<List<Object>> pairs(String printed) {
        ArrayDeque<List<Object>> open = new ArrayDeque<>();
        open.push(new ArrayList<>());
        Matcher m = TOKEN.matcher(printed);
        while (m.find()) {
            String token = m.group();
            if (token.equals("(")) {
                open.push(new ArrayList<>());
            } else if (token.equals(")")) {
                List<Object> done = open.pop();
                open.peek().add(done);
            } else {
                open.peek().add(token);
            }
        }
        if (open.peek().isEmpty()) {
            return List.of();
        }
        List<Object> all = (List<Object>) open.peek().get(0);
        return all.stream().map(o -> (List<Object>) o).toList();
    }

    private static final Pattern TOKEN = Pattern.compile("[()]|\\|[^|]*\\||[^\\s()|]+");

    private static BigInteger number(Object value) {
        if (value instanceof List<?> l) { // (- 5), (_ bv5 32)
            String second = (String) l.get(1);
            return l.get(0).equals("-")
                    ? number(second).negate()
                    : new BigInteger(second.substring("bv".length()));
        }
        String text = (String) value;
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true") ? BigInteger.ONE : BigInteger.ZERO;
        }
        if (text.startsWith("#x")) {
            return new BigInteger(text.substring(2), 16);
        }
        return text.startsWith("#b") ? new BigInteger(text.substring(2), 2) : new BigInteger(text);
    }

    /** The bits of a term as a number without a sign; null if it played no part. */
    public BigInteger value(BitTerm t) {
        return t.isConstant() ? t.low() : values.get(t);
    }

    /** The value of the variable of a name, or null. */
    public BigInteger value(String name) {
        for (Map.Entry<BitTerm, BigInteger> e : values.entrySet()) {
            if (e.getKey().operands().isEmpty() && e.getKey().name().equals(name)) {
                return e.getValue();
            }
        }
        return null;
    }

    /** All terms that have a value. */
    public Map<BitTerm, BigInteger> values() {
        return Map.copyOf(values);
    }
}
