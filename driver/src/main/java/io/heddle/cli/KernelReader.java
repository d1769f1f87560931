package io.heddle.cli;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.KernelFiles;

/** A command that reads kernels, and can share what is parsed, and solvers, with other commands. */
interface KernelReader {
    /** Makes the command read its PTX from {@code files}. */
    void readFrom(KernelFiles files);

    /** Makes the command put its questions about all inputs, if it has any, to {@code solvers}. */
    default void ask(SolverPool solvers) {}
}
