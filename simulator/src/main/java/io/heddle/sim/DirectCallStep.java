package io.heddle.sim;

import java.util.List;

/**
 * {@code call} of a function with a body: copies the arguments, pushes the return address (PTX ISA
 * 9.7.12.5).
 */
final class DirectCallStep extends CallStep {
    private final String name;
    private final List<CallOperand> arguments;
    private final List<Program.PlacedVariable> parameters;
    private int target;
    private int from;
    private int to;

    DirectCallStep(
            String name, List<CallOperand> arguments, List<Program.PlacedVariable> parameters) {
        this.name = name;
        this.arguments = List.copyOf(arguments);
        this.parameters = List.copyOf(parameters);
    }

    void bind(int entryPoint, int first, int end) {
        target = entryPoint;
        from = first;
        to = end;
    }

    @Override
    public int[] callees() {
        return new int[] {target};
    }

    @Override
    public void execute(Warp warp, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if (warp.isOnStack(lane, from, to)) {
                throw new UnsupportedPtxException("the function " + name + " calls itself");
            }
            for (int i = 0; i < arguments.size(); i++) {
                Program.PlacedVariable p = parameters.get(i);
                int bytes = (int) p.variable().size();
                MemoryObject o = warp.cta().local(p.address(), warp.thread(lane));
                o.store(0, arguments.get(i).read(warp, lane, bytes));
            }
        }
    }

    @Override
    public int advance(Warp warp, int mask) {
        execute(warp, mask);
        warp.call(mask, index() + 1, target);
        return DIVERTED;
    }

    @Override
    public int[] successors() {
        return null; // within its function a call goes on behind itself
    }
}
