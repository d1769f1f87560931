package io.heddle.machine;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.PlacedVariable;
import java.util.List;

/**
 * {@code call} of a function with a body: clears its frame, copies the arguments and pushes the
 * return address (PTX ISA 9.7.12.5).
 */
final class DirectCallStep extends CallStep {
    private final String name;
    private final List<CallOperand> arguments;
    private final List<PlacedVariable> parameters;
    private Frame frame;

    DirectCallStep(String name, List<CallOperand> arguments, List<PlacedVariable> parameters) {
        this.name = name;
        this.arguments = List.copyOf(arguments);
        this.parameters = List.copyOf(parameters);
    }

    void bind(Frame callee) {
        frame = callee;
    }

    @Override
    public int[] callees() {
        return new int[] {frame.start()};
    }

    @Override
    public int advance(Warp warp, int mask) {
        enter(warp, mask, index() + 1);
        return DIVERTED;
    }

    /** Calls the function for the lanes of {@code mask}; {@code result} is where they return to. */
    void enter(Warp warp, int mask, int result) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (frame.contains(index())
                    || warp.calls().returnsInto(lane, frame.start(), frame.end())) {
                throw new UnsupportedPtxException("the function " + name + " calls itself");
            }
        }
        frame.clear(warp, mask);
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            for (int i = 0; i < arguments.size(); i++) {
                PlacedVariable p = parameters.get(i);
                int bytes = (int) p.variable().size();
                MemoryObject o = warp.cta().locals().at(p.address(), warp.thread(lane));
                o.store(0, arguments.get(i).read(warp, lane, bytes, this));
            }
        }
        warp.call(mask, result, frame.start());
    }
}
