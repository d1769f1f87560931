package io.heddle.report;

/** Why a verdict is ERROR; decides the exit status. */
public enum ErrorCause {
    /** The user's input cannot be used: PTX that does not parse, arguments that do not fit (2). */
    INPUT,
    /** No element was compared, which only the run could show (1). */
    OUTCOME,
    /** A fault of Heddle (3). */
    INTERNAL
}
