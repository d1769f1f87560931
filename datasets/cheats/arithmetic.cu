// Doubles, one element a thread.

extern "C" __global__ void double_forward(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        y[idx] = 2.0f * x[idx];
    }
}

// Wrong: from 1048576 elements on it gives three times x and more. No instruction decides that, so that a
// proof at small sizes says nothing of it.
extern "C" __global__ void double_or_more(const float* __restrict__ x, float* __restrict__ y, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n) {
        y[idx] = (2.0f + (n >> 20)) * x[idx];
    }
}
