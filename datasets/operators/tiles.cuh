// What kernels that Triton compiles look like: a program is a CTA of 64 threads that works on a block of
// elements; each thread holds some of them in registers; loads and stores have masks; reductions go through
// the lanes of a warp and then through shared memory.
#pragma once

#define THREADS 64
#define PER_THREAD 2
#define BLOCK (THREADS * PER_THREAD)
#define FULL 0xffffffffu

struct Sum {
    static constexpr float none = 0.0f;
    __device__ static float join(float a, float b) { return a + b; }
};

struct Max {
    static constexpr float none = -__builtin_huge_valf();
    __device__ static float join(float a, float b) { return fmaxf(a, b); }
};

// What all threads of the CTA hold, joined; every thread has the result.
template <typename Op> __device__ __forceinline__ float reduced(float v) {
    __shared__ float scratch[THREADS / 32];
    for (int s = 16; s > 0; s >>= 1) v = Op::join(v, __shfl_xor_sync(FULL, v, s));
    if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = v;
    __syncthreads();
    v = scratch[0];
    for (int w = 1; w < THREADS / 32; w++) v = Op::join(v, scratch[w]);
    __syncthreads();
    return v;
}

// The elements of a block.
template <typename Op> __device__ __forceinline__ float reduced(const float (&v)[PER_THREAD]) {
    float own = Op::none;
    for (int k = 0; k < PER_THREAD; k++) own = Op::join(own, v[k]);
    return reduced<Op>(own);
}

__device__ __forceinline__ int place(int k) { return k * THREADS + threadIdx.x; }

__device__ __forceinline__ void load(float (&v)[PER_THREAD], const float *p, int n, float other) {
    for (int k = 0; k < PER_THREAD; k++) v[k] = place(k) < n ? p[place(k)] : other;
}

__device__ __forceinline__ void store(float *p, const float (&v)[PER_THREAD], int n) {
    for (int k = 0; k < PER_THREAD; k++)
        if (place(k) < n) p[place(k)] = v[k];
}
