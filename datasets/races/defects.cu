// One small kernel for each kind of defect, beside its repair. 64 threads unless said otherwise.

#include <cassert>

// ---- What an index reads decides where it writes: x is the thread's own number, so the cells that
// are written differ. Static checkers report a race here (VOLTA, section 6.4); there is none.
extern "C" __global__ void own_index(int *out) {
    __shared__ volatile int m[64];
    int tid = threadIdx.x;
    m[tid] = tid;
    int x = m[tid];
    m[x] = 2 * x;
    out[tid] = m[tid];
}

// The same with a neighbour's number: thread 0 writes m[1], which thread 1 reads and writes.
extern "C" __global__ void neighbours_index(int *out) {
    __shared__ volatile int m[64];
    int tid = threadIdx.x;
    m[tid] = tid ^ 1;
    int x = m[tid];
    m[x] = 2 * x; //@ neighbours-index
    out[tid] = m[tid];
}

// ---- 64 threads read 48 cells (VOLTA, section 6.2); hardware returns zeros and the result is right.
extern "C" __global__ void over_read(const float *in, float *out) {
    __shared__ float a[48];
    int tid = threadIdx.x;
    if (tid < 48) a[tid] = in[tid];
    __syncthreads();
    float v = *(volatile float *)&a[tid]; //@ over-read
    if (tid < 48) out[tid] = 2.0f * v;
}

extern "C" __global__ void over_read_repaired(const float *in, float *out) {
    __shared__ float a[48];
    int tid = threadIdx.x;
    if (tid < 48) a[tid] = in[tid];
    __syncthreads();
    if (tid < 48) {
        float v = *(volatile float *)&a[tid];
        out[tid] = 2.0f * v;
    }
}

// ---- The last block of work is not full, and nobody looks.
extern "C" __global__ void past_the_end(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2.0f * in[i]; //@ past-the-end
}

extern "C" __global__ void past_the_end_repaired(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * in[i];
}

// `<=` for `<`.
extern "C" __global__ void one_past_the_end(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) out[i] = 2.0f * in[i]; //@ one-past-the-end
}

// ---- A vector of two floats at an odd index.
extern "C" __global__ void misaligned(const float *in, float *out) {
    int i = 2 * threadIdx.x + 1;
    float2 v = *reinterpret_cast<const float2 *>(&in[i]); //@ misaligned
    out[threadIdx.x] = v.x + v.y;
}

extern "C" __global__ void misaligned_repaired(const float *in, float *out) {
    int i = 2 * threadIdx.x + 1;
    out[threadIdx.x] = in[i] + in[i + 1];
}

