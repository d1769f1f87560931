/**
 * The machine of a replay: the CTAs of one run, their warps and lanes, their barriers, and memory.
 *
 * <p>A {@link io.heddle.replay.machine.Lane} is one thread; it executes the {@link
 * io.heddle.replay.machine.Step}s of a {@link io.heddle.replay.machine.Program} until it blocks,
 * several at once where they always follow one another ({@link io.heddle.replay.machine.Block}),
 * and {@link io.heddle.replay.machine.Cta} decides which lane runs next: {@link
 * io.heddle.replay.machine.ReplayOptions} gives the order, so that a result that depends on it can
 * be found out. {@link io.heddle.replay.machine.Image} is the memory of a run, of bytes; {@link
 * io.heddle.replay.machine.Addresses} says where variables lie, in all runs of a launch alike. What
 * cannot go on throws {@link io.heddle.replay.machine.StopException}, which becomes the run's
 * {@link io.heddle.replay.machine.ReplayResult}.
 *
 * <p>A register is a {@code long} that holds its bits, zero-extended; a predicate is 0 or 1. The
 * fields of a lane are public because each step reads and writes them.
 */
package io.heddle.replay.machine;
