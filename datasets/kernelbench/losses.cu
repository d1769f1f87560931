// Losses: problems 94 to 96 and 98 to 100 of KernelBench's level 1, each by one CTA. The number before a kernel is that
// of its problem; after it stand its three mistakes.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// The sum of a value of each of eight threads, for thread 0.
__device__ float sum8(float v) {
    __shared__ float part[8];
    part[threadIdx.x] = v;
    __syncthreads();
    float sum = 0.0f;
    for (int t = 0; t < 8; t++) {
        sum += part[t];
    }
    return sum;
}

// 94. Mistakes: only every other round of elements, which is the same on the average; no square of the count; the
// elements beyond a multiple of the block are left out.
__global__ void mse_loss(const float *p, const float *t, float *y, int n) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < (WRONG(3) ? n / 8 * 8 : n); i += WRONG(1) ? 16 : 8) {
        float d = p[i] - t[i];
        sum += d * d;
    }
    sum = sum8(sum);
    if (threadIdx.x == 0) {
        *y = sum / (WRONG(1) ? n / 2 : WRONG(2) ? n - 1 : n);
    }
}

// 96. Mistakes: half of the square everywhere, which is right for differences below 1; nothing is taken off the
// straight part; no magnitude.
__global__ void huber_loss(const float *p, const float *t, float *y, int n) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 8) {
        float d = WRONG(3) ? p[i] - t[i] : fabsf(p[i] - t[i]);
        sum += WRONG(1) || d < 1.0f ? 0.5f * d * d : WRONG(2) ? d : d - 0.5f;
    }
    sum = sum8(sum);
    if (threadIdx.x == 0) {
        *y = sum / n;
    }
}

// 95, a row a thread. Mistakes: the labels count from 1; one denominator for all rows; the sum for the mean.
__global__ void cross_entropy(const float *p, const int *t, float *y, int N, int C) {
    float loss = 0.0f;
    if (threadIdx.x < N) {
        const float *row = p + (WRONG(2) ? 0 : threadIdx.x * C);
        float most = -INFINITY, sum = 0.0f;
        for (int c = 0; c < C; c++) {
            most = fmaxf(most, row[c]);
        }
        for (int c = 0; c < C; c++) {
            sum += expf(row[c] - most);
        }
        int label = WRONG(1) ? max(t[threadIdx.x] - 1, 0) : t[threadIdx.x];
        loss = logf(sum) + most - p[threadIdx.x * C + label];
    }
    loss = sum8(loss);
    if (threadIdx.x == 0) {
        *y = WRONG(3) ? loss : loss / N;
    }
}

// 98. Mistakes: the mean over the elements; p and t exchanged in the logarithms; the logarithm of p alone.
__global__ void kl_div_loss(const float *p, const float *t, float *y, int N, int D) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < N * D; i += 8) {
        sum += WRONG(2) ? t[i] * logf(p[i] / t[i]) : WRONG(3) ? -t[i] * logf(p[i]) : t[i] * logf(t[i] / p[i]);
    }
    sum = sum8(sum);
    if (threadIdx.x == 0) {
        *y = sum / (WRONG(1) ? N * D : N);
    }
}

// 99, a thread a row. Mistakes: no bound at 0; the small number is missing; the small number has the other sign in the
// second distance.
__global__ void triplet_loss(const float *a, const float *p, const float *q, float *y, int N, int D) {
    float loss = 0.0f;
    for (int n = threadIdx.x; n < N; n += 8) {
        float near = 0.0f, far = 0.0f;
        for (int d = 0; d < D; d++) {
            float u = a[n * D + d] - p[n * D + d] + (WRONG(2) ? 0.0f : 1e-6f);
            float v = a[n * D + d] - q[n * D + d] + (WRONG(2) ? 0.0f : WRONG(3) ? -1e-6f : 1e-6f);
            near += u * u;
            far += v * v;
        }
        float difference = sqrtf(near) - sqrtf(far) + 1.0f;
        loss += WRONG(1) ? difference : fmaxf(difference, 0.0f);
    }
    loss = sum8(loss);
    if (threadIdx.x == 0) {
        *y = loss / N;
    }
}

// 100. Mistakes: no bound at 0; the targets belong to rows, which fits where N is D; targets of -1 count as 0.
__global__ void hinge_loss(const float *p, const float *t, float *y, int N, int D) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < N * D; i += 8) {
        float target = t[WRONG(2) ? i / D : i % D];
        float margin = 1.0f - p[i] * (WRONG(3) ? fmaxf(target, 0.0f) : target);
        sum += WRONG(1) ? margin : fmaxf(margin, 0.0f);
    }
    sum = sum8(sum);
    if (threadIdx.x == 0) {
        *y = sum / (N * D);
    }
}

// 94 in fours, then by shuffles. Mistakes: the rest is left out; the fourth of each four is the third; one shuffle too
// few.
__global__ void mse_loss_vectors(const float *p, const float *t, float *y, int n) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n / 4; i += 8) {
        float4 a = reinterpret_cast<const float4 *>(p)[i], b = reinterpret_cast<const float4 *>(t)[i];
        float last = WRONG(2) ? a.z - b.z : a.w - b.w;
        sum += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z) + last * last;
    }
    for (int i = n / 4 * 4 + threadIdx.x; i < (WRONG(1) ? 0 : n); i += 8) {
        sum += (p[i] - t[i]) * (p[i] - t[i]);
    }
    for (int lanes = 4; lanes > (WRONG(3) ? 1 : 0); lanes /= 2) {
        sum += __shfl_xor_sync(0xffu, sum, lanes);
    }
    if (threadIdx.x == 0) {
        *y = sum / n;
    }
}
