/**
 * Static analysis of functions, each analysis in one class: its basic blocks ({@link
 * io.heddle.flow.ControlFlowGraph}), which block lies on every path to another ({@link
 * io.heddle.flow.Dominators}), where diverged lanes join again ({@link
 * io.heddle.flow.PostDominators}), which registers may still be read ({@link
 * io.heddle.flow.Liveness}), which loops only wait ({@link io.heddle.flow.PollLoops}), which loads
 * end the loop that they are in ({@link io.heddle.flow.SpinLoops}), and dead code ({@link
 * io.heddle.flow.DeadCode}).
 *
 * <p>It depends on the syntax ({@code io.heddle.ptx}) only; {@code io.heddle.idiom} and {@code
 * io.heddle.machine} use it.
 */
package io.heddle.flow;
