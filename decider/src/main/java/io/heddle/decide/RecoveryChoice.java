package io.heddle.decide;

import io.heddle.algebra.ConstantTable;
import io.heddle.algebra.FanOut;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.algebra.Recovery;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decides which literals stay exact in a pair, so that literals with different values become one
 * number only where the verdict's list of assumptions explains the difference.
 *
 * <ul>
 *   <li>Of several patterns of one format for one constant all but one stay exact: the nearest is
 *       recovered, or the first where the nearest is not there.
 *   <li>Literals of different formats become one constant only if no side has two of them and none
 *       decides a comparison or a rounding to an integer: 0.1 in f16 on one side and in f32 on the
 *       other is an assumption, their difference times 2^20 on one side is not.
 *   <li>Literals stay exact that would make another number of some term, by more than roundings do
 *       ({@link ReadingEffect}).
 * </ul>
 *
 * Constants that differ by their sign and powers of two count as one.
 */
public final class RecoveryChoice {
    private final TermStore store;
    private final Set<Recovery.Literal> exact = new LinkedHashSet<>();
    private FanOut references;
    private FanOut candidates;
    private FanOut steps;

    private RecoveryChoice(TermStore store, Recovery before) {
        this.store = store;
        exact.addAll(before.exact());
    }

    /**
     * The decision for all of a pair's conditions; what {@code options} leave exact stays so. If
     * they have the decision, it is that one.
     */
    public static Recovery of(
            TermStore store, List<VerificationCondition> conditions, DecideOptions options) {
        return of(store, conditions, options, WorkThreads.ONE);
    }

    /** The same by several threads. */
    public static Recovery of(
            TermStore store,
            List<VerificationCondition> conditions,
            DecideOptions options,
            WorkThreads threads) {
        boolean decided = options.recovery().decided();
        if (decided || options.exactConstants() || !store.contains(Op.LITERAL)) {
            return options.recovery();
        }
        RecoveryChoice choice = new RecoveryChoice(store, options.recovery());
        choice.choose(conditions);
        choice.keepAmplified(conditions, options, threads);
        return new Recovery(new ArrayList<>(choice.exact), true);
    }

    private void choose(List<VerificationCondition> conditions) {
        for (List<Integer> rivals : groups(conditions).values()) {
            if (rivals.size() > 1 && hasDifferentValues(rivals)) {
                if (references == null) {
                    reach(conditions);
                }
                apart(rivals);
            }
        }
    }

    /** Leaves literals exact until the others change no term by more than roundings do. */
    private void keepAmplified(
            List<VerificationCondition> conditions, DecideOptions options, WorkThreads threads) {
        int[] roots =
                conditions.stream()
                        .filter(vc -> vc.reference() != vc.candidate())
                        .flatMapToInt(vc -> IntStream.of(vc.reference(), vc.candidate()))
                        .toArray();
        Set<Recovery.Literal> amplified;
        do {
            Recovery reading = new Recovery(new ArrayList<>(exact), false);
            amplified = new ReadingEffect(store, reading, options, threads, roots).beyondRounding();
        } while (exact.addAll(amplified));
    }

    /** The literals of each constant, in the order of the store. */
    private Map<RecoveredConstant, List<Integer>> groups(List<VerificationCondition> conditions) {
        int top = 0;
        for (VerificationCondition vc : conditions) {
            top = Math.max(top, Math.max(vc.reference(), vc.candidate()));
        }
        Map<RecoveredConstant, List<Integer>> groups = new LinkedHashMap<>();
        for (int t = 1; t <= top; t++) {
            if (store.op(t) == Op.LITERAL) {
                Optional<RecoveredConstant> c =
                        ConstantTable.standard()
                                .recover(store.literalFormat(t), store.literalBits(t));
                if (c.isPresent() && !c.get().isValue(store.rationalValue(t))) {
                    groups.computeIfAbsent(c.get().oddPart(), k -> new ArrayList<>()).add(t);
                }
            }
        }
        return groups;
    }

    private boolean hasDifferentValues(List<Integer> literals) {
        return literals.stream().map(this::significand).distinct().count() > 1;
    }

    /** The literal's value without its sign and power of two. */
    private Rational significand(int t) {
        return RecoveredConstant.rational(store.rationalValue(t)).oddPart().factor();
    }

    private boolean isNearest(int t) {
        FloatFormat format = store.literalFormat(t);
        long bits = store.literalBits(t);
        RecoveredConstant number = ConstantTable.standard().recover(format, bits).orElseThrow();
        return ConstantTable.isNearest(number, format, bits);
    }

    private void reach(List<VerificationCondition> conditions) {
        references =
                FanOut.of(
                        store,
                        conditions.stream().mapToInt(VerificationCondition::reference).toArray());
        candidates =
                FanOut.of(
                        store,
                        conditions.stream().mapToInt(VerificationCondition::candidate).toArray());
        List<Integer> roots = new ArrayList<>();
        for (int t = 1; t <= Math.max(references.top(), candidates.top()); t++) {
            if (isStep(store.op(t)) && (reaches(references, t) || reaches(candidates, t))) {
                roots.add(t);
            }
        }
        steps = FanOut.of(store, roots.stream().mapToInt(Integer::intValue).toArray());
    }

    private static boolean isStep(Op op) {
        return switch (op) {
            case LT, LE, EQ, FLOOR, CEIL, TRUNC, RINT -> true;
            default -> false;
        };
    }

    private static boolean reaches(FanOut fanOut, int t) {
        return t <= fanOut.top() && fanOut.isReached(t);
    }

    private void apart(List<Integer> rivals) {
        Set<FloatFormat> left = EnumSet.noneOf(FloatFormat.class);
        Set<FloatFormat> right = EnumSet.noneOf(FloatFormat.class);
        List<Integer> present = new ArrayList<>();
        boolean compared = false;
        for (int t : rivals) {
            boolean reference = reaches(references, t);
            boolean candidate = reaches(candidates, t);
            if (reference) {
                left.add(store.literalFormat(t));
            }
            if (candidate) {
                right.add(store.literalFormat(t));
            }
            if (reference || candidate) {
                present.add(t);
                compared |= reaches(steps, t);
            }
        }
        Set<FloatFormat> both = EnumSet.copyOf(left);
        both.addAll(right);
        boolean mixed = left.size() > 1 || right.size() > 1 || both.size() > 1 && compared;
        Map<FloatFormat, Rational> kept = new EnumMap<>(FloatFormat.class);
        present.stream().filter(this::isNearest).forEach(t -> keep(kept, t));
        present.forEach(t -> keep(kept, t));
        for (int t : present) {
            FloatFormat format = store.literalFormat(t);
            if (mixed || !significand(t).equals(kept.get(format))) {
                exact.add(new Recovery.Literal(format, store.literalBits(t)));
            }
        }
    }

    private void keep(Map<FloatFormat, Rational> kept, int t) {
        kept.putIfAbsent(store.literalFormat(t), significand(t));
    }
}
