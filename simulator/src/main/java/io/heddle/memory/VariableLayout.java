package io.heddle.memory;

import io.heddle.ptx.Variable;

/** Gives the variables of one state space their addresses, each behind a gap. */
public final class VariableLayout {
    private static final int USUAL_GAP = 0x1000;
    private static final int FAR = 1 << 28; // behind every variable at the beginning

    private final Placement placement;
    private final long window;
    private final int gap;
    private long next;
    private int placed;

    /**
     * The variables of a window.
     *
     * @param window its first address
     * @param first where in it the first variable lies, if the placement has no wish of its own
     * @param gap bytes between two variables, at least; a multiple of {@link Placement#GRAIN}
     */
    VariableLayout(long window, long first, int gap, Placement placement) {
        this.placement = placement;
        this.window = window;
        this.gap = gap;
        this.next = window + first;
    }

    /** The variables of a window that nothing narrows. */
    static VariableLayout of(long window, Placement placement) {
        int first = placement.isUpward() ? USUAL_GAP : FAR;
        return new VariableLayout(window, first, USUAL_GAP, placement);
    }

    /** The variables and parameters of functions that each thread has of its own. */
    public static VariableLayout local(Placement placement) {
        return of(AddressSpace.LOCAL_WINDOW, placement);
    }

    /** Places the next variable. */
    public PlacedVariable place(Variable v) {
        return new PlacedVariable(v, place(v.qualifiedName(), v.size(), v.alignment()));
    }

    /**
     * The address of the next variable.
     *
     * @param object the name that the memory object gets
     * @param size bytes
     * @param declared its alignment
     */
    long place(String object, long size, int declared) {
        int alignment = placement.alignment(object, declared);
        if (placement.isAtNull(placed)) {
            placed++;
            return window;
        }
        long grain = Math.max(gap, alignment);
        long address = (next + grain - 1 & -grain) + placement.displacement(placed++, alignment);
        next = address + size + gap;
        return address;
    }
}
