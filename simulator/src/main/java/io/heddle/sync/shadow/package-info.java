/**
 * Which accesses of a memory object race with each other.
 *
 * <p>{@link io.heddle.sync.shadow.Shadow} is asked at each access of its object. It remembers, for
 * each cell of 4, 2 or 1 bytes, the accesses that a later one could still race with ({@link
 * io.heddle.sync.shadow.ShadowChunk}), asks {@code io.heddle.sync.clock} whether they happen before
 * the present one, and returns a {@link io.heddle.sync.shadow.Conflict} if not.
 *
 * <p>An asynchronous copy accesses memory at unknown times between its issue and its completion
 * ({@link io.heddle.sync.shadow.AsyncCopy}). Four events make the model: it <em>begins</em> (its
 * accesses are judged as ones of the issuing thread, and its bytes are in flight: whatever else
 * accesses them races, however many barriers are in between); it <em>completes</em> (its accesses
 * become ordinary ones, of the thread that has waited for it, or of an agent of the CTA that knows
 * nothing but what it has copied); somebody <em>releases</em> that and others <em>acquire</em> it.
 * What nobody waits for stays in flight. {@link io.heddle.sync.shadow.AsyncCopies} are the groups
 * of {@code cp.async}; mbarriers are in {@code io.heddle.sync.barrier}.
 *
 * <p>Of accesses that are made under conditions ({@link io.heddle.sync.shadow.Access}) none stands
 * for another: all of a word are kept, and each pair is handed to the caller, who knows whether
 * both conditions can hold.
 *
 * <p>Invariants: an access that another one of its sort and cell happens before is dropped, since
 * whoever is unordered with it is unordered with the other too; where no thread of a CTA
 * synchronises without the others, two accesses of a sort stand for all. {@link
 * io.heddle.sync.shadow.ShadowInvariants} checks them.
 */
package io.heddle.sync.shadow;
