/**
 * A solver for SMT-LIB scripts, in a process of its own: a crash or a question without end costs
 * one answer ({@link io.heddle.anyinput.solver.SolverProcess}). The solver is Z3; another one that
 * reads SMT-LIB takes the place of {@link io.heddle.anyinput.solver.SolverServer}.
 */
package io.heddle.anyinput.solver;
