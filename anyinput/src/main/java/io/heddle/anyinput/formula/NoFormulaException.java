package io.heddle.anyinput.formula;

/** Something has no formula; the message says why. */
final class NoFormulaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoFormulaException(String message) {
        super(message);
    }
}
