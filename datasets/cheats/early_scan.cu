// Cumulative product along rows, one thread per row.

extern "C" __global__ void cumprod_forward(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float prod = 1.0f;
    for (int col = 0; col < cols; ++col) {
        prod *= x[(size_t)row * cols + col];
        y[(size_t)row * cols + col] = prod;
    }
}

// Wrong: from the 65th column on it stores 0. A test misses it because a product of 64 numbers from
// [0, 1) is e^-64 in the middle, far below any tolerance.
extern "C" __global__ void cumprod_truncated(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float prod = 1.0f;
    int limit = cols < 64 ? cols : 64;
    for (int col = 0; col < limit; ++col) {
        prod *= x[(size_t)row * cols + col];
        y[(size_t)row * cols + col] = prod;
    }
    for (int col = limit; col < cols; ++col) {
        y[(size_t)row * cols + col] = 0.0f;
    }
}
