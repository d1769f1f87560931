// Decisions of iterations that are over, which say nothing of the present one: by another hand than ways.cu.
#define T threadIdx.x

// The inner loop begins again: the write of one outer iteration, the read of the next.
extern "C" __global__ void begins_again(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++)
#pragma unroll 1
        for (int j = 0; j < 8 + (n & 1); j++) {
            if (j == 5) {
                __syncthreads();
                row[T] = v; // begins_again
            }
            if (j == 2 && i > 0) v += row[T ^ 1];
        }
    x[T] = v;
}

// Three iterations between the read and the write, and no barrier.
extern "C" __global__ void three_later(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j == m) {
            __syncthreads();
            v += row[T ^ 1];
        }
        if (j == m + 3) {
            row[T] = v; // three_later
            __syncthreads();
        }
    }
    x[T] = v;
}

extern "C" __global__ void one_later(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j == m) {
            __syncthreads();
            v += row[T ^ 1];
        }
        if (j == m + 1) {
            __syncthreads();
            row[T] = v;
            __syncthreads();
        }
    }
    x[T] = v;
}

// The last inner iteration of one outer iteration, and the first one of the next.
extern "C" __global__ void first_after_last(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++)
#pragma unroll 1
        for (int j = 0; j < m; j++) {
            if (i == 3 && j == m - 1) {
                __syncthreads();
                row[T] = v; // first_after_last
            } else if (i == 4 && j == 0) {
                v += row[T ^ 1];
                __syncthreads();
            } else {
                __syncthreads();
            }
        }
    x[T] = v;
}

// Writes in even iterations, reads in odd ones, and a barrier between them only if n > 5.
extern "C" __global__ void even_and_odd(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j % 2 == 0) row[T] = v; else v += row[T ^ 1]; // even_and_odd
        if (j % 2 == 1 || n > 5) __syncthreads();
    }
    x[T] = v;
}
