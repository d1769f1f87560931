package io.heddle.suite;

import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.KernelCost;
import io.heddle.cost.Ratio;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a launch may cost at most.
 *
 * @param most greatest value of a counter or a ratio, by its spelling; empty if costs are only
 *     counted
 */
public record CostLimits(Map<String, Double> most) implements Serializable {
    /** No limit. */
    public static final CostLimits NONE = new CostLimits(Map.of());

    /** Copies the map. */
    public CostLimits {
        most = new LinkedHashMap<>(most);
    }

    /**
     * Reads {@code NAME=VALUE,…}.
     *
     * @param where what messages begin with
     * @throws InputException if a name or a value is not one
     */
    public static CostLimits parse(String where, List<String> texts) {
        Map<String, Double> limits = new LinkedHashMap<>();
        for (String text : texts) {
            for (String one : text.split(",", -1)) {
                int at = one.indexOf('=');
                String name = at < 0 ? one : one.substring(0, at).strip();
                if (at < 0) {
                    throw new InputException(
                            where + " " + text + ": expected NAME=VALUE, such as conflicts=0");
                }
                if (Counter.of(name).isEmpty() && Ratio.of(name).isEmpty()) {
                    String nearest = NearestName.to(name, names());
                    throw new InputException(
                            where
                                    + " "
                                    + text
                                    + ": no counter "
                                    + name
                                    + (nearest == null
                                            ? "; there are " + String.join(", ", names())
                                            : ", did you mean " + nearest));
                }
                double value = value(where, text, one.substring(at + 1).strip());
                if (limits.put(name, value) != null) {
                    throw new InputException(where + " " + text + ": " + name + " is given twice");
                }
            }
        }
        return new CostLimits(limits);
    }

    private static double value(String where, String text, String number) {
        if (number.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
            return Double.parseDouble(number);
        }
        throw new InputException(
                where + " " + text + ": " + number + " is no number that is at least 0");
    }

    private static Set<String> names() {
        Set<String> names = new TreeSet<>();
        Arrays.stream(Counter.values()).map(Counter::spelling).forEach(names::add);
        Arrays.stream(Ratio.values()).map(Ratio::spelling).forEach(names::add);
        return names;
    }

    /** What of a launch exceeds a limit, in words; empty if nothing does. */
    public List<String> exceeded(KernelCost cost) {
        List<String> exceeded = new ArrayList<>();
        for (Map.Entry<String, Double> limit : most.entrySet()) {
            String name = limit.getKey();
            Counter counter = Counter.of(name).orElse(null);
            boolean over;
            String is;
            if (counter != null) {
                Count count = cost.total(counter);
                over = !count.isBounded() || count.most() > limit.getValue();
                is = count.toString();
            } else {
                Ratio ratio = Ratio.of(name).orElseThrow();
                OptionalDouble value = ratio.atMost(cost);
                over = value.isPresent() && value.getAsDouble() > limit.getValue();
                double greatest = value.orElse(0);
                is =
                        Double.isInfinite(greatest)
                                ? "without a bound"
                                : (ratio.isBound(cost) ? "up to " : "") + decimal(greatest);
            }
            if (over) {
                exceeded.add(name + " " + is + ", expected at most " + decimal(limit.getValue()));
            }
        }
        return exceeded;
    }

    private static String decimal(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%.3g", value);
    }
}
