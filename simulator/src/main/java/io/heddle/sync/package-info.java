/**
 * Synchronisation: which accesses of a launch are ordered, which race, and where threads wait.
 *
 * <p>Three packages, each of which uses only those before it: {@code io.heddle.sync.clock} says
 * what happens before what, {@code io.heddle.sync.shadow} keeps the accesses of memory objects and
 * finds races, {@code io.heddle.sync.barrier} has the barriers of a CTA and finds deadlocks. They
 * know threads, stamps and bytes, but neither PTX nor terms.
 *
 * <p>Two accesses are ordered if and only if program order and the synchronisation edges between
 * them form a path: the relation is transitive and, for barriers whose generations do not depend on
 * the schedule, precise (WEFT, section 4, lemma 1). VOLTA's rule (section 4.2), which forgets only
 * the pairs that met at a barrier, is not used: it misses that a~b and b~c order a and c.
 *
 * <p>Only barriers ({@code bar}, {@code barrier}, {@code bar.warp.sync}) and release/acquire pairs
 * make edges; an arrival is a release, a wait an acquire.
 */
package io.heddle.sync;
