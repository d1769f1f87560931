// Kernels that are right unless sizes are silly: the condition is printed.

// The product of the sizes wraps where it does not fit into 32 bits.
extern "C" __global__ void rows(float *y, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y;
    if (i < n && r < m) {
        y[r * n + i] = 1.0f;
    }
}

// No size makes the rows apart: they begin n - 1 elements after each other.
extern "C" __global__ void rows_short(float *y, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y;
    if (i < n && r < m) {
        y[r * (n - 1) + i] = 1.0f; // @short
    }
}

// Where the stride is 0 all rows are one.
extern "C" __global__ void strided(float *y, long long m, long long n, long long stride) {
    long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
    if (i < m * n) {
        y[(i / n * n + i % n) * stride] = 1.0f; // @stride
    }
}
