package io.heddle.lift;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names for numbers that are sizes of the launch: 13 is D where D is 13. */
final class SizeNames {
    private static final long LEAST = 3; // smaller numbers mostly are numbers
    private static final long LEAST_BLOCK = 32; // elements, beyond the last of which masks lead
    private static final long MOST_BLOCK = 1024;

    private final Map<Long, String> names = new LinkedHashMap<>(); // those of products in brackets

    /**
     * @param dims the values by name; none gives no number a name
     */
    SizeNames(Map<String, Long> dims) {
        dims.forEach((name, value) -> put(value, name));
        List<String> all = new ArrayList<>(dims.keySet());
        for (int a = 0; a < all.size(); a++) {
            for (int b = a; b < all.size(); b++) {
                boolean isSmall = Math.min(dims.get(all.get(a)), dims.get(all.get(b))) < LEAST;
                put(
                        isSmall ? 0 : dims.get(all.get(a)) * dims.get(all.get(b)),
                        "(" + all.get(a) + " * " + all.get(b) + ")");
            }
        }
        dims.forEach((name, value) -> put(value - 1, "(" + name + " - 1)"));
        for (long block = LEAST_BLOCK; block <= MOST_BLOCK; block *= 2) {
            long size = block;
            dims.forEach((name, value) -> put(size - value, "(" + size + " - " + name + ")"));
        }
    }

    private void put(long value, String name) {
        if (value >= LEAST) {
            names.putIfAbsent(value, name);
        }
    }

    /** A number that is not negative, as an operand of a product. */
    String factor(Rational number) {
        boolean isLong = number.isInteger() && number.isSmall();
        String digits = number.numerator().toString();
        return isLong ? names.getOrDefault(number.smallNumerator(), digits) : digits;
    }

    /** The same where nothing is beside it. */
    String alone(Rational number) {
        String factor = factor(number);
        return factor.startsWith("(") ? factor.substring(1, factor.length() - 1) : factor;
    }
}
