package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.algebra.Recovery;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The literals of some terms that recovery reads as other numbers, in the user's words.
 *
 * @param list one a literal, in order of their texts
 */
public record Recoveries(List<ProofAssumption> list) implements Serializable {
    static final Recoveries NONE = new Recoveries(List.of());

    /** Copies the list. */
    public Recoveries {
        list = List.copyOf(list);
    }

    /** Those of all conditions of a pair, which each proof lists that reads one of them so. */
    public static Recoveries of(
            TermStore store, List<VerificationCondition> conditions, DecideOptions options) {
        return of(store, Ground.below(store, conditions), options);
    }

    static Recoveries of(TermStore store, FanOut fanOut, DecideOptions options) {
        return options.exactConstants() ? NONE : of(store, fanOut, options.recovery());
    }

    /** The recovered literals below the roots of {@code fanOut}. */
    private static Recoveries of(TermStore store, FanOut fanOut, Recovery recovery) {
        if (!fanOut.contains(Op.LITERAL)) {
            return NONE;
        }
        TreeMap<String, ProofAssumption> literals = new TreeMap<>();
        for (int t = 1; t <= fanOut.top(); t++) {
            if (store.op(t) == Op.LITERAL && fanOut.isReached(t)) {
                FloatFormat format = store.literalFormat(t);
                long bits = store.literalBits(t);
                Optional<RecoveredConstant> c = recovery.recover(format, bits);
                if (c.isPresent() && !c.get().isValue(store.rationalValue(t))) {
                    String text = spelling(format, bits) + " stands for " + c.get().text();
                    literals.put(text, new ProofAssumption.Recovered(format, text));
                }
            }
        }
        return literals.isEmpty() ? NONE : new Recoveries(List.copyOf(literals.values()));
    }

    private static String spelling(FloatFormat format, long bits) {
        return switch (format) {
            case F32 -> String.format(Locale.ROOT, "0f%08X", bits);
            case F64 -> String.format(Locale.ROOT, "0d%016X", bits);
            case F16, BF16, E4M3, E5M2 ->
                    String.format(
                            Locale.ROOT,
                            "%s 0x%0" + format.bits() / 4 + "X",
                            format.name().toLowerCase(Locale.ROOT),
                            bits);
        };
    }

    boolean isEmpty() {
        return list.isEmpty();
    }
}
