// Named barriers of a CTA, which CUDA reaches by inline PTX only (PTX ISA, bar and barrier): ids 0
// to 15, of which __syncthreads is 0; a count in threads, a multiple of 32.
#pragma once

namespace named {

// Arrives and waits until `threads` threads have arrived.
__device__ __forceinline__ void sync(int id, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// Arrives and goes on.
__device__ __forceinline__ void arrive(int id, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// The forms that do not require a warp to arrive as one.
__device__ __forceinline__ void sync_unaligned(int id, int threads) {
    asm volatile("barrier.cta.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__device__ __forceinline__ void arrive_unaligned(int id, int threads) {
    asm volatile("barrier.cta.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// Arrives, waits, and tells for how many of the threads `predicate` holds.
__device__ __forceinline__ int sync_count(int id, int threads, int predicate) {
    int count;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %3, 0; bar.red.popc.u32 %0, %1, %2, p; }"
                 : "=r"(count)
                 : "r"(id), "r"(threads), "r"(predicate)
                 : "memory");
    return count;
}

// Arrives, waits, and tells whether `predicate` holds for one of the threads.
__device__ __forceinline__ int sync_or(int id, int threads, int predicate) {
    int any;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %3, 0; bar.red.or.pred q, %1, %2, p;"
                 " selp.s32 %0, 1, 0, q; }"
                 : "=r"(any)
                 : "r"(id), "r"(threads), "r"(predicate)
                 : "memory");
    return any;
}

} // namespace named
