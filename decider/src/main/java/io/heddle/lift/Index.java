package io.heddle.lift;

/**
 * An index of a tensor or of a reduction, from 0 to its extent, exclusively. Two indices are equal
 * only if they are the same object.
 */
final class Index {
    private final Affine extent;
    private final Index origin;
    private String extentText;

    /**
     * @param extent over the indices before it
     * @param extentText how the user spells it, or null
     */
    Index(Affine extent, String extentText) {
        this(extent, extentText, null);
    }

    private Index(Affine extent, String extentText, Index origin) {
        this.extent = extent;
        this.extentText = extentText;
        this.origin = origin;
    }

    /** Another index with the same extent. */
    Index copy() {
        return new Index(extent, null, this);
    }

    Affine extent() {
        return extent;
    }

    /** How the extent is spelled, or null if that is not known. */
    String extentText() {
        return extentText != null || origin == null ? extentText : origin.extentText();
    }

    /** Lets the extent be spelled so. */
    void spell(String text) {
        extentText = text;
    }
}
