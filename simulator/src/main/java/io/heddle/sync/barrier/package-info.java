/**
 * The barriers of a CTA: who has arrived, who waits, what an arrival orders, and who is blocked for
 * ever.
 *
 * <p>{@link io.heddle.sync.barrier.Barriers} has the named barriers ({@code bar}, {@code barrier})
 * and warp barriers of one CTA, {@link io.heddle.sync.barrier.Mbarrier} is one mbarrier object.
 * Both tell {@code io.heddle.sync.clock} what an arrival releases and a wait acquires, and both
 * check that each arrival and wait belongs to the same generation in every schedule ({@link
 * io.heddle.sync.barrier.BarrierFault} says if not). {@link io.heddle.sync.barrier.Deadlock} says
 * who waits for whom when no thread can go on.
 *
 * <p>The manual (PTX ISA 9.7.13.1) says of a barrier both that it has its thread "wait for all
 * non-exited threads from its warp and marks warps' arrival", and that it is the executing threads
 * that signal. Both readings are the same for {@code bar} and {@code barrier.….aligned}: the lanes
 * of a warp come together and arrive as one, so that whoever knows that one of them has gone on
 * knows of all ({@link io.heddle.sync.barrier.Arrival}). Without {@code .aligned} lanes arrive one
 * by one, as the programming guide has it from sm_70 on: fewer orders are certain then, never more.
 * Counts are of whole warps in both: a last warp that is not full counts as 32 ({@link
 * io.heddle.sync.barrier.PartialWarp}), without a count all warps are meant. To have come together
 * orders what has arrived and which generations are over, not accesses to memory: only a wait does
 * that.
 *
 * <p>A thread that has exited counts as arrived at barriers without a count and in warp masks, so
 * what it did is released there too: in no schedule does such a barrier complete before the thread
 * has ended.
 */
package io.heddle.sync.barrier;
