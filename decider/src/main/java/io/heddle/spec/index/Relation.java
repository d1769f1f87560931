package io.heddle.spec.index;

/** A comparison of two integers. */
public enum Relation {
    EQUAL("=="),
    DIFFERENT("!="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String spelling;

    Relation(String spelling) {
        this.spelling = spelling;
    }

    /** The relation that a formula spells so, or null. */
    public static Relation of(String spelling) {
        for (Relation relation : values()) {
            if (relation.spelling.equals(spelling)) {
                return relation;
            }
        }
        return null;
    }

    /** Whether it holds between two integers. */
    public boolean holds(long a, long b) {
        return switch (this) {
            case EQUAL -> a == b;
            case DIFFERENT -> a != b;
            case LESS -> a < b;
            case AT_MOST -> a <= b;
            case GREATER -> a > b;
            case AT_LEAST -> a >= b;
        };
    }

    @Override
    public String toString() {
        return spelling;
    }
}
