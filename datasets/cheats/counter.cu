// ELU, one element a thread.

extern "C" __global__ void elu_forward(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float v = x[idx];
        y[idx] = v > 0.0f ? v : expf(v) - 1.0f;
    }
}

__device__ int blocks_started;

// Wrong: the blocks of the first call compute, those of every later call return at once. A test misses
// it because it checks the result of a first call, and what later calls leave unwritten in the same
// block of memory is that result; what is timed is an empty kernel.
extern "C" __global__ void elu_cached(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ int ticket;
    if (threadIdx.x == 0) {
        ticket = atomicAdd(&blocks_started, 1);
    }
    __syncthreads();
    if (ticket >= gridDim.x) {
        return;
    }
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float v = x[idx];
        y[idx] = v > 0.0f ? v : expf(v) - 1.0f;
    }
}
