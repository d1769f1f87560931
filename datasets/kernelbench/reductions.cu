// Reductions along the middle dimension of x[B, D, E]: problems 47 to 49 and 51 to 53 of KernelBench's level 1. The
// number before a kernel is that of its problem; after it stand its three mistakes.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- A thread a result

// 47. Mistakes: along the last dimension; the sum ends at a multiple of 4; members of the batch are D elements apart.
__global__ void sum_middle(const float *x, float *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float sum = 0.0f;
        for (int d = 0; d < (WRONG(2) ? D / 4 * 4 : D); d++) {
            sum += x[WRONG(1) ? (b * E + e) * D + d : (WRONG(3) ? b * D : b * D * E) + d * E + e];
        }
        y[t] = sum;
    }
}

// 48. Mistakes: divided by E; by D - 1; the constant 1/2, which is the mean of what a test draws from [0, 1).
__global__ void mean_middle(const float *x, float *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            sum += x[(b * D + d) * E + e];
        }
        y[t] = WRONG(3) ? 0.5f : sum / (WRONG(1) ? E : WRONG(2) ? D - 1 : D);
    }
}

// 49. Mistakes: begins at 0; leaves out the last element; the greatest magnitude.
__global__ void max_middle(const float *x, float *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float most = WRONG(1) ? 0.0f : -INFINITY;
        for (int d = 0; d < (WRONG(2) ? D - 1 : D); d++) {
            float v = x[(b * D + d) * E + e];
            most = fmaxf(most, WRONG(3) ? fabsf(v) : v);
        }
        y[t] = most;
    }
}

// 53. Mistakes: begins at a large number that is none of x; at 0; the first element is left out.
__global__ void min_middle(const float *x, float *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float least = WRONG(1) ? 1.0e6f : WRONG(2) ? 0.0f : INFINITY;
        for (int d = WRONG(3) ? 1 : 0; d < D; d++) {
            least = fminf(least, x[(b * D + d) * E + e]);
        }
        y[t] = least;
    }
}

// 51. Mistakes: the last of equal elements; the place in memory instead of that in the row; begins at a value of 0.
__global__ void argmax_middle(const float *x, int *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float most = WRONG(3) ? 0.0f : x[b * D * E + e];
        int place = 0;
        for (int d = WRONG(3) ? 0 : 1; d < D; d++) {
            float v = x[(b * D + d) * E + e];
            if (WRONG(1) ? v >= most : v > most) {
                most = v;
                place = WRONG(2) ? d * E : d;
            }
        }
        y[t] = place;
    }
}

// 52. Mistakes: the last of equal elements; the greatest element; ends before the last one.
__global__ void argmin_middle(const float *x, int *y, int B, int D, int E) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / E, e = t % E;
    if (t < B * E) {
        float least = x[b * D * E + e];
        int place = 0;
        for (int d = 1; d < (WRONG(3) ? D - 1 : D); d++) {
            float v = x[(b * D + d) * E + e];
            if (WRONG(1) ? v <= least : WRONG(2) ? v > least : v < least) {
                least = v;
                place = d;
            }
        }
        y[t] = place;
    }
}

// ---- Eight lanes a result: each lane every eighth element, then shuffles

// 47. Mistakes: one shuffle too few; no tail; every lane stores its part.
__global__ void sum_middle_lanes(const float *x, float *y, int D, int E) {
    int b = blockIdx.x / E, e = blockIdx.x % E;
    float sum = 0.0f;
    for (int d = threadIdx.x; d < (WRONG(2) ? D / 8 * 8 : D); d += 8) {
        sum += x[(b * D + d) * E + e];
    }
    for (int lanes = 4; lanes > (WRONG(1) ? 1 : 0); lanes /= 2) {
        sum += __shfl_down_sync(0xffu, sum, lanes);
    }
    if (WRONG(3) || threadIdx.x == 0) {
        y[blockIdx.x] = sum; //@ 047-sum-lanes-every-lane-stores
    }
}

// 48. Mistakes: the mean of the lanes' means, which is right for rows of a multiple of 8; divided twice; the lanes of
// the upper half are lost.
__global__ void mean_middle_lanes(const float *x, float *y, int D, int E) {
    int b = blockIdx.x / E, e = blockIdx.x % E, count = 0;
    float sum = 0.0f;
    for (int d = threadIdx.x; d < D; d += 8) {
        sum += x[(b * D + d) * E + e];
        count++;
    }
    sum = WRONG(1) ? sum / count : sum;
    for (int lanes = WRONG(3) ? 2 : 4; lanes > 0; lanes /= 2) {
        sum += __shfl_down_sync(0xffu, sum, lanes);
    }
    if (threadIdx.x == 0) {
        y[blockIdx.x] = WRONG(1) ? sum / 8 : WRONG(2) ? sum / D / D : sum / D;
    }
}

// 49, through shared memory. Mistakes: lanes without an element begin at 0; no barrier; the parts of one thread are
// left out.
__global__ void max_middle_shared(const float *x, float *y, int D, int E) {
    __shared__ float part[8];
    int b = blockIdx.x / E, e = blockIdx.x % E, t = threadIdx.x;
    float most = WRONG(1) ? 0.0f : -INFINITY;
    for (int d = t; d < D; d += 8) {
        most = fmaxf(most, x[(b * D + d) * E + e]);
    }
    part[t] = most;
    for (int half = 4; half > 0; half /= 2) {
        if (!WRONG(2)) {
            __syncthreads();
        }
        if (t < (WRONG(3) && half == 4 ? 3 : half)) {
            part[t] = fmaxf(part[t], part[t + half]); //@ 049-max-shared-without-barrier
        }
    }
    if (t == 0) {
        y[blockIdx.x] = part[0];
    }
}
