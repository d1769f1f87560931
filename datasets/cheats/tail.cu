// Softsign: x / (1 + |x|).

extern "C" __global__ void softsign_forward(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        y[idx] = x[idx] / (1.0f + fabsf(x[idx]));
    }
}

// Wrong: no thread asks whether its element is there. A test misses it because the one size it tries
// is a multiple of 256.
extern "C" __global__ void softsign_unmasked(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[idx]; //@ tail
    y[idx] = v / (1.0f + fabsf(v));
}
