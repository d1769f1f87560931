package io.heddle.anyinput.formula;

/**
 * A size, or a quotient of one that is rounded down.
 *
 * @param size number of the size
 * @param name of the size
 * @param offset that is added to it before
 * @param divisor by which it is divided; 1 for the size itself
 */
record Factor(int size, String name, long offset, long divisor) {
    static Factor of(int size, String name) {
        return new Factor(size, name, 0, 1);
    }

    static Factor up(int size, String name, long divisor) {
        return new Factor(size, name, divisor - 1, divisor);
    }

    static Factor down(int size, String name, long divisor) {
        return new Factor(size, name, 0, divisor);
    }

    long value(long[] sizes) {
        return Math.floorDiv(sizes[size] + offset, divisor);
    }

    /** {@code N}, {@code floor(N/4)}, or {@code ceil((N - 1)/4)}. */
    @Override
    public String toString() {
        if (divisor == 1) {
            return name;
        }
        long less = divisor - 1 - offset; // where it is rounded up instead
        if (offset == 0) {
            return "floor(" + name + "/" + divisor + ")";
        }
        if (less == 0) {
            return "ceil(" + name + "/" + divisor + ")";
        }
        return less < offset
                ? "ceil((" + name + " - " + less + ")/" + divisor + ")"
                : "floor((" + name + " + " + offset + ")/" + divisor + ")";
    }
}
