/**
 * Synchronisation: which accesses of a launch are ordered, which race, and where threads wait.
 *
 * <p>{@link io.heddle.sync.HappensBefore} keeps the clocks and {@link io.heddle.sync.CurrentThread}
 * asks them, {@link io.heddle.sync.Shadow} keeps the accesses of one memory object, {@link
 * io.heddle.sync.Barriers} the barriers of one CTA. Two accesses are ordered if and only if program
 * order and the synchronisation edges between them form a path: the relation is transitive and, for
 * barriers whose generations do not depend on the schedule, precise (WEFT, section 4, lemma 1).
 * VOLTA's rule (section 4.2), which forgets only the pairs that met at a barrier, is not used: it
 * misses that a~b and b~c order a and c.
 *
 * <p>Only barriers ({@code bar}, {@code barrier}, {@code bar.warp.sync}) and release/acquire pairs
 * make edges; an arrival is a release, a wait an acquire. A thread that has exited counts as
 * arrived at barriers without a count and in warp masks, so what it did is released there too: in
 * no schedule does such a barrier complete before the thread has ended.
 *
 * <p>The manual (PTX ISA 9.7.13.1) says of a barrier both that it has its thread "wait for all
 * non-exited threads from its warp and marks warps' arrival", and that it is the executing threads
 * that signal. Both readings are the same for {@code bar} and {@code barrier.….aligned}: the lanes
 * of a warp come together and arrive as one, so that whoever knows that one of them has gone on
 * knows of all ({@link io.heddle.sync.Arrival}). Without {@code .aligned} lanes arrive one by one,
 * as the programming guide has it from sm_70 on: fewer orders are certain then, never more. Counts
 * are of whole warps in both: a last warp that is not full counts as 32 ({@link
 * io.heddle.sync.PartialWarp}), without a count all warps are meant. To have come together orders
 * what has arrived and which generations are over, not accesses to memory: only a wait does that.
 *
 * <p>An asynchronous copy accesses memory at unknown times between its issue and its completion
 * ({@link io.heddle.sync.AsyncCopy}). Four events make the model: it <em>begins</em> (its accesses
 * are judged as ones of the issuing thread, and its bytes are in flight: whatever else accesses
 * them races, however many barriers are in between); it <em>completes</em> (its accesses become
 * ordinary ones, of the thread that has waited for it, or of an agent of the CTA that knows nothing
 * but what it has copied); somebody <em>releases</em> that and others <em>acquire</em> it. What
 * nobody waits for stays in flight. {@link io.heddle.sync.AsyncCopies} are the groups of {@code
 * cp.async}, {@link io.heddle.sync.Mbarrier} the phases that copies may arrive at.
 *
 * <p>Of accesses that are made under conditions ({@link io.heddle.sync.Access}) none stands for
 * another: all of a word are kept, and each pair is told to the caller, who knows whether both
 * conditions can hold.
 *
 * <p>Invariant: a stamp is at least 1, and a thread's stamp grows at every release of that thread;
 * stamps are comparable only for one thread, except that everything below a CTA's <em>floor</em>
 * happened before its last barrier over all threads.
 */
package io.heddle.sync;
