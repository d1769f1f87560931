package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Simulated.Run;
import io.heddle.decide.ProofAssumption;
import io.heddle.decide.ProofAssumption.InDomain;
import io.heddle.decide.ProofAssumption.Recovered;
import io.heddle.finding.Assumption;
import io.heddle.finding.Assumption.Kind;
import io.heddle.refute.Domain;
import io.heddle.replay.Excuse;
import io.heddle.simulate.SimulationResult;
import io.heddle.term.FloatFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PremisesTest {
    private static Run run(Assumption... assumptions) {
        SimulationResult none = Made.result();
        return new Run(
                null,
                new SimulationResult(
                        List.of(),
                        true,
                        List.of(),
                        List.of(assumptions),
                        none.statistics(),
                        none.ctasExecuted()));
    }

    private static Assumption of(Kind kind, String subject, String text) {
        return new Assumption(kind, subject, text, null);
    }

    private static Premises proving(ProofAssumption... proofs) {
        return Premises.of().with(List.of(proofs));
    }

    @Test
    void sidesThatDidNotRunAssumeNothing() {
        Premises none = Premises.of(null, new Run(null, null));
        assertFalse(none.have(Kind.values()));
        assertFalse(none.excludeOverflow());
        assertEquals(Set.of(), none.excuses());
    }

    @Test
    void theKindCountsAndNotTheText() {
        Run lies = run(of(Kind.OTHER, null, "no integer overflow: add.s16 at k.ptx:1 fits"));
        assertFalse(Premises.of(lies).excludeOverflow());
        assertTrue(
                Premises.of(lies, run(of(Kind.NARROW_OVERFLOW, null, "fits"))).excludeOverflow());
        Premises trap = Premises.of(run(of(Kind.TRAP, null, "x[0] != 0")));
        assertTrue(trap.have(Kind.TRAP));
        assertEquals(Set.of(), trap.excuses());
    }

    @Test
    void aRoundedIntegerIsNoOverflow() {
        Premises rounded = Premises.of(run(of(Kind.ROUNDED_INTEGER, null, "kept")));
        assertFalse(rounded.excludeOverflow());
        assertEquals(Set.of(Excuse.ROUNDED_INTEGER), rounded.excuses());
        Premises clamped = Premises.of(run(of(Kind.CLAMPED_CONVERSION, null, "fits")));
        assertEquals(Set.of(Excuse.CLAMPED_CONVERSION), clamped.excuses());
    }

    @Test
    void everyDomainHasItsExcuse() {
        assertEquals(
                Set.of(Excuse.DIVISION),
                proving(new InDomain(Domain.Kind.NONZERO, "x != 0")).excuses());
        assertEquals(
                Set.of(Excuse.ROOT, Excuse.SPECIAL_WORD),
                proving(
                                new InDomain(Domain.Kind.NONNEGATIVE, "x >= 0"),
                                new InDomain(Domain.Kind.NUMBER, "f32.of.bits(x) is a number"))
                        .excuses());
        assertEquals(
                Set.of(Excuse.LOGARITHM, Excuse.ROOT, Excuse.DIVISION),
                proving(new InDomain(Domain.Kind.POSITIVE, "x > 0")).excuses());
    }

    @Test
    void theCoarsestLiteralDecidesHowFarConstantsMayMove() {
        Recovered single = new Recovered(FloatFormat.F32, "0f3EAAAAAB stands for 1/3");
        Recovered half = new Recovered(FloatFormat.F16, "f16 0x3555 stands for 1/3");
        assertEquals(0x1p-22, proving(single).ofConstants());
        assertEquals(0x1p-9, proving(single, half).ofConstants());
        assertTrue(proving(half).readConstants());
        assertFalse(proving(new InDomain(Domain.Kind.NONZERO, "x stands for y")).readConstants());
    }

    @Test
    void stepsAreListedOnceEach() {
        Run first = run(of(Kind.ROUNDING, "is compared at k.ptx:1", "one"));
        Run second =
                run(
                        of(Kind.ROUNDING, "is compared at k.ptx:1", "two"),
                        of(Kind.ROUNDING, "is converted at k.ptx:2", "three"));
        Roundings pair = new Roundings(List.of(), List.of("is compared at k.ptx:1", "other"));
        assertEquals(
                List.of("is compared at k.ptx:1", "is converted at k.ptx:2", "other"),
                Premises.of(first, second).steps(pair));
        assertTrue(Premises.of(first).listRoundings(Roundings.NONE));
        assertFalse(Premises.of().listRoundings(pair));
        assertTrue(
                Premises.of()
                        .listRoundings(
                                new Roundings(
                                        List.of(of(Kind.ROUNDING, "k.ptx:1", "some")), List.of())));
    }
}