// ---- Shared memory is not zero at the start.
extern "C" __global__ void accumulator_not_cleared(const float *in, float *out) {
    __shared__ float sum;
    atomicAdd(&sum, in[threadIdx.x]); //@ accumulator-not-cleared
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void accumulator_cleared(const float *in, float *out) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0.0f;
    __syncthreads();
    atomicAdd(&sum, in[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}

// The total is fetched while others still add to it.
extern "C" __global__ void total_too_early(const float *in, float *out) {
    __shared__ float sum;
    if (threadIdx.x == 0) sum = 0.0f;
    __syncthreads();
    atomicAdd(&sum, in[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = sum; //@ total-too-early
}

// Half of the row was never stored.
extern "C" __global__ void half_stored(const float *in, float *out) {
    __shared__ float row[64];
    int tid = threadIdx.x;
    if (tid % 2 == 0) row[tid] = in[tid];
    __syncthreads();
    out[tid] = row[63 - tid]; //@ half-stored
}

// An output is added to that nobody has set.
extern "C" __global__ void output_not_set(const float *in, float *out) {
    out[threadIdx.x] += in[threadIdx.x]; //@ output-not-set
}

// ---- Barriers.

// The lanes of a warp disagree about the barrier.
extern "C" __global__ void divergent_barrier(const float *in, float *out) {
    __shared__ float row[64];
    int tid = threadIdx.x;
    row[tid] = in[tid];
    if (tid % 2 == 0) {
        __syncthreads(); //@ divergent-barrier
        row[tid] += 1.0f;
    } else {
        __syncthreads();
        row[tid] += 2.0f;
    }
    out[tid] = row[tid];
}

extern "C" __global__ void divergent_barrier_repaired(const float *in, float *out) {
    __shared__ float row[64];
    int tid = threadIdx.x;
    row[tid] = in[tid];
    __syncthreads();
    row[tid] += tid % 2 == 0 ? 1.0f : 2.0f;
    out[tid] = row[tid];
}

// Each warp waits where the other one is not.
extern "C" __global__ void crossed_barriers(const float *in, float *out) {
    int first = threadIdx.x < 32 ? 1 : 2;
    asm volatile("bar.sync %0, 64;" ::"r"(first) : "memory"); //@ crossed-barriers
    asm volatile("bar.sync %0, 64;" ::"r"(3 - first) : "memory");
    out[threadIdx.x] = in[threadIdx.x];
}

// Both warps take the two barriers in the same order, though at different places of the program.
extern "C" __global__ void crossed_barriers_repaired(const float *in, float *out) {
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
    }
    out[threadIdx.x] = in[threadIdx.x];
}

// The other warp leaves; a barrier with a count waits for threads that are gone.
extern "C" __global__ void deserted_barrier(const float *in, float *out) {
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@ deserted-barrier
    }
    out[threadIdx.x] = in[threadIdx.x];
}

// 48 threads are one and a half warps.
extern "C" __global__ void odd_count(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.sync 1, 48;" ::: "memory"); //@ odd-count
}

// The warps name different counts for one barrier; 96 threads.
extern "C" __global__ void disagreeing_counts(const float *in, float *out) {
    int count = threadIdx.x < 32 ? 64 : 96;
    asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory"); //@ disagreeing-counts
    out[threadIdx.x] = in[threadIdx.x];
}

// ---- Things that are no barrier.

// A shuffle brings lanes together, but orders no memory.
extern "C" __global__ void shuffle_for_barrier(const float *in, float *out) {
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = in[lane];
    float v = __shfl_xor_sync(0xffffffffu, in[lane], 1);
    out[lane] = v + row[31 - lane]; //@ shuffle-for-barrier
}

extern "C" __global__ void shuffle_for_barrier_repaired(const float *in, float *out) {
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = in[lane];
    __syncwarp();
    float v = __shfl_xor_sync(0xffffffffu, in[lane], 1);
    out[lane] = v + row[31 - lane];
}

// A fence orders a thread's own accesses, it waits for nobody.
extern "C" __global__ void fence_for_barrier(const float *in, float *out) {
    __shared__ float row[64];
    int tid = threadIdx.x;
    row[tid] = in[tid];
    __threadfence_block();
    out[tid] = row[63 - tid]; //@ fence-for-barrier
}

// volatile makes an access happen, not wait.
extern "C" __global__ void volatile_for_barrier(const float *in, float *out) {
    __shared__ volatile float row[64];
    int tid = threadIdx.x;
    row[tid] = in[tid];
    out[tid] = row[63 - tid]; //@ volatile-for-barrier
}

// __syncwarp orders the lanes of one warp; the cells are the other warp's.
extern "C" __global__ void syncwarp_for_barrier(const float *in, float *out) {
    __shared__ float row[64];
    int tid = threadIdx.x;
    row[tid] = in[tid];
    __syncwarp();
    out[tid] = row[63 - tid]; //@ syncwarp-for-barrier
}

// The mask names the lower half only; the upper half reads what it wrote.
extern "C" __global__ void half_a_syncwarp(const float *in, float *out) {
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = in[lane];
    if (lane < 16) __syncwarp(0x0000ffffu);
    out[lane] = row[31 - lane]; //@ half-a-syncwarp
}

// ---- All threads write the same value: a race all the same, unless it is asked to be let through.
extern "C" __global__ void same_value(const float *in, float *out) {
    __shared__ float first;
    first = in[0]; //@ same-value
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] - first;
}

// ---- Traps.
extern "C" __global__ void trap_when_large(const float *in, float *out, int n) {
    if (n > 32) __trap(); //@ trap
    out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void assert_small(const float *in, float *out, int n) {
    assert(n <= 32); //@ assertion
    out[threadIdx.x] = in[threadIdx.x];
}
