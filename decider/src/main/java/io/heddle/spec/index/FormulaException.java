package io.heddle.spec.index;

/** A formula is wrong, or does not fit the tensors that it is used with. */
public final class FormulaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Place place;
    private final String complaint;

    /** A complaint about what stands at {@code place}. */
    public FormulaException(Place place, String message) {
        super(place + ": " + message);
        this.place = place;
        this.complaint = message;
    }

    /** The message without the place. */
    public String complaint() {
        return complaint;
    }

    /** Where the formula is wrong. */
    public Place place() {
        return place;
    }
}
