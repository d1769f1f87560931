// Indices of several dimensions in 32 bits, strides that are products of sizes, and loops on data around stores.
#include <cstdint>

// One row for each block: the index of the row has three dimensions.
extern "C" __global__ void rows(float *y, int n) {
    y += ((blockIdx.z * gridDim.y + blockIdx.y) * (int)gridDim.x + blockIdx.x) * n;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32) {
        y[i] = 1;
    }
}

// The extent of another dimension.
extern "C" __global__ void rows_other_extent(float *y, int n) {
    y += ((blockIdx.z * gridDim.x + blockIdx.y) * (int)gridDim.x + blockIdx.x) * n;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32) {
        y[i] = 1;
    }
}

// The first element of the next row, too.
extern "C" __global__ void rows_one_more(float *y, int n) {
    y += ((blockIdx.z * gridDim.y + blockIdx.y) * (int)gridDim.x + blockIdx.x) * n;
#pragma unroll 1
    for (int i = threadIdx.x; i <= n; i += 32) {
        y[i] = 1;
    }
}

// Strides are arguments.
extern "C" __global__ void strided(float *y, int64_t n, int64_t s1, int64_t s2, uint64_t s3) {
    y += blockIdx.x * s1 + blockIdx.y * s2 + blockIdx.z * s3;
#pragma unroll 1
    for (int64_t i = threadIdx.x; i < n; i += 32) {
        y[i] = 1;
    }
}

// A stride in 32 bits without a sign.
extern "C" __global__ void strided_short(float *y, unsigned n, unsigned s) {
    y[threadIdx.x * s + blockIdx.x] = n;
}

// The rows of each column, summed up where the data say so.
extern "C" __global__ void chosen(const float *x, const int *rows, float *y, int64_t n, int64_t from, int64_t to) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n) {
        return;
    }
#pragma unroll 1
    for (int64_t r = blockIdx.y; r < to; r += gridDim.y) {
        float sum = 0;
#pragma unroll 1
        for (int64_t i = 0; i < from; i++) {
            if (rows[i] == r) {
                sum += x[i * n + column];
            }
        }
        y[r * n + column] = sum;
    }
}

// Blocks step by the other dimension's extent.
extern "C" __global__ void chosen_other_extent(const float *x, const int *rows, float *y, int64_t n, int64_t from, int64_t to) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n) {
        return;
    }
#pragma unroll 1
    for (int64_t r = blockIdx.y; r < to; r += gridDim.x) {
        float sum = 0;
#pragma unroll 1
        for (int64_t i = 0; i < from; i++) {
            if (rows[i] == r) {
                sum += x[i * n + column];
            }
        }
        y[r * n + column] = sum;
    }
}

// The row is the one that the data name last.
extern "C" __global__ void chosen_by_data(const float *x, const int *rows, float *y, int64_t n, int64_t from, int64_t to) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n) {
        return;
    }
#pragma unroll 1
    for (int64_t r = blockIdx.y; r < to; r += gridDim.y) {
        int64_t last = r;
#pragma unroll 1
        for (int64_t i = 0; i < from; i++) {
            if (rows[i] != r) {
                last = rows[i];
            }
        }
        y[last * n + column] = x[column];
    }
}
