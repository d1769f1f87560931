package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Location;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The steps of an execution at which a rounding may decide something, each once. */
final class DecidingSteps {
    private final Assumptions assumptions;
    private final Map<Long, RoundedStep> steps = new LinkedHashMap<>(); // by operands
    private final Map<Instruction, String> places = new HashMap<>();

    DecidingSteps(Assumptions assumptions) {
        this.assumptions = assumptions;
    }

    /** The steps in the order of execution. */
    List<RoundedStep> list() {
        return new ArrayList<>(steps.values());
    }

    /** Adds that the bits of {@code t} are read. */
    void addRead(int t) {
        steps.computeIfAbsent(key(t, t), k -> new RoundedStep(t, t, 0, RoundedSteps.READ, null));
    }

    /** Adds that {@code instruction} takes a root or a logarithm of {@code t}. */
    void addDomain(int t, int how, Instruction instruction) {
        steps.computeIfAbsent(
                key(t, RoundedStep.DOMAIN),
                k -> step(t, RoundedStep.DOMAIN, how, "takes", instruction));
    }

    /** Adds a comparison of a and b; a conversion of a if b is 0. */
    void add(int a, int b, int how, String verb, Instruction instruction) {
        RoundedStep before = steps.get(key(a, b));
        if (before != null && a != 0 && before.how() != how) {
            // over the reals the outcomes are one, and nothing is left of two
            if (b == 0) {
                assumeKept(verb, instruction);
            } else {
                assumeUndecided(verb, instruction);
            }
        }
        int first = b == 0 ? a : Math.min(a, b);
        int second = b == 0 ? 0 : Math.max(a, b);
        steps.computeIfAbsent(key(a, b), k -> step(first, second, how, verb, instruction));
    }

    private RoundedStep step(int a, int b, int how, String verb, Instruction instruction) {
        return new RoundedStep(a, b, how, place(verb, instruction), Location.of(instruction));
    }

    /** Lists that no rounding decides what the bits of a float are that are read. */
    void assumeReadUndecided() {
        assume(RoundedSteps.READ, RoundingEffect.DECIDES, null);
    }

    /** Lists that no rounding decides what {@code instruction} does. */
    void assumeUndecided(String verb, Instruction instruction) {
        assume(place(verb, instruction), RoundingEffect.DECIDES, instruction);
    }

    /** Lists that no rounding changes the integer that {@code instruction} makes. */
    void assumeKept(String verb, Instruction instruction) {
        assume(place(verb, instruction), RoundingEffect.CHANGES_INTEGER, instruction);
    }

    private void assume(String place, RoundingEffect effect, Instruction at) {
        assumptions.add(Assumption.Kind.ROUNDING, place, effect.deniedAt(place), at);
    }

    /** True if the comparison of a and b in {@code format} was added. */
    boolean isListed(int a, int b, FloatFormat format) {
        RoundedStep step = steps.get(key(a, b));
        return step != null && step.how() == how(format);
    }

    /** How floats of {@code format} are compared or converted, which were rounded before. */
    static int how(FloatFormat format) {
        return 1 + format.ordinal();
    }

    /** What an instruction does and where, for a user. */
    String place(String verb, Instruction instruction) {
        return places.computeIfAbsent(
                instruction,
                i ->
                        i.mnemonic()
                                + " at "
                                + i.position().file()
                                + ":"
                                + i.position().line()
                                + " "
                                + verb);
    }

    private static long key(int a, int b) {
        return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
    }
}
