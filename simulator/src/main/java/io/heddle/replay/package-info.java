/**
 * A concrete PTX interpreter that shares nothing with the symbolic simulator but the parsed
 * instructions and the launch: its purpose is to catch that simulator's mistakes.
 *
 * <p>{@link io.heddle.replay.Replay} runs one launch on given inputs, bit for bit as the PTX ISA
 * 9.0 says; {@link io.heddle.replay.ReplayCheck} runs two launches on the same inputs and compares
 * what they wrote, {@link io.heddle.replay.SoloReplay} looks for defects of one launch. {@code
 * Points} chooses inputs, {@code Excuses} says why results of equal kernels may differ, {@code
 * AssumptionCheck} whether any input meets what a claim assumes.
 *
 * <p>The interpreter is in three packages, each of which uses only those before it: {@code
 * io.heddle.replay.number} computes on bit patterns, {@code io.heddle.replay.machine} has threads
 * and memory, {@code io.heddle.replay.step} decodes instructions.
 */
package io.heddle.replay;
