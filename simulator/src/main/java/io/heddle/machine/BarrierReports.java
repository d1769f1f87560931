package io.heddle.machine;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.sync.barrier.BarrierFault;
import io.heddle.sync.barrier.Barriers;
import io.heddle.sync.barrier.Generation;

/**
 * Turns what the {@link Barriers} of a CTA notice into findings, assumptions and records of
 * generations.
 */
final class BarrierReports {
    private final Machine machine;
    private final int cta;
    private final Barriers barriers;
    private final BarrierSites sites;
    private boolean recycled; // some barrier was used again too early

    /**
     * Makes the reports of a CTA's barriers.
     *
     * @param cta number of the CTA among the executed ones
     */
    BarrierReports(Machine machine, int cta, Barriers barriers) {
        this.machine = machine;
        this.cta = cta;
        this.barriers = barriers;
        sites = new BarrierSites(machine.program());
        if (machine.options().recordBarriers()) {
            barriers.observe(generation -> record(generation, true));
        }
    }

    /** The numbered places of the CTA's barrier instructions. */
    BarrierSites sites() {
        return sites;
    }

    /**
     * Reports barriers that were used again too early, and lists the assumption that an aligned
     * barrier does not wait for lanes that exit.
     */
    void reportRecyclings() {
        for (int instruction : barriers.takePassedBy()) {
            machine.assume(
                    Assumption.Kind.OTHER,
                    "an aligned barrier does not wait for lanes of the same warp that exit"
                            + " instead (undefined in PTX, harmless on hardware)",
                    sites.step(instruction));
        }
        for (BarrierFault fault : barriers.takeRecyclings()) {
            report(fault);
            recycled = true;
        }
    }

    private void record(Generation g, boolean completed) {
        machine.barriers()
                .add(
                        new DynamicBarrier(
                                cta,
                                g.barrier(),
                                g.number(),
                                g.arrived(),
                                g.waited(),
                                g.turns(),
                                place(g.instruction()),
                                completed));
    }

    /** Reports a fault and returns the exception that ends the run. */
    StopException fail(BarrierFault fault) {
        if (machine.options().recordBarriers()) {
            barriers.incomplete().forEach(generation -> record(generation, false));
        }
        report(fault);
        return new StopException();
    }

    private void report(BarrierFault fault) {
        Finding.Kind kind =
                switch (fault.kind()) {
                    case DEADLOCK -> Finding.Kind.DEADLOCK;
                    case DIVERGENCE -> Finding.Kind.BARRIER_DIVERGENCE;
                    case MISUSE -> Finding.Kind.BARRIER_MISUSE;
                };
        Location other = fault.otherInstruction() < 0 ? null : place(fault.otherInstruction());
        String message = fault.waits().isEmpty() ? misuse(fault, other) : waits(fault);
        machine.report(
                new Finding(
                        kind,
                        message,
                        place(fault.instruction()),
                        other,
                        fault.threads(),
                        null,
                        false),
                "");
    }

    private String misuse(BarrierFault fault, Location other) {
        return other == null
                ? fault.message()
                : fault.message() + " (at " + place(fault.instruction()) + " and " + other + ")";
    }

    private String waits(BarrierFault fault) {
        StringBuilder message = new StringBuilder(fault.message());
        String separator = ": ";
        for (BarrierFault.Wait wait : fault.waits()) {
            message.append(separator).append(wait.text());
            message.append(" at ").append(place(wait.instruction()));
            if (!wait.lack().isEmpty()) {
                message.append(' ').append(wait.lack());
            }
            if (wait.arrival() >= 0) {
                message.append(' ').append(place(wait.arrival()));
            }
            separator = "; ";
        }
        if (recycled) {
            message.append("; before that a barrier was used again without an order, which may be");
            message.append(" the cause (see BARRIER_MISUSE)");
        }
        return message.toString();
    }

    private Location place(int site) {
        return sites.location(site);
    }
}
