// Operators of several launches that leave something in variables of the module, which persist from one launch to
// the next. -DMISTAKES=1 and =2 compile the mistakes.
#ifndef MISTAKES
#define MISTAKES 0
#endif
#define WRONG(n) (MISTAKES == (n))
#define KERNEL extern "C" __global__ void

constexpr int WARP = 32;
constexpr int MOST = 8;

// ---------------------------------------------------------------- a running sum, taken and begun anew

__device__ float running;

KERNEL add_to_running(const float *x, int n) {
    int i = blockIdx.x * WARP + threadIdx.x;
    if (i < n)
        atomicAdd(&running, x[i]);
}

// Mistake 1: the sum is not begun anew, so that the next one includes it.
KERNEL take_running(float *y) {
    *y = running;
    if (!WRONG(1))
        running = 0;
}

// ---------------------------------------------------------------- statistics that one launch leaves for the next

__device__ float sums[2][MOST];

KERNEL row_sums(const float *x, int rows, int columns) {
    int r = threadIdx.x;
    if (r < rows) {
        float sum = 0, squares = 0;
        for (int c = 0; c < columns; c++) {
            sum += x[r * columns + c];
            squares += x[r * columns + c] * x[r * columns + c];
        }
        sums[0][r] = sum;
        sums[1][r] = squares;
    }
}

// Mistake 2: the sum of squares is read of the next row.
KERNEL standardise(const float *x, float *y, int rows, int columns) {
    int r = blockIdx.x, c = threadIdx.x;
    float mean = sums[0][r] / columns;
    float variance = sums[1][WRONG(2) ? r + 1 : r] / columns - mean * mean;
    if (c < columns)
        y[r * columns + c] = (x[r * columns + c] - mean) * rsqrtf(variance + 1e-5f);
}

// ---------------------------------------------------------------- the last CTA adds up, and resets the counter

__device__ unsigned arrived;
__device__ float parts[MOST];

// Mistake 1: the counter is not reset, so that in the next launch no CTA is the last.
KERNEL sum_by_last(const float *x, float *y, int n) {
    __shared__ bool last;
    int i = blockIdx.x * WARP + threadIdx.x;
    float value = i < n ? x[i] : 0;
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = value;
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0;
        for (int k = 0; k < gridDim.x; k++)
            sum += parts[k];
        *y = sum;
        if (!WRONG(1))
            arrived = 0;
    }
}
