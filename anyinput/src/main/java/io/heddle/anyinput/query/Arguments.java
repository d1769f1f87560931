package io.heddle.anyinput.query;

/** How the variables of scalar arguments are named. */
public final class Arguments {
    /** Stands before the name of a scalar argument in the name of its variable. */
    public static final String PREFIX = "argument ";

    private Arguments() {}
}
