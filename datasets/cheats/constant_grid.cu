// Leaky ReLU, one element a thread.

extern "C" __global__ void leaky_relu(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        float v = x[idx];
        y[idx] = v > 0.0f ? v : 0.01f * v;
    }
}

// The kernel is right; constant_grid.conf launches it wrongly: four blocks at every size. That is
// enough for the proved sizes, and writes 1024 of 16777216 elements at the shipped one. A test at the
// shipped size misses it where the rest of the output is what the reference left in that memory.
