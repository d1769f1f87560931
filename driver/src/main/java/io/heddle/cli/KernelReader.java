package io.heddle.cli;

import io.heddle.check.KernelFiles;

/** A command that reads kernels, and can share what is parsed with other commands. */
interface KernelReader {
    /** Makes the command read its PTX from {@code files}. */
    void readFrom(KernelFiles files);
}
