/**
 * A concrete PTX interpreter that shares nothing with the symbolic simulator but the parsed
 * instructions and the launch: its purpose is to catch that simulator's mistakes.
 *
 * <p>{@link io.heddle.replay.Replay} runs one launch on given inputs, bit for bit as the PTX ISA
 * 9.0 says; {@link io.heddle.replay.ReplayCheck} runs two launches on the same inputs and compares
 * what they wrote. Instructions are decoded once into {@link io.heddle.replay.Step}s, grouped by
 * the sections of the manual: integer arithmetic (9.7.1), floating point (9.7.3 to 9.7.5),
 * comparison (9.7.6), logic and shifts (9.7.8), data movement and conversion (9.7.9), control flow
 * (9.7.12), synchronisation (9.7.13). A register is a {@code long} that holds its bits,
 * zero-extended; a predicate is 0 or 1.
 *
 * <p>Each thread runs until it blocks; the order in which threads run is an option, so that a
 * result that depends on it can be found out.
 */
package io.heddle.replay;
