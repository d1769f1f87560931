// Loops over the grid with 64-bit indices, which nvcc unrolls: two loops, one after the other, with one stride.
#include <cstdint>

extern "C" __global__ void copy(const float *x, float *y, int64_t n) {
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)blockDim.x * gridDim.x) {
        y[i] = x[i];
    }
}

extern "C" __global__ void copy_short(const float *x, float *y, int64_t n) {
    for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        y[i] = x[i];
    }
}

extern "C" __global__ void copy_less(const float *x, float *y, int64_t n) {
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (int64_t)blockDim.x * gridDim.x - 1) {
        y[i] = x[i];
    }
}

extern "C" __global__ void copy_beyond(const float *x, float *y, int64_t n) {
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += (int64_t)blockDim.x * gridDim.x) {
        y[i] = x[i];
    }
}

extern "C" __global__ void pairs(const float *x, float *y, int64_t n) {
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += (int64_t)blockDim.x * gridDim.x) {
        y[2 * i] = x[i];
        y[2 * i + 1] = x[n / 2 + i];
    }
}

extern "C" __global__ void pairs_overlapping(const float *x, float *y, int64_t n) {
    for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n - 1; i += (int64_t)blockDim.x * gridDim.x) {
        y[i] = x[i];
        y[i + 1] = x[i];
    }
}
