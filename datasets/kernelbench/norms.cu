// Norms: problems 33 to 40 of KernelBench's level 1. The number before a kernel is that of its problem; after it stand
// its three mistakes. C has HW pixels.
#include <cuda_runtime.h>

#include "mistakes.cuh"

constexpr float EPS = 1e-5f;

// ---- A thread a result, or a row of them

// 33. Mistakes: the statistics of one member of the batch; the variance with N - 1; eps is missing.
__global__ void batch_norm(const float *x, const float *g, const float *b, float *y, int N, int C, int HW) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= C) {
        return;
    }
    int members = WRONG(1) ? 1 : N, count = members * HW;
    float mean = 0.0f, var = 0.0f;
    for (int n = 0; n < members; n++) {
        for (int p = 0; p < HW; p++) {
            mean += x[(n * C + c) * HW + p];
        }
    }
    mean /= count;
    for (int n = 0; n < members; n++) {
        for (int p = 0; p < HW; p++) {
            float d = x[(n * C + c) * HW + p] - mean;
            var += d * d;
        }
    }
    var /= WRONG(2) ? count - 1 : count;
    for (int n = 0; n < N; n++) {
        for (int p = 0; p < HW; p++) {
            int i = (n * C + c) * HW + p;
            y[i] = (x[i] - mean) / sqrtf(WRONG(3) ? var : var + EPS) * g[c] + b[c];
        }
    }
}

// 34, an image is a channel of a member. Mistakes: the mean is taken for 1/2; eps outside of the root; the last pixel
// counts only in the mean.
__global__ void instance_norm(const float *x, float *y, int images, int HW) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m < images) {
        const float *image = x + m * HW;
        float mean = 0.0f, var = 0.0f;
        for (int p = 0; p < HW; p++) {
            mean += image[p];
        }
        mean = WRONG(1) ? 0.5f : mean / HW;
        for (int p = 0; p < (WRONG(3) ? HW - 1 : HW); p++) {
            var += (image[p] - mean) * (image[p] - mean);
        }
        var /= HW;
        for (int p = 0; p < HW; p++) {
            y[m * HW + p] = (image[p] - mean) / (WRONG(2) ? sqrtf(var) + EPS : sqrtf(var + EPS));
        }
    }
}

// 35, a CTA a group of channels. Mistakes: scale and shift of the first channel of the group; groups of every G-th
// channel; no shift.
__global__ void group_norm(const float *x, const float *g, const float *b, float *y, int C, int HW, int G) {
    int n = blockIdx.x / G, group = blockIdx.x % G, S = C / G;
    float sum = 0.0f, squares = 0.0f;
    for (int e = 0; e < S * HW; e++) {
        int c = WRONG(2) ? e / HW * G + group : group * S + e / HW;
        float v = x[(n * C + c) * HW + e % HW];
        sum += v;
        squares += v * v;
    }
    float mean = sum / (S * HW), factor = rsqrtf(squares / (S * HW) - mean * mean + EPS);
    for (int e = threadIdx.x; e < S * HW; e += blockDim.x) {
        int c = WRONG(2) ? e / HW * G + group : group * S + e / HW, i = (n * C + c) * HW + e % HW;
        int of = WRONG(1) ? group * S : c;
        y[i] = (x[i] - mean) * factor * g[of] + (WRONG(3) ? 0.0f : b[of]);
    }
}

// 36, a thread a pixel. Mistakes: the sum in place of the mean; the mean is taken off; eps is missing.
__global__ void rms_norm(const float *x, float *y, int N, int C, int HW) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, n = t / HW, p = t % HW;
    if (t < N * HW) {
        float sum = 0.0f, squares = 0.0f;
        for (int c = 0; c < C; c++) {
            float v = x[(n * C + c) * HW + p];
            sum += v;
            squares += v * v;
        }
        float mean = WRONG(2) ? sum / C : 0.0f;
        float rms = sqrtf((WRONG(1) ? squares : squares / C) - mean * mean + (WRONG(3) ? 0.0f : EPS));
        for (int c = 0; c < C; c++) {
            y[(n * C + c) * HW + p] = (x[(n * C + c) * HW + p] - mean) / rms;
        }
    }
}

// 37, one CTA. Mistakes: no barrier before the sum is read; no root; the squares of what lies beyond a multiple of the
// block are left out.
__global__ void frobenius_norm(const float *x, float *y, int n) {
    __shared__ float part[8], total;
    int t = threadIdx.x;
    float squares = 0.0f;
    for (int i = t; i < (WRONG(3) ? n / 8 * 8 : n); i += 8) {
        squares += x[i] * x[i];
    }
    part[t] = squares;
    __syncthreads();
    if (t == 0) {
        float sum = 0.0f;
        for (int u = 0; u < 8; u++) {
            sum += part[u];
        }
        total = WRONG(2) ? sum : sqrtf(sum);
    }
    if (!WRONG(1)) {
        __syncthreads();
    }
    float norm = total; //@ 037-frobenius-norm-without-barrier
    for (int i = t; i < n; i += 8) {
        y[i] = x[i] / norm;
    }
}

