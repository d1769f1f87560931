// Indices that are arithmetic of thread and block: offsets, reversals, permutations, strides, rows with a
// leading dimension. Each kernel stands before its broken variant; sizes are any.

// ---- A guard for the last block.

extern "C" __global__ void scale(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2.0f * x[i];
}

// No guard: the last block writes beyond n.
extern "C" __global__ void scale_unguarded(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2.0f * i; //@ scale-unguarded
}

// ---- Reversal: into another tensor, and in place, where each element is read by another thread.

extern "C" __global__ void reverse(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[n - 1 - i] = x[i];
}

extern "C" __global__ void reverse_in_place(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[n - 1 - i] = x[i]; //@ reverse-in-place
}

// ---- Two elements a thread.

extern "C" __global__ void interleave(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[2 * i] = x[i];
        y[2 * i + 1] = -x[i];
    }
}

// The factor 2 is forgotten: two neighbours write one element.
extern "C" __global__ void interleave_overlapping(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i];
        y[i + 1] = -x[i]; //@ interleave-overlapping
    }
}

// ---- A rotation by k modulo the block.

extern "C" __global__ void rotate(const float *x, float *y, unsigned k) {
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    row[(t + k) % 256] = x[t];
    __syncthreads();
    y[t] = row[t];
}

// The modulus is smaller than the block.
extern "C" __global__ void rotate_short(const float *x, float *y, unsigned k) {
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    row[(t + k) % 255] = x[t]; //@ rotate-short
    __syncthreads();
    y[t] = row[t];
}

// ---- A permutation by an odd factor; an even one maps two threads to one element.

extern "C" __global__ void permute(const float *x, float *y, unsigned k) {
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    row[(t * k) % 256] = x[t]; //@ permute-even
    __syncthreads();
    y[t] = row[t];
}

// ---- Exclusive or with any mask is a permutation, or is not.

extern "C" __global__ void butterfly(const float *x, float *y, unsigned mask) {
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    row[(t ^ mask) & 255] = x[t];
    __syncthreads();
    y[t] = row[t];
}

extern "C" __global__ void butterfly_or(const float *x, float *y, unsigned mask) {
    __shared__ float row[256];
    unsigned t = threadIdx.x;
    row[(t | mask) & 255] = x[t]; //@ butterfly-or
    __syncthreads();
    y[t] = row[t];
}

// ---- Rows with a leading dimension: right where ld >= columns.

extern "C" __global__ void fill_rows(float *y, int rows, int columns, int ld) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y;
    if (i < rows && j < columns) y[i * ld + j] = i + j; //@ fill-rows-short
}

// ---- A power-of-two stride: 2^k elements apart.

extern "C" __global__ void spread(const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[(size_t)i << k] = x[i];
}

// Shifted the other way, 2^k threads share an element.
extern "C" __global__ void spread_down(const float *x, float *y, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i >> k] = x[i]; //@ spread-down
}
