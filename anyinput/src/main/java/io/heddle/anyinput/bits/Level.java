package io.heddle.anyinput.bits;

/** For whom a term has one value, at the same iterations of the loops around. */
public enum Level {
    /** For the whole grid: constants, arguments, what is read from memory that nobody writes. */
    GRID,
    /** For the threads of a block. */
    BLOCK,
    /** For a thread alone. */
    THREAD;

    /** The finer one of two. */
    public Level and(Level other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** True if the threads of a block have one value. */
    public boolean isUniform() {
        return this != THREAD;
    }
}
