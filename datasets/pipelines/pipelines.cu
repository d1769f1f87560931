// Rows copied asynchronously through stages in shared memory (cp.async): correct pipelines with the
// primitives, with cooperative groups and with inline PTX, and each mistake in one of them. On a
// device most of the mistakes show only if memory is slow enough.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int COLUMNS = 64;

enum Mistake {
    NONE,
    NO_WAIT,           // a stage is read while it is in flight
    WAIT_TOO_FEW,      // so it is: the wait lets one more group pending
    NO_BARRIER,        // a thread waits for its own copies, but reads those of others
    OVERWRITE,         // a row is copied to the stage that is being read
    STAGE_OFF_BY_ONE,  // the stage after the one that has been waited for is read
    SOURCE_OVERWRITTEN // a row changes while it is being copied
};

__device__ float weigh(const float *row) {
    int t = threadIdx.x;
    return row[t] + 2.0f * row[(t + 37) % COLUMNS]; //@ no-wait wait-too-few no-barrier stage-off-by-one
}

extern "C" __global__ void plain(const float *x, float *y, int rows) {
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        sum += weigh(x + k * COLUMNS);
    }
    y[threadIdx.x] = sum;
}

template <int STAGES, Mistake M>
__device__ void pipeline(float *x, float *y, int rows) {
    __shared__ __align__(16) float stage[STAGES][COLUMNS];
    int t = threadIdx.x;
    bool copies = t < COLUMNS / 4;
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < rows && copies) {
            __pipeline_memcpy_async(&stage[s][4 * t], &x[s * COLUMNS + 4 * t], 16);
        }
        __pipeline_commit();
    }
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        if (M != NO_WAIT) {
            __pipeline_wait_prior(M == WAIT_TOO_FEW ? STAGES - 1 : STAGES - 2);
        }
        if (M != NO_BARRIER) {
            __syncthreads();
        }
        if (M == SOURCE_OVERWRITTEN && k == 0 && t == COLUMNS - 1) {
            x[COLUMNS] = 0; //@ source-overwritten
        }
        int next = k + STAGES - 1;
        int to = M == OVERWRITE ? next + 1 : next;
        if (next < rows && copies) {
            const float *from = &x[next * COLUMNS + 4 * t];
            __pipeline_memcpy_async(&stage[to % STAGES][4 * t], from, 16); //@ overwrite
        }
        __pipeline_commit();
        sum += weigh(stage[(M == STAGE_OFF_BY_ONE ? k + 1 : k) % STAGES]);
    }
    y[t] = sum;
}

#define PIPELINE(name, stages, mistake)                                       \
    extern "C" __global__ void name(float *x, float *y, int rows) {           \
        pipeline<stages, mistake>(x, y, rows);                                \
    }

PIPELINE(two_stages, 2, NONE)
PIPELINE(three_stages, 3, NONE)
PIPELINE(four_stages, 4, NONE)
PIPELINE(no_wait, 3, NO_WAIT)
PIPELINE(wait_too_few, 3, WAIT_TOO_FEW)
PIPELINE(no_barrier, 3, NO_BARRIER)
PIPELINE(overwrite, 3, OVERWRITE)
PIPELINE(stage_off_by_one, 3, STAGE_OFF_BY_ONE)
PIPELINE(source_overwritten, 3, SOURCE_OVERWRITTEN)

// Two buffers with inline PTX, as hand-written kernels have it.
template <bool BARRIER_AFTER_USE>
__device__ void raw(const float *x, float *y, int rows) {
    __shared__ __align__(16) float buffer[2][COLUMNS];
    int t = threadIdx.x;
    unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&buffer[0][t]));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + t));
    asm volatile("cp.async.commit_group;");
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        unsigned next = to + (k + 1) % 2 * (COLUMNS * 4);
        if (k + 1 < rows) {
            const float *from = x + (k + 1) * COLUMNS + t;
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(next), "l"(from)); //@ raw-no-barrier-after-use
        }
        asm volatile("cp.async.commit_group;");
        asm volatile("cp.async.wait_group 1;");
        __syncthreads();
        sum += weigh(buffer[k % 2]);
        if (BARRIER_AFTER_USE) {
            __syncthreads();
        }
    }
    y[t] = sum;
}

extern "C" __global__ void raw_two(const float *x, float *y, int rows) { raw<true>(x, y, rows); }
extern "C" __global__ void raw_no_barrier_after_use(const float *x, float *y, int rows) {
    raw<false>(x, y, rows);
}

// A block copies together.
template <bool SYNC>
__device__ void together(const float *x, float *y, int rows) {
    __shared__ __align__(16) float buffer[COLUMNS];
    auto block = cg::this_thread_block();
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        cg::memcpy_async(block, buffer, x + k * COLUMNS, sizeof(buffer)); //@ block-copy-no-sync
        cg::wait(block);
        sum += weigh(buffer);
        if (SYNC) {
            block.sync();
        }
    }
    y[threadIdx.x] = sum;
}

extern "C" __global__ void block_copy(const float *x, float *y, int rows) {
    together<true>(x, y, rows);
}
extern "C" __global__ void block_copy_no_sync(const float *x, float *y, int rows) {
    together<false>(x, y, rows);
}

// The sum of a row whose length is no multiple of four: zeros behind its end.
extern "C" __global__ void plain_tail(const float *x, float *y, int columns) {
    float sum = 0;
    for (int c = 0; c < columns; c++) {
        sum += x[c];
    }
    y[threadIdx.x] = sum;
}

template <bool ZEROS>
__device__ void tail(const float *x, float *y, int columns) {
    __shared__ __align__(16) float row[COLUMNS];
    int t = threadIdx.x;
    if (t < COLUMNS / 4) {
        int left = max(0, min(4, columns - 4 * t));
        unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&row[4 * t]));
        const float *from = left > 0 || !ZEROS ? x + 4 * t : x;
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to),
                     "l"(from), "r"(ZEROS ? 4 * left : 16));
    }
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    float sum = 0;
    for (int c = 0; c < COLUMNS; c++) {
        sum += row[c];
    }
    y[t] = sum;
}

extern "C" __global__ void zero_tail(const float *x, float *y, int columns) {
    tail<true>(x, y, columns);
}
extern "C" __global__ void tail_not_zeroed(const float *x, float *y, int columns) {
    tail<false>(x, y, columns);
}
