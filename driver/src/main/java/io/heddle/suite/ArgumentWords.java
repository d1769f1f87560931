package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.term.ElementType;

/** Words of arguments, for other packages that read them. */
public final class ArgumentWords {
    private ArgumentWords() {}

    /** The type of that spelling, Heddle's or that of CUDA C++; null if there is none. */
    public static ElementType type(String text) {
        return TypeNames.parse(text);
    }

    /** The scalar that is a number literal, an infinity or NaN; null of any other text. */
    public static Argument number(String text) {
        Numbers.Literal literal = Numbers.parse(text);
        return literal != null ? literal.argument() : Argument.NonFinite.parse(text);
    }
}
