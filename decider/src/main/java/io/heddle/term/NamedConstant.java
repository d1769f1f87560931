package io.heddle.term;

/** A real constant with a name of its own; its laws are the decider's. */
public enum NamedConstant {
    /** log2 e; ln 2 is its reciprocal. */
    LOG2_E("log2(e)", 1.4426950408889634),
    /** π. */
    PI("pi", Math.PI),
    /** log2 10. */
    LOG2_10("log2(10)", 3.321928094887362);

    private final String text;
    private final double approximation;

    NamedConstant(String text, double approximation) {
        this.text = text;
        this.approximation = approximation;
    }

    /** The nearest double. */
    public double approximation() {
        return approximation;
    }

    @Override
    public String toString() {
        return text;
    }
}
