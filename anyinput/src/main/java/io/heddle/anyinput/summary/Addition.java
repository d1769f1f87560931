package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;

/**
 * An addition that an atomic makes to a cell.
 *
 * @param addend what it adds, in the cell's width
 * @param result what was in the cell before: a function of the thread and the iterations of which
 *     nothing else is known; null if the instruction does not return it
 */
public record Addition(BitTerm addend, BitTerm result) {
    /** How the names of the functions begin that give results. */
    static final String RESULT = "result of ";

    /** True for the result of an addition. */
    static boolean isResult(BitTerm t) {
        return t.name().startsWith(RESULT);
    }
}
