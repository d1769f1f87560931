package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.machine.BarrierStep;
import io.heddle.machine.Decoder;
import io.heddle.machine.ScheduleDependence;
import io.heddle.machine.Step;
import io.heddle.machine.Tickets;
import io.heddle.machine.TrapStep;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.machine.WarpBarrierStep;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.sync.barrier.Barriers;
import io.heddle.term.Function;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * Barriers and fences, and instructions that change no value (PTX ISA 9.7.13, 9.7.12.6, 9.7.19).
 */
public final class Synchronization {
    private Synchronization() {}

    /** Decodes a barrier, a fence, or an instruction that changes no value. */
    public static Step decode(Decoder d, Instruction i) {
        return switch (i.opcode()) {
            case "bar", "barrier" -> barrier(d, i);
            case "trap", "brkpt" -> new TrapStep("reaches " + i.mnemonic());
            case "createpolicy" -> new PolicyStep(d.destination(i.operands().get(0)));
            case "setmaxnreg" -> new RegisterCountStep();
            case "fence", "membar" -> Tickets.releases(i) ? new FenceStep() : new NoEffectStep();
            default -> new NoEffectStep();
        };
    }

    /** A fence that releases to all CTAs: it counts where CTAs take tickets. */
    private static final class FenceStep extends ValueStep {
        @Override
        public void execute(Warp w, int mask) {
            w.machine().tickets().fence(w, mask);
        }
    }

    /**
     * An instruction without effect: a fence within a CTA orders the issuing thread's own accesses,
     * which its clock orders already, and a hint changes no value.
     */
    private static final class NoEffectStep extends ValueStep {
        @Override
        public void execute(Warp w, int mask) {
            // nothing to do
        }
    }

    /**
     * {@code setmaxnreg}: changes no value. That all warps of a warpgroup execute it, and
     * synchronise between two of them, is an assumption.
     */
    private static final class RegisterCountStep extends ValueStep {
        @Override
        public void execute(Warp w, int mask) {
            w.machine()
                    .assume(
                            Assumption.Kind.OTHER,
                            "all warps of a warpgroup execute setmaxnreg, and synchronise between"
                                    + " two of them",
                            this);
        }

        @Override
        public int[] destinations() {
            return new int[0];
        }
    }

    /**
     * {@code createpolicy}: its result is an opaque number, on which nothing but a hint may depend.
     */
    private static final class PolicyStep extends ValueStep {
        private final int destination;

        PolicyStep(int destination) {
            this.destination = destination;
        }

        @Override
        public void execute(Warp w, int mask) {
            TermStore s = w.store();
            Function policy = ScheduleDependence.function("createpolicy", 1);
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int t = s.apply(policy, s.integer(w.machine().nextUnknown()));
                w.set(destination + lane, w.views().ofInteger(t, Long.SIZE, false));
            }
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    private static Step barrier(Decoder d, Instruction i) {
        if (i.has("warp")) {
            return new WarpBarrierStep(d.source(i.operands().get(0), PtxType.B32));
        }
        boolean reduction = i.has("red");
        Barriers.Operation operation =
                reduction
                        ? Barriers.Operation.RED
                        : i.has("arrive") ? Barriers.Operation.ARRIVE : Barriers.Operation.SYNC;
        boolean aligned = i.opcode().equals("bar") || i.has("aligned");
        List<Operand> o = i.operands();
        int at = reduction ? 1 : 0;
        int destination = reduction ? d.destination(o.get(0)) : -1;
        int id = d.source(o.get(at), PtxType.U32);
        int last = reduction ? o.size() - 1 : o.size();
        int count = at + 1 < last ? d.source(o.get(at + 1), PtxType.U32) : -1;
        int predicate = reduction ? d.predicate(o.get(last)) : 0;
        String reducer =
                reduction
                        ? i.modifiers().stream()
                                .filter(m -> m.equals("popc") || m.equals("and") || m.equals("or"))
                                .findFirst()
                                .orElse("")
                        : "";
        return new BarrierStep(operation, aligned, id, count, destination, predicate, reducer);
    }
}