// 38. Mistakes: no magnitudes; the sum in place of the mean; the magnitude of the sum.
__global__ void l1_norm(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float sum = 0.0f;
        for (int d = 0; d < D; d++) {
            sum += WRONG(1) || WRONG(3) ? x[n * D + d] : fabsf(x[n * D + d]);
        }
        float mean = WRONG(2) ? sum : (WRONG(3) ? fabsf(sum) : sum) / D;
        for (int d = 0; d < D; d++) {
            y[n * D + d] = x[n * D + d] / mean;
        }
    }
}

// 39. Mistakes: a bound below, which is PyTorch's normalize and not this function; no root; the row before counts, too.
__global__ void l2_norm(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        float squares = 0.0f;
        for (int d = WRONG(3) && n > 0 ? -1 : 0; d < D; d++) {
            squares += x[n * D + d] * x[n * D + d];
        }
        float norm = WRONG(1) ? fmaxf(sqrtf(squares), 1e-3f) : WRONG(2) ? squares : sqrtf(squares);
        for (int d = 0; d < D; d++) {
            y[n * D + d] = x[n * D + d] / norm;
        }
    }
}

// 40, a thread a member of the batch. Mistakes: the variance with D - 1; scale and shift by channel; eps of 1e-6.
__global__ void layer_norm(const float *x, const float *g, const float *b, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        const float *row = x + n * D;
        float mean = 0.0f, var = 0.0f;
        for (int d = 0; d < D; d++) {
            mean += row[d];
        }
        mean /= D;
        for (int d = 0; d < D; d++) {
            var += (row[d] - mean) * (row[d] - mean);
        }
        var /= WRONG(1) ? D - 1 : D;
        for (int d = 0; d < D; d++) {
            int of = WRONG(2) ? d / 2 * 2 : d;
            y[n * D + d] = (row[d] - mean) / sqrtf(var + (WRONG(3) ? 1e-6f : EPS)) * g[of] + b[of];
        }
    }
}

// ---- Eight threads a CTA

// The sum of a value of each of eight lanes, for all of them.
__device__ float sum8(float v) {
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        v += __shfl_xor_sync(0xffu, v, lanes);
    }
    return v;
}

// 33, a CTA a channel, moments, scale and shift as one factor and one term. Mistakes: the mean is not squared; no
// tail; the term lacks the factor.
__global__ void batch_norm_moments(const float *x, const float *g, const float *b, float *y, int N, int C, int HW) {
    int c = blockIdx.x, count = N * HW;
    float sum = 0.0f, squares = 0.0f;
    for (int e = threadIdx.x; e < (WRONG(2) ? count / 8 * 8 : count); e += 8) {
        float v = x[(e / HW * C + c) * HW + e % HW];
        sum += v;
        squares += v * v;
    }
    float mean = sum8(sum) / count, var = sum8(squares) / count - (WRONG(1) ? mean : mean * mean);
    float factor = g[c] * rsqrtf(var + EPS), term = b[c] - (WRONG(3) ? mean : mean * factor);
    for (int e = threadIdx.x; e < count; e += 8) {
        int i = (e / HW * C + c) * HW + e % HW;
        y[i] = x[i] * factor + term;
    }
}

// 36, a CTA a pixel. Mistakes: neighbours in memory in place of channels; the lanes' sums are not joined; the root of
// the mean times C.
__global__ void rms_norm_lanes(const float *x, float *y, int C, int HW) {
    int n = blockIdx.x / HW, p = blockIdx.x % HW, apart = WRONG(1) ? 1 : HW;
    const float *pixel = x + n * C * HW + (WRONG(1) ? p * C : p);
    float squares = 0.0f;
    for (int c = threadIdx.x; c < C; c += 8) {
        squares += pixel[c * apart] * pixel[c * apart];
    }
    float sum = WRONG(2) ? squares : sum8(squares);
    float factor = rsqrtf(sum / C + EPS) * (WRONG(3) ? sqrtf(C) : 1.0f);
    for (int c = threadIdx.x; c < C; c += 8) {
        y[n * C * HW + c * HW + p] = x[n * C * HW + c * HW + p] * factor;
    }
}

// 40, a CTA a member: Welford's recurrence a lane, Chan's formula between lanes. Mistakes: lanes count alike, though a
// ragged row gives them unlike counts; the difference of means is not squared; the variance of the lane itself.
__global__ void layer_norm_welford(const float *x, const float *g, const float *b, float *y, int D) {
    const float *row = x + blockIdx.x * D;
    float mean = 0.0f, m2 = 0.0f, count = 0.0f;
    for (int d = threadIdx.x; d < D; d += 8) {
        float delta = row[d] - mean;
        count += 1.0f;
        mean += delta / count;
        m2 += delta * (row[d] - mean);
    }
    for (int lanes = 4; lanes > (WRONG(3) ? 4 : 0); lanes /= 2) {
        float other_mean = __shfl_xor_sync(0xffu, mean, lanes), other_m2 = __shfl_xor_sync(0xffu, m2, lanes);
        float other = __shfl_xor_sync(0xffu, count, lanes), delta = other_mean - mean, all = count + other;
        float share = WRONG(1) ? 0.5f : other / all;
        m2 += other_m2 + (WRONG(2) ? delta : delta * delta) * count * share;
        mean += delta * share;
        count = all;
    }
    float factor = rsqrtf(m2 / count + EPS);
    for (int d = threadIdx.x; d < D; d += 8) {
        y[blockIdx.x * D + d] = (row[d] - mean) * factor * g[d] + b[d];
    }
}
