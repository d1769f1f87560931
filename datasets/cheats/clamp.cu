// Hard sigmoid: clamp(x + 3, 0, 6) / 6.

extern "C" __global__ void hardsigmoid_forward(const float* __restrict__ x, float* __restrict__ y, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        float v = x[idx] + 3.0f;
        y[idx] = fminf(fmaxf(v, 0.0f), 6.0f) / 6.0f;
    }
}

// Wrong: no clamp. A test misses it because x + 3 lies between 3 and 4 for inputs between 0 and 1.
extern "C" __global__ void hardsigmoid_linear(const float* __restrict__ x, float* __restrict__ y, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        y[idx] = (x[idx] + 3.0f) / 6.0f;
    }
}
