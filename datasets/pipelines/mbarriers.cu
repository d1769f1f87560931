// Hand-overs at mbarriers (sm_80): a block that copies together, and warps that copy for others, with
// a full and an empty barrier for each stage; and what goes wrong with them.
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

constexpr int COLUMNS = 64;

extern "C" __global__ void plain(const float *x, float *y, int rows) {
    int t = threadIdx.x % COLUMNS;
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        sum += x[k * COLUMNS + t] + 2.0f * x[k * COLUMNS + (t + 37) % COLUMNS];
    }
    y[t] = sum;
}

enum Mistake {
    NONE,
    NO_SYNC,        // the next row is copied while others still read this one
    NO_FULL_WAIT,   // the consumer does not wait for a stage to be full
    NO_EMPTY_WAIT,  // the producer does not wait for a stage to be empty
    PARITY,         // the producer waits for the wrong parity first, and so for ever
    ARRIVE_EARLY,   // the consumer calls a stage empty before it has read it
    COUNT,          // the full barrier expects one arrival more than there are
    PLAIN_ARRIVE    // the producer arrives itself instead of its copies
};

// The library's barrier: copies arrive at it, and so does every thread.
template <Mistake M>
__device__ void library(const float *x, float *y, int rows) {
    __shared__ __align__(16) float buffer[COLUMNS];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    auto block = cg::this_thread_block();
    int t = block.thread_rank();
    if (t == 0) {
        init(&ready, block.size());
    }
    block.sync();
    float sum = 0;
    for (int k = 0; k < rows; k++) {
        auto size = cuda::aligned_size_t<16>(sizeof(buffer));
        cuda::memcpy_async(block, buffer, x + k * COLUMNS, size, ready); //@ library-no-sync
        ready.arrive_and_wait();
        sum += buffer[t] + 2.0f * buffer[(t + 37) % COLUMNS];
        if (M != NO_SYNC) {
            block.sync();
        }
    }
    y[t] = sum;
}

extern "C" __global__ void library_copy(const float *x, float *y, int rows) {
    library<NONE>(x, y, rows);
}
extern "C" __global__ void library_no_sync(const float *x, float *y, int rows) {
    library<NO_SYNC>(x, y, rows);
}

__device__ unsigned address(const void *p) {
    return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ void initialise(unsigned long long *barrier, int count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address(barrier)), "r"(count));
}

__device__ void arrive(unsigned long long *barrier) {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [%0]; }"
                 ::"r"(address(barrier)) : "memory"); //@ no-full-wait
}

__device__ void wait(unsigned long long *barrier, int parity) {
    asm volatile("{ .reg .pred done;\n"
                 "AGAIN%=: mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n"
                 "@!done bra AGAIN%=; }" ::"r"(address(barrier)),
                 "r"(parity) //@ parity count
                 : "memory");
}

// Threads 0 to 63 consume what threads 64 to 79 copy. A phase of a barrier is a turn of its stage.
template <int STAGES, Mistake M>
__device__ void specialised(const float *x, float *y, int rows) {
    __shared__ __align__(16) float stage[STAGES][COLUMNS];
    __shared__ unsigned long long full[STAGES], empty[STAGES];
    int t = threadIdx.x;
    if (t == 0) {
        for (int s = 0; s < STAGES; s++) {
            initialise(&full[s], COLUMNS / 4 + (M == COUNT ? 1 : 0));
            initialise(&empty[s], COLUMNS);
        }
    }
    __syncthreads();
    if (t >= COLUMNS) {
        int c = 4 * (t - COLUMNS);
        for (int k = 0; k < rows; k++) {
            int s = k % STAGES;
            int turn = k / STAGES;
            if (M != NO_EMPTY_WAIT) {
                wait(&empty[s], (turn + (M == PARITY ? 0 : 1)) % 2);
            }
            unsigned to = address(&stage[s][c]);
            const float *from = x + k * COLUMNS + c;
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                         ::"r"(to), "l"(from) : "memory"); //@ arrive-early
            if (M == PLAIN_ARRIVE) {
                arrive(&full[s]);
            } else {
                asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];"
                             ::"r"(address(&full[s])) : "memory"); //@ no-empty-wait
            }
        }
    } else {
        float sum = 0;
        for (int k = 0; k < rows; k++) {
            int s = k % STAGES;
            if (M != NO_FULL_WAIT) {
                wait(&full[s], k / STAGES % 2);
            }
            if (M == ARRIVE_EARLY) {
                arrive(&empty[s]);
            }
            sum += stage[s][t] + 2.0f * stage[s][(t + 37) % COLUMNS]; //@ plain-arrive
            if (M != ARRIVE_EARLY) {
                arrive(&empty[s]);
            }
        }
        y[t] = sum;
    }
}

#define SPECIALISED(name, stages, mistake)                                    \
    extern "C" __global__ void name(const float *x, float *y, int rows) {     \
        specialised<stages, mistake>(x, y, rows);                             \
    }

SPECIALISED(one_stage, 1, NONE)
SPECIALISED(three_stages, 3, NONE)
SPECIALISED(no_full_wait, 3, NO_FULL_WAIT)
SPECIALISED(no_empty_wait, 3, NO_EMPTY_WAIT)
SPECIALISED(parity, 3, PARITY)
SPECIALISED(arrive_early, 3, ARRIVE_EARLY)
SPECIALISED(count, 3, COUNT)
SPECIALISED(plain_arrive, 3, PLAIN_ARRIVE)
