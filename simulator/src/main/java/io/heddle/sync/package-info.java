/**
 * Synchronisation: which accesses of a launch are ordered, which race, and where threads wait.
 *
 * <p>{@link io.heddle.sync.HappensBefore} keeps the clocks, {@link io.heddle.sync.Shadow} the
 * accesses of one memory object, {@link io.heddle.sync.Barriers} the barriers of one CTA. Two
 * accesses are ordered if and only if program order and the synchronisation edges between them form
 * a path: the relation is transitive and, for barriers whose generations do not depend on the
 * schedule, precise (WEFT, section 4, lemma 1). VOLTA's rule (section 4.2), which forgets only the
 * pairs that met at a barrier, is not used: it misses that a~b and b~c order a and c.
 *
 * <p>Only barriers ({@code bar}, {@code barrier}, {@code bar.warp.sync}) and release/acquire pairs
 * make edges; an arrival is a release, a wait an acquire. A thread that has exited counts as
 * arrived at barriers without a count and in warp masks, so what it did is released there too: in
 * no schedule does such a barrier complete before the thread has ended.
 *
 * <p>Every event of the model is a release, an acquire or an access, so an asynchronous copy fits
 * as a thread of its own: its issue is an edge to it, its completion an edge from it.
 *
 * <p>Invariant: a stamp is at least 1, and a thread's stamp grows at every release of that thread;
 * stamps are comparable only for one thread, except that everything below a CTA's <em>floor</em>
 * happened before its last barrier over all threads.
 */
package io.heddle.sync;
