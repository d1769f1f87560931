package io.heddle.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What is counted of each instruction of a launch. Where the definition is that of a metric of
 * NVIDIA Nsight Compute (Kernel Profiling Guide, Metrics Reference), the metric is named; the
 * profiler counts the instructions that ptxas makes, Heddle those of PTX.
 */
public enum Counter {
    /** Instructions of warps. */
    WARP_INSTRUCTIONS("instructions issued, summed over warps", "smsp__inst_executed.sum"),
    /** Instructions of threads. */
    THREAD_INSTRUCTIONS(
            "instructions issued, summed over the active threads",
            "smsp__thread_inst_executed.sum"),
    /** Divergent branches. */
    DIVERGENT_BRANCHES(
            "branches whose active threads go to several targets, summed over warps",
            "smsp__sass_branch_targets_threads_divergent.sum"),
    /** Accesses to shared memory. */
    SHARED_REQUESTS(
            "instructions that access shared memory, summed over warps",
            "smsp__inst_executed_op_shared.sum"),
    /** Wavefronts. */
    WAVEFRONTS(
            "passes that shared memory takes to serve them",
            "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"),
    /** Bank conflicts. */
    CONFLICTS(
            "passes beyond those that the same lanes need at addresses without conflicts",
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"),
    /** Accesses to global memory. */
    REQUESTS(
            "instructions that access global memory, summed over warps",
            "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st,atom,red}.sum"),
    /** Sectors. */
    SECTORS(
            "aligned pieces of 32 bytes of global memory that they touch",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st,atom,red}.sum"),
    /** Sectors at best. */
    IDEAL_SECTORS(
            "sectors that the different bytes of each request would fill at best",
            "memory_l2_theoretical_sectors_global_ideal"),
    /** Lines. */
    LINES("aligned pieces of 128 bytes of global memory that they touch", ""),
    /** Useful bytes. */
    USEFUL_BYTES("different bytes of global memory that their threads name", ""),
    /** Accesses to local memory. */
    LOCAL_REQUESTS(
            "instructions that access local memory, summed over warps",
            "l1tex__t_requests_pipe_lsu_mem_local_op_{ld,st}.sum"),
    /** Sectors of local memory. */
    LOCAL_SECTORS(
            "pieces of 32 bytes of local memory that they touch; words of neighbouring threads are"
                    + " neighbours",
            "l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum"),
    /** Operations on floats. */
    FLOPS(
            "additions, subtractions and multiplications of floats by threads, an fma counted as"
                    + " two",
            "smsp__sass_thread_inst_executed_op_{fadd,fmul,ffma}_pred_on.sum"),
    /** Operations of matrix instructions. */
    MMA_OPERATIONS("multiplications and additions of matrix instructions, 2 m n k each", ""),
    /** Bytes of copies in flight. */
    BYTES_IN_FLIGHT(
            "at a wait for asynchronous copies: the most bytes that the copies of a warp had in"
                    + " flight when it came there",
            "");

    private final String meaning;
    private final String metric;

    Counter(String meaning, String metric) {
        this.meaning = meaning;
        this.metric = metric;
    }

    /** How reports, tables and {@code --cost-max} spell it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The counter with a spelling. */
    public static Optional<Counter> of(String spelling) {
        return Arrays.stream(values()).filter(c -> c.spelling().equals(spelling)).findFirst();
    }

    /** What is counted, in words. */
    public String meaning() {
        return meaning;
    }

    /** The metric of Nsight Compute with this definition; empty if there is none. */
    public String metric() {
        return metric;
    }

    /** True if the greatest count stands for several, not their sum. */
    boolean isGreatest() {
        return this == BYTES_IN_FLIGHT;
    }
}
