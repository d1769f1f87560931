package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The arguments in conditions, and the products that a kernel makes of nothing but arguments. */
public final class SizeProducts {
    private final Set<String> arguments = new TreeSet<>();
    private final Map<List<String>, BigInteger> products = new LinkedHashMap<>();

    /** Those in conditions. */
    SizeProducts(List<BitTerm> conditions) {
        Set<BitTerm> seen = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(conditions);
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (!seen.add(t)) {
                continue;
            }
            work.addAll(t.operands());
            if (isArgument(t)) {
                arguments.add(name(t));
            }
            List<String> factors = new ArrayList<>();
            if (t.op() == BitOp.MUL && factors(t, factors)) {
                factors.sort(null);
                BigInteger most = BigInteger.ONE.shiftLeft(t.width() - 1).subtract(BigInteger.ONE);
                products.merge(factors, most, BigInteger::min);
            }
        }
    }

    private static boolean isArgument(BitTerm t) {
        return t.op() == BitOp.VARIABLE && t.name().startsWith(Arguments.PREFIX) && t.width() > 1;
    }

    private static String name(BitTerm argument) {
        return argument.name().substring(Arguments.PREFIX.length());
    }

    /** True if a term is a product of arguments alone, which are then entered. */
    private static boolean factors(BitTerm t, List<String> factors) {
        return switch (t.op()) {
            case VARIABLE -> isArgument(t) && factors.add(name(t));
            case SEXT, ZEXT, LOW -> factors(t.operand(0), factors);
            case MUL -> factors(t.operand(0), factors) && factors(t.operand(1), factors);
            default -> false;
        };
    }

    /** The names of the arguments. */
    public Set<String> arguments() {
        return arguments;
    }

    /**
     * The greatest value that each product may have where its bits are a number with a sign, by the
     * sorted names of its factors; without products that are part of another one as narrow.
     */
    public Map<List<String>, BigInteger> products() {
        Map<List<String>, BigInteger> all = new LinkedHashMap<>(products);
        all.keySet().removeIf(this::isPart);
        return all;
    }

    private boolean isPart(List<String> factors) {
        return products.entrySet().stream()
                .filter(e -> e.getKey().size() > factors.size())
                .filter(e -> e.getValue().compareTo(products.get(factors)) <= 0)
                .anyMatch(e -> contains(e.getKey(), factors));
    }

    private static boolean contains(List<String> all, List<String> some) {
        List<String> left = new ArrayList<>(all);
        return some.stream().allMatch(left::remove);
    }
}
