package io.heddle.replay.machine;

import java.util.EnumSet;
import java.util.Set;

/**
 * What becomes of a floating-point result that left the reals although its operands were numbers: a
 * run in which such results are replaced shows which outputs depend on them.
 */
public enum Repair {
    /** Results stay as the PTX ISA says. */
    NONE,
    /**
     * Where numbers overflowed to ±∞: the greatest number of that sign; where a directed rounding
     * stopped at the greatest number: the infinity of that sign.
     */
    OVERFLOW_TO_GREATEST,
    /**
     * Where numbers overflowed to ±∞, or a directed rounding stopped at the greatest number: NaN,
     * which marks all that is computed from it.
     */
    OVERFLOW_TO_NAN,
    /** Where numbers overflowed or stopped at the greatest number: one, of the same sign. */
    OVERFLOW_TO_ONE,
    /** Where numbers overflowed or stopped at the greatest number: the run stops. */
    OVERFLOW_STOPS,
    /** The same, and where a subnormal operand is flushed. */
    OVERFLOW_OR_FLUSH_STOPS,
    /**
     * Where a nonzero result became zero, or an operand that is subnormal was flushed: the least
     * normal number of its sign.
     */
    UNDERFLOW_TO_LEAST,
    /** Where a divisor was zero: one. */
    DIVISION_TO_ONE(Domain.DIVISION),
    /** Where the argument of a root was negative: one. */
    ROOT_TO_ONE(Domain.ROOT),
    /** Where the argument of a logarithm was not positive: one. */
    LOGARITHM_TO_ONE(Domain.LOGARITHM),
    /** Where a divisor was zero or the argument of a root negative: one. */
    DIVISION_AND_ROOT_TO_ONE(Domain.DIVISION, Domain.ROOT),
    /** Where a divisor was zero or the argument of a logarithm not positive: one. */
    DIVISION_AND_LOGARITHM_TO_ONE(Domain.DIVISION, Domain.LOGARITHM),
    /** Where the argument of a root or of a logarithm was outside its domain: one. */
    ROOT_AND_LOGARITHM_TO_ONE(Domain.ROOT, Domain.LOGARITHM),
    /** Where an operand was outside the domain of its operation: one. */
    ALL_DOMAINS_TO_ONE(Domain.DIVISION, Domain.ROOT, Domain.LOGARITHM),
    /** Where an integer that became a float was rounded: NaN. */
    ROUNDED_INTEGER_TO_NAN,
    /** Where a float beyond the range of an integer type was converted to it: another integer. */
    CLAMPED_TO_OTHER,
    /** Where an input or a result is −0: +0. */
    NEGATIVE_ZERO_TO_POSITIVE,
    /** Where a word that is read is an infinity or a NaN in a float format: a number. */
    SPECIAL_WORD_TO_NUMBER;

    /** The operations that have a value for some operands only. */
    public enum Domain {
        /** The divisor is not zero. */
        DIVISION,
        /** The argument of a root is not negative. */
        ROOT,
        /** The argument of a logarithm is positive. */
        LOGARITHM
    }

    private final int domains; // a bit for each, by ordinal

    Repair(Domain... domains) {
        int bits = 0;
        for (Domain domain : domains) {
            bits |= 1 << domain.ordinal();
        }
        this.domains = bits;
    }

    /** True if results outside this domain become one. */
    public boolean concerns(Domain domain) {
        return (domains & 1 << domain.ordinal()) != 0;
    }

    /** The domains outside which results become one. */
    public Set<Domain> domains() {
        Set<Domain> all = EnumSet.allOf(Domain.class);
        all.removeIf(domain -> !concerns(domain));
        return all;
    }
}
