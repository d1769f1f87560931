// Log-sum-exp of rows, one block per row; one buffer serves both reductions.

#include <float.h>

template <bool BARRIER>
__device__ __forceinline__ void logsumexp(const float* x, float* y, int dim) {
    __shared__ float sdata[64];
    const float* row = x + (size_t)blockIdx.x * dim;
    int tid = threadIdx.x;
    float local_max = -FLT_MAX;
    for (int i = tid; i < dim; i += blockDim.x) {
        local_max = fmaxf(local_max, row[i]);
    }
    sdata[tid] = local_max;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] = fmaxf(sdata[tid], sdata[tid + s]);
        __syncthreads();
    }
    float row_max = sdata[0];
    if (BARRIER) __syncthreads();
    float sum = 0.0f;
    for (int i = tid; i < dim; i += blockDim.x) {
        sum += expf(row[i] - row_max);
    }
    sdata[tid] = sum; //@ barrier
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) {
        y[blockIdx.x] = row_max + logf(sdata[0]);
    }
}

extern "C" __global__ void logsumexp_forward(const float* __restrict__ x, float* __restrict__ y, int dim) {
    logsumexp<true>(x, y, dim);
}

// Wrong: no barrier between reading the maximum from sdata[0] and storing the partial sums there. A
// test misses it because the warps of a block nearly always read before warp 0 has added up its
// exponentials.
extern "C" __global__ void logsumexp_fewer_barriers(const float* __restrict__ x, float* __restrict__ y, int dim) {
    logsumexp<false>(x, y, dim);
}
