package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.finding.Location;
import java.util.List;

/**
 * A loop that was not executed round by round, where a thread comes to it.
 *
 * @param number tells loops apart
 * @param counter the number of the iteration, from 0
 * @param last the number of the last one, a function of the iterations of the loops around
 * @param uniform true if all threads of a block make the same number of iterations
 * @param entered the condition under which a thread comes to it
 * @param around the loops around it
 * @param location of the first instruction in it
 */
public record LoopRun(
        int number,
        BitTerm counter,
        BitTerm last,
        boolean uniform,
        BitTerm entered,
        List<LoopRun> around,
        Location location) {
    /**
     * How the names of the functions begin that say whether an iteration is reached, whose last
     * operand is its number: once a loop is entered, iteration 0 is.
     */
    public static final String REACHING = "reaching ";

    /** How the names of the functions begin that say which iteration of a loop is the last one. */
    public static final String LAST = "last iteration of ";

    /** Copies the list. */
    public LoopRun {
        around = List.copyOf(around);
    }

    /** True if it lies in another loop. */
    public boolean isIn(LoopRun other) {
        return around.contains(other);
    }

    /** True for the number of the last iteration of some loop. */
    public static boolean isLast(BitTerm t) {
        return t.op() == BitOp.APPLY && t.name().startsWith(LAST);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LoopRun l && l.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }
}
