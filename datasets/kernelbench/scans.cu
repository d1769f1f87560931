// Scans of rows: problems 89 to 93 of KernelBench's level 1. The number before a kernel is that of its problem; after
// it stand its three mistakes.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- A thread a row

// 89. Mistakes: the row stops to grow after 4 elements; exclusive; the sum goes on from row to row.
__global__ void cumsum(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float sum = WRONG(3) && n > 0 ? x[n * D - 1] : 0.0f;
        for (int d = 0; d < D; d++) {
            if (WRONG(2)) {
                y[n * D + d] = sum;
            }
            sum += WRONG(1) && d >= 4 ? 0.0f : x[n * D + d];
            if (!WRONG(2)) {
                y[n * D + d] = sum;
            }
        }
    }
}

// 90. Mistakes: stops after 4 elements, where products of numbers below 1 are near 0 after some; begins at 0; the first
// element counts twice.
__global__ void cumprod(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float product = WRONG(2) ? 0.0f : WRONG(3) ? x[n * D] : 1.0f;
        for (int d = 0; d < D; d++) {
            product *= WRONG(1) && d >= 4 ? 1.0f : x[n * D + d];
            y[n * D + d] = product;
        }
    }
}

// 91. Mistakes: from the beginning; without the element itself; the first element gets nothing.
__global__ void reverse_cumsum(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float sum = 0.0f;
        for (int u = 0; u < D; u++) {
            int d = WRONG(1) ? u : D - 1 - u;
            float v = x[n * D + d];
            y[n * D + d] = WRONG(2) ? sum : sum + v;
            sum += WRONG(3) && d == 1 ? 0.0f : v;
        }
    }
}

// 92. Mistakes: inclusive; the first element is not stored; it is the row's first element instead of 0.
__global__ void exclusive_cumsum(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            if (!WRONG(2) || d > 0) {
                y[n * D + d] = WRONG(3) && d == 0 ? x[n * D] : WRONG(1) ? sum + x[n * D + d] : sum;
            }
            sum += x[n * D + d];
        }
    }
}

// 93, by selection. Mistakes: the mask the other way round; elements that are not kept get 0; the mask of the element
// before.
__global__ void masked_cumsum(const float *x, const float *m, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            bool kept = m[n * D + (WRONG(3) && d > 0 ? d - 1 : d)] != (WRONG(1) ? 1.0f : 0.0f);
            sum += kept ? x[n * D + d] : 0.0f;
            y[n * D + d] = WRONG(2) && !kept ? 0.0f : sum;
        }
    }
}

// ---- 89 by eight lanes, as Hillis and Steele, with a carry from chunk to chunk

// Mistakes: no carry; the last step is left out; the carry is the lane's own sum.
__global__ void cumsum_lanes(const float *x, float *y, int D) {
    int lane = threadIdx.x;
    const float *row = x + blockIdx.x * D;
    float carry = 0.0f;
    for (int first = 0; first < D; first += 8) {
        float sum = first + lane < D ? row[first + lane] : 0.0f;
        for (int apart = 1; apart < (WRONG(2) ? 4 : 8); apart *= 2) {
            float before = __shfl_up_sync(0xffu, sum, apart);
            sum += lane >= apart ? before : 0.0f;
        }
        sum += WRONG(1) ? 0.0f : carry;
        if (first + lane < D) {
            y[blockIdx.x * D + first + lane] = sum;
        }
        carry = WRONG(3) ? sum : __shfl_sync(0xffu, sum, 7);
    }
}
