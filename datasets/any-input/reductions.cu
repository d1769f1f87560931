// Reductions in shared memory: halving and doubling strides, any width, sums of blocks.

__device__ __forceinline__ float element(const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    return i < n ? x[i] : 0.0f;
}

// ---- Halving strides: elements from above.

extern "C" __global__ void sum_halving(const float *x, float *y, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = element(x, n);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}

// The barrier stands behind the loop.
extern "C" __global__ void sum_halving_one_barrier(const float *x, float *y, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = element(x, n);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s]; //@ sum-halving-one-barrier
    }
    __syncthreads();
    if (t == 0) y[blockIdx.x] = part[0];
}

// ---- Doubling strides: every other thread works.

extern "C" __global__ void sum_doubling(const float *x, float *y, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = element(x, n);
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        if (t % (2 * s) == 0) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}

// Every s-th thread works instead of every 2s-th.
extern "C" __global__ void sum_doubling_dense(const float *x, float *y, int n) {
    __shared__ float part[512];
    int t = threadIdx.x;
    part[t] = element(x, n);
    part[t + 256] = 0.0f;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        if (t % s == 0) part[t] += part[t + s]; //@ sum-doubling-dense
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}

// ---- Any width that the row holds, a power of two or not.

extern "C" __global__ void fold_width(const float *x, float *y, int width) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int s = width / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    y[t] = part[t];
}

// The barrier is inside of the branch.
extern "C" __global__ void fold_width_in_branch(const float *x, float *y, int width) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int s = width / 2; s > 0; s /= 2) {
        if (t < s) {
            part[t] += part[t + s];
            __syncthreads(); //@ fold-width-in-branch
        }
    }
    __syncthreads();
    y[t] = part[255 - t];
}

// Nothing keeps the width within the row. (The same kernel without the assumption width <= 256.)
extern "C" __global__ void fold_width_unbounded(const float *x, float *y, int width) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int s = width / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s]; //@ fold-width-unbounded
        __syncthreads();
    }
    y[t] = part[t];
}

// ---- The total of all blocks: added atomically, and not.

extern "C" __global__ void total(const float *x, float *y, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = element(x, n);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) atomicAdd(y, part[0]);
}

extern "C" __global__ void total_plain(const float *x, float *y, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = element(x, n);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) *y += part[0]; //@ total-plain
}

// ---- Sums of rows of any length, a block for each row.

extern "C" __global__ void row_sums(const float *x, float *y, int columns) {
    __shared__ float part[128];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int j = t; j < columns; j += 128) sum += x[blockIdx.x * columns + j];
    part[t] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}

// The loop includes the column behind the last one.
extern "C" __global__ void row_sums_too_far(const float *x, float *y, int columns) {
    __shared__ float part[128];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int j = t; j <= columns; j += 128) sum += x[blockIdx.x * columns + j]; //@ row-sums-too-far
    part[t] = sum;
    __syncthreads();
    for (int s = 64; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0) y[blockIdx.x] = part[0];
}
