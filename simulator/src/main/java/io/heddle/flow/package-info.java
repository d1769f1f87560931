/**
 * What can be said of a function without executing it, each in one place: its basic blocks ({@link
 * io.heddle.flow.ControlFlowGraph}), which block lies on every way to another ({@link
 * io.heddle.flow.Dominators}), where diverged lanes meet again ({@link
 * io.heddle.flow.PostDominators}), which registers may still be read ({@link
 * io.heddle.flow.Liveness}), which loops only wait ({@link io.heddle.flow.PollLoops}), and the code
 * without what nobody needs ({@link io.heddle.flow.DeadCode}).
 *
 * <p>It knows the syntax ({@code io.heddle.ptx}) and nothing else; recognising library functions
 * and executing build on it.
 */
package io.heddle.flow;
