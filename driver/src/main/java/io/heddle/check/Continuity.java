package io.heddle.check;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proves of choices that they do not jump where a comparison in their condition turns: {@code x > 0
 * ? x : 0.1 * x} does not, {@code x > 1 ? 2 * x : 0} does. Which way a comparison of rounded
 * numbers turns out matters only to a choice that jumps.
 *
 * <p>A choice does not jump if its arms are equal wherever the numbers compared are: one of these
 * is put in for the other, and the decider proves the arms equal. {@link Jumps} says first, by
 * numbers, where that is hopeless.
 */
final class Continuity {
    private final TermStore source;
    private final DecideOptions options;
    private final Jumps jumps;
    private final TermStore target = new TermStore();
    private final Map<Integer, Integer> copies = new HashMap<>();
    private final Set<Question> asked = new HashSet<>();
    private final Set<Question> continuous = new HashSet<>();
    private final List<Question> open = new ArrayList<>();
    private final List<VerificationCondition> conditions = new ArrayList<>(); // of the open ones

    /** A choice and a comparison that is a part of its condition. */
    private record Question(int choice, int comparison) {}

    /** Choices among the terms of {@code store}. */
    Continuity(TermStore store, DecideOptions options) {
        this.source = store;
        this.options = options;
        this.jumps = new Jumps(store);
    }

    /** Asks whether {@code choice} jumps where the operands of {@code comparison} are equal. */
    void ask(int choice, int comparison) {
        Question question = new Question(choice, comparison);
        if (!asked.add(question) || jumps.at(choice, comparison)) {
            return;
        }
        int a = source.a(comparison);
        int b = source.b(comparison);
        int replaced = source.isClosed(Math.max(a, b)) ? Math.min(a, b) : Math.max(a, b);
        int from = copy(replaced);
        int to = copy(a + b - replaced);
        int then = substituted(copy(source.b(choice)), from, to);
        int otherwise = substituted(copy(source.c(choice)), from, to);
        if (then == otherwise) {
            continuous.add(question);
        } else {
            open.add(question);
            conditions.add(new VerificationCondition("", open.size(), then, otherwise));
        }
    }

    /** Answers what was asked. */
    void decide() {
        if (open.isEmpty()) {
            return;
        }
        try {
            List<Decision> decisions = new Decider(target, options).decide(conditions);
            for (int i = 0; i < open.size(); i++) {
                if (decisions.get(i) instanceof Decision.Proved) {
                    continuous.add(open.get(i));
                }
            }
        } catch (LimitExceededException e) {
            // what is not proved may jump
        }
        open.clear();
        conditions.clear();
    }

    /** True if {@code choice} is known not to jump where {@code comparison} turns. */
    boolean isProved(int choice, int comparison) {
        return continuous.contains(new Question(choice, comparison));
    }

    private int copy(int root) {
        TermWalk.complete(
                root,
                copies::containsKey,
                source::operands,
                t -> {
                    int[] x = source.operands(t);
                    for (int i = 0; i < x.length; i++) {
                        x[i] = copies.get(x[i]);
                    }
                    copies.put(t, Rebuild.in(target, source, t, x));
                });
        return copies.get(root);
    }

    /** {@code root} with {@code to} for {@code from}; what is older than that has none of it. */
    private int substituted(int root, int from, int to) {
        Map<Integer, Integer> done = new HashMap<>();
        done.put(from, to);
        TermWalk.complete(
                root,
                t -> t < from || done.containsKey(t),
                target::operands,
                t -> {
                    int[] x = target.operands(t);
                    boolean same = true;
                    for (int i = 0; i < x.length; i++) {
                        int put = done.getOrDefault(x[i], x[i]);
                        same &= put == x[i];
                        x[i] = put;
                    }
                    done.put(t, same ? t : Rebuild.of(target, t, x));
                });
        return done.getOrDefault(root, root);
    }
}
