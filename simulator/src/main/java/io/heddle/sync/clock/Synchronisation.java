package io.heddle.sync.clock;

/** What synchronisation a launch can contain; the less, the smaller and faster its shadows. */
public enum Synchronisation {
    /** Barriers over all threads of a CTA only. */
    WHOLE_CTAS,
    /** Also barriers over some threads of a CTA, and objects used by threads of one CTA. */
    WITHIN_CTAS,
    /** Also objects through which threads of different CTAs synchronise. */
    ACROSS_CTAS
}
