// RMS norm of rows, one block per row.

__device__ __forceinline__ float reciprocal_rms(const float* row, float* sdata, int dim, float eps) {
    int tid = threadIdx.x;
    float sum = 0.0f;
    for (int i = tid; i < dim; i += blockDim.x) {
        sum += row[i] * row[i];
    }
    sdata[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    return rsqrtf(sdata[0] / dim + eps);
}

extern "C" __global__ void rmsnorm_forward(const float* x, float* y, int dim, float eps) {
    __shared__ float sdata[64];
    const float* row = x + (size_t)blockIdx.x * dim;
    float scale = reciprocal_rms(row, sdata, dim, eps);
    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        y[(size_t)blockIdx.x * dim + i] = row[i] * scale;
    }
}

// Wrong: the row is normalised where it lies and copied to y from there. y is right, but the caller's
// x is changed. A test misses it because it computes the reference first and compares y only; a model
// that reads x again, for a residual connection or a gradient, gets another x.
extern "C" __global__ void rmsnorm_in_place(float* x, float* y, int dim, float eps) {
    __shared__ float sdata[64];
    float* row = x + (size_t)blockIdx.x * dim;
    float scale = reciprocal_rms(row, sdata, dim, eps);
    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        row[i] *= scale;
        y[(size_t)blockIdx.x * dim + i] = row[i];
    }
}
