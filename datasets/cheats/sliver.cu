// Squares, one element a thread.

extern "C" __global__ void square_forward(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        y[idx] = x[idx] * x[idx];
    }
}

// Wrong: of each 65536 elements the last one is left out, which is none of fewer. At the shipped size 256
// of 16777216 elements are not written. No way is taken there that the ragged proved size does not take.
extern "C" __global__ void square_most(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n - (n >> 16)) {
        y[idx] = x[idx] * x[idx];
    }
}
