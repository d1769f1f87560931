package io.heddle.mangling;

/**
 * A type, a template or a template argument. A declarator goes between its two halves: the pointer
 * to {@code float [8]} is {@code float (*) [8]}.
 *
 * @param declarable an array or a function, about whose declarator parentheses go
 */
record Type(String left, String right, boolean declarable) {
    /** Longer ones are not read: references to references can make a text exponentially long. */
    private static final int MAX_LENGTH = 10_000;

    static Type of(String text) throws UnreadableException {
        return new Type(text, "", false).checked();
    }

    Type declared(String operator) throws UnreadableException {
        return declarable
                ? new Type(left.stripTrailing() + " (" + operator, ")" + right, false).checked()
                : new Type(left + operator, right, false).checked();
    }

    /** A reference to it; one to a reference collapses: && only if both are. */
    Type referred(String operator) throws UnreadableException {
        if (!left.endsWith("&")) {
            return declared(operator);
        }
        boolean both = left.endsWith("&&") && operator.equals("&&");
        String referent = left.substring(0, left.length() - (left.endsWith("&&") ? 2 : 1));
        return new Type(referent + (both ? "&&" : "&"), right, false);
    }

    Type qualified(String qualifiers) throws UnreadableException {
        return new Type(left + qualifiers, right, declarable).checked();
    }

    Type checked() throws UnreadableException {
        if (left.length() + right.length() > MAX_LENGTH) {
            throw new UnreadableException();
        }
        return this;
    }

    String spelled() {
        return left + right;
    }
}
