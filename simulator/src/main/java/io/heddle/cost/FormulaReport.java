package io.heddle.cost;

import io.heddle.finding.Location;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a kernel costs, as formulas in words.
 *
 * @param valid for which sizes the formulas hold, such as {@code N >= 1}; empty if there are none
 * @param compared the launches at which they were compared with exact counts
 * @param failure why there are no formulas; empty if there are
 * @param millis that it took to find them
 * @param totals of the counters that are not zero
 * @param instructions those that access memory or branch, in the order of the code
 */
public record FormulaReport(
        String valid,
        List<String> compared,
        String failure,
        long millis,
        Map<Counter, Text> totals,
        List<Of> instructions)
        implements Serializable {
    /** Copies the collections. */
    public FormulaReport {
        compared = List.copyOf(compared);
        EnumMap<Counter, Text> sorted = new EnumMap<>(Counter.class);
        sorted.putAll(totals);
        totals = sorted;
        instructions = List.copyOf(instructions);
    }

    /** A report that there are none. */
    public static FormulaReport none(String failure) {
        return new FormulaReport("", List.of(), failure, 0, Map.of(), List.of());
    }

    /**
     * A count as a formula.
     *
     * @param least a formula that it is not below; null if that is not known
     * @param most a formula that it is not above; null if there is none
     * @param reason why they are not the same; empty if the formula is exact
     */
    public record Text(String least, String most, String reason) implements Serializable {
        /** True if the formula gives the count. */
        public boolean isExact() {
            return reason.isEmpty();
        }

        /** {@code 3*N}, {@code 0 to 3*N}, {@code N or more}, or {@code no formula}. */
        @Override
        public String toString() {
            if (isExact()) {
                return most;
            }
            if (most == null) {
                return least == null || least.equals("0") ? "no formula" : least + " or more";
            }
            return (least == null ? "0" : least) + " to " + most;
        }
    }

    /**
     * The cost of an instruction.
     *
     * @param location where it is
     * @param instruction its mnemonic
     * @param counts what is counted of it, without what is zero
     */
    public record Of(Location location, String instruction, Map<Counter, Text> counts)
            implements Serializable {
        /** Copies the map. */
        public Of {
            EnumMap<Counter, Text> sorted = new EnumMap<>(Counter.class);
            sorted.putAll(counts);
            counts = sorted;
        }
    }
}
