// Row-wise softmax, one block per row.

#include <float.h>

extern "C" __global__ void softmax_forward(const float* __restrict__ x, float* __restrict__ y, int dim) {
    __shared__ float sdata[128];
    const float* row = x + (size_t)blockIdx.x * dim;
    float* out = y + (size_t)blockIdx.x * dim;
    int tid = threadIdx.x;

    // Step 1: maximum of the row
    float local_max = -FLT_MAX;
    for (int i = tid; i < dim; i += blockDim.x) {
        local_max = fmaxf(local_max, row[i]);
    }
    sdata[tid] = local_max;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] = fmaxf(sdata[tid], sdata[tid + s]);
        }
        __syncthreads();
    }
    float row_max = sdata[0];
    __syncthreads();

    // Step 2: sum of exponentials
    float local_sum = 0.0f;
    for (int i = tid; i < dim; i += blockDim.x) {
        local_sum += expf(row[i] - row_max);
    }
    sdata[tid] = local_sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    float inv_sum = 1.0f / sdata[0];

    // Step 3: normalize
    for (int i = tid; i < dim; i += blockDim.x) {
        out[i] = expf(row[i] - row_max) * inv_sum;
    }
}

// Wrong: all outputs are zero. A test misses it because none of 16384 outputs of a row is above 1e-4 for
// inputs drawn from [0, 1), so that zero is within an absolute tolerance of 1e-4.
extern "C" __global__ void softmax_underflow(const float* __restrict__ x, float* __restrict__ y, int dim) {
    float* out = y + (size_t)blockIdx.x * dim;
    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        out[i] = 0.0f;
    }
}
