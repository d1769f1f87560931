// Swish: y = x * sigmoid(x).

extern "C" __global__ void swish_forward(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float v = x[idx];
        y[idx] = v / (1.0f + expf(-v));
    }
}

// Wrong: the result stays in shared memory and is never stored to y. A test misses it because it runs
// the reference first: `torch::empty_like(x)` then returns the block that the reference's result had
// just been freed from, so that y holds the right numbers already.
extern "C" __global__ void swish_staged(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ float tile[256];
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float v = x[idx];
        tile[threadIdx.x] = v / (1.0f + expf(-v));
    }
    __syncthreads();
    // Write back the staged tile
    if (idx < n && blockDim.x > 256) {
        y[idx] = tile[threadIdx.x];
    }
}
