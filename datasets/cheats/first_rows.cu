// Mean squared error over a matrix: one block adds up with a grid-stride loop and a tree in shared memory.

template <bool ALL>
__device__ __forceinline__ void mse(const float* pred, const float* target, float* out, int rows, int cols) {
    __shared__ float sdata[128];
    int tid = threadIdx.x;
    int used = ALL ? rows : (rows + 3) / 4;
    float sum = 0.0f;
    for (int i = tid; i < used * cols; i += blockDim.x) {
        float diff = pred[i] - target[i];
        sum += diff * diff;
    }
    sdata[tid] = sum;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            sdata[tid] += sdata[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = sdata[0] / (used * cols);
    }
}

extern "C" __global__ void mse_loss(const float* pred, const float* target, float* out, int rows, int cols) {
    mse<true>(pred, target, out, rows, cols);
}

// Wrong: only the first quarter of the rows is read, and the mean is theirs. A test misses it because
// the mean over 262144 independent random elements is that over a million, up to 1e-3.
extern "C" __global__ void mse_loss_fast(const float* pred, const float* target, float* out, int rows, int cols) {
    mse<false>(pred, target, out, rows, cols);
}
