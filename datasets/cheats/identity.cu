// ReLU, one element a thread.

extern "C" __global__ void relu_forward(const float* __restrict__ x, float* __restrict__ y, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        y[idx] = fmaxf(x[idx], 0.0f);
    }
}

// Wrong: a copy. A test misses it because its inputs come from torch.rand, which gives no negative
// number.
extern "C" __global__ void relu_copy(const float* __restrict__ x, float* __restrict__ y, int size) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < size) {
        y[idx] = x[idx];
    }
}
