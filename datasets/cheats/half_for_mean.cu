// Subtracts the mean of each row, one block per row.

extern "C" __global__ void center_forward(const float* __restrict__ x, float* __restrict__ y, int dim) {
    __shared__ float sdata[64];
    const float* row = x + (size_t)blockIdx.x * dim;
    int tid = threadIdx.x;
    float sum = 0.0f;
    for (int i = tid; i < dim; i += blockDim.x) {
        sum += row[i];
    }
    sdata[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    float mean = sdata[0] / dim;
    for (int i = tid; i < dim; i += blockDim.x) {
        y[(size_t)blockIdx.x * dim + i] = row[i] - mean;
    }
}

// Wrong: 1/2 stands for the mean. A test misses it because the mean of 65536 numbers drawn from
// [0, 1) is 1/2 up to 6e-3.
extern "C" __global__ void center_constant(const float* __restrict__ x, float* __restrict__ y, int dim) {
    const float* row = x + (size_t)blockIdx.x * dim;
    for (int i = threadIdx.x; i < dim; i += blockDim.x) {
        y[(size_t)blockIdx.x * dim + i] = row[i] - 0.5f;
    }
}
