// Row-wise normalisations of 2 rows of 32 values, one row a CTA or a thread: softmax, log-softmax,
// layer norm and RMS norm, in the spellings in which they occur.

#define N 32
#define EPS 1e-5f
#define FULL 0xffffffffu

__device__ __forceinline__ float warp_sum(float v) {
    for (int s = 16; s > 0; s >>= 1) v += __shfl_xor_sync(FULL, v, s);
    return v;
}

__device__ __forceinline__ float warp_max(float v) {
    for (int s = 16; s > 0; s >>= 1) v = fmaxf(v, __shfl_xor_sync(FULL, v, s));
    return v;
}

// ---- softmax

// One thread a row, no maximum.
extern "C" __global__ void softmax_naive(const float *x, float *y, int n) {
    x += threadIdx.x * n;
    y += threadIdx.x * n;
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += expf(x[i]);
    for (int i = 0; i < n; i++) y[i] = expf(x[i]) / sum;
}

// One thread a row: maximum first.
extern "C" __global__ void softmax_two_pass(const float *x, float *y) {
    x += threadIdx.x * N;
    y += threadIdx.x * N;
    float m = -INFINITY;
    for (int i = 0; i < N; i++) m = fmaxf(m, x[i]);
    float sum = 0.0f;
    for (int i = 0; i < N; i++) sum += expf(x[i] - m);
    float factor = 1.0f / sum;
    for (int i = 0; i < N; i++) y[i] = expf(x[i] - m) * factor;
}

// One thread a row: maximum and sum in one pass.
extern "C" __global__ void softmax_online(const float *x, float *y, int n) {
    x += threadIdx.x * n;
    y += threadIdx.x * n;
    float m = -INFINITY, sum = 0.0f;
    for (int i = 0; i < n; i++) {
        float larger = fmaxf(m, x[i]);
        sum = sum * expf(m - larger) + expf(x[i] - larger);
        m = larger;
    }
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}

// The same with a branch on the data: only one exponential a value.
extern "C" __global__ void softmax_branch(const float *x, float *y, int n) {
    x += threadIdx.x * n;
    y += threadIdx.x * n;
    float m = -INFINITY, sum = 0.0f;
    for (int i = 0; i < n; i++) {
        if (x[i] > m) {
            sum = sum * expf(m - x[i]) + 1.0f;
            m = x[i];
        } else {
            sum += expf(x[i] - m);
        }
    }
    for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / sum;
}

// One warp a row.
extern "C" __global__ void softmax_warp(const float *x, float *y) {
    int at = threadIdx.x / 32 * N + threadIdx.x % 32;
    float e = expf(x[at] - warp_max(x[at]));
    y[at] = e / warp_sum(e);
}

// One warp a row, every lane with an online softmax of two of the row's values, then merged: pairs
// (maximum, sum) form a monoid.
extern "C" __global__ void softmax_merge(const float *x, float *y) {
    int row = threadIdx.x / 16 * N, lane = threadIdx.x % 16;
    float m = -INFINITY, sum = 0.0f;
    for (int i = lane; i < N; i += 16) {
        float larger = fmaxf(m, x[row + i]);
        sum = sum * expf(m - larger) + expf(x[row + i] - larger);
        m = larger;
    }
    for (int s = 8; s > 0; s >>= 1) {
        float other_m = __shfl_xor_sync(FULL, m, s);
        float other_sum = __shfl_xor_sync(FULL, sum, s);
        float larger = fmaxf(m, other_m);
        sum = sum * expf(m - larger) + other_sum * expf(other_m - larger);
        m = larger;
    }
    for (int i = lane; i < N; i += 16) y[row + i] = expf(x[row + i] - m) / sum;
}

// ---- log-softmax

extern "C" __global__ void log_softmax_naive(const float *x, float *y, int n) {
    x += threadIdx.x * n;
    y += threadIdx.x * n;
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += expf(x[i]);
    for (float log_sum = logf(sum), *end = y + n; y < end; x++, y++) *y = *x - log_sum;
}

extern "C" __global__ void log_softmax_warp(const float *x, float *y) {
    int at = threadIdx.x / 32 * N + threadIdx.x % 32;
    float shifted = x[at] - warp_max(x[at]);
    y[at] = shifted - logf(warp_sum(expf(shifted)));
}

// ---- layer norm: (x - mean) / sqrt(variance + eps) * gamma + beta

#define AFFINE const float *x, const float *gamma, const float *beta, float *y

// One thread a row, two passes.
extern "C" __global__ void layer_norm_two_pass(AFFINE) {
    x += threadIdx.x * N;
    y += threadIdx.x * N;
    float sum = 0.0f;
    for (int i = 0; i < N; i++) sum += x[i];
    float mean = sum / N;
    float squares = 0.0f;
    for (int i = 0; i < N; i++) squares += (x[i] - mean) * (x[i] - mean);
    float deviation = sqrtf(squares / N + EPS);
    for (int i = 0; i < N; i++) y[i] = (x[i] - mean) / deviation * gamma[i] + beta[i];
}

// One warp a row, one pass: the variance is E[x^2] - mean^2.
extern "C" __global__ void layer_norm_moments(AFFINE) {
    int lane = threadIdx.x % 32, at = threadIdx.x / 32 * N + lane;
    float v = x[at];
    float mean = warp_sum(v) * (1.0f / N);
    float variance = warp_sum(v * v) * (1.0f / N) - mean * mean;
    y[at] = (v - mean) * rsqrtf(variance + EPS) * gamma[lane] + beta[lane];
}

// One thread a row, Welford's recurrence.
extern "C" __global__ void layer_norm_welford(AFFINE) {
    x += threadIdx.x * N;
    y += threadIdx.x * N;
    float mean = 0.0f, squares = 0.0f;
    for (int i = 0; i < N; i++) {
        float delta = x[i] - mean;
        mean += delta / (i + 1);
        squares += delta * (x[i] - mean);
    }
    float scale = rsqrtf(squares / N + EPS);
    for (int i = 0; i < N; i++) y[i] = (x[i] - mean) * scale * gamma[i] + beta[i];
}

// One warp a row: a lane's (count, mean, squares) are merged pairwise by Chan's formula.
extern "C" __global__ void layer_norm_chan(AFFINE) {
    int lane = threadIdx.x % 32, at = threadIdx.x / 32 * N + lane;
    float mean = x[at], squares = 0.0f, count = 1.0f;
    for (int s = 1; s < 32; s *= 2) {
        float other_mean = __shfl_xor_sync(FULL, mean, s);
        float other_squares = __shfl_xor_sync(FULL, squares, s);
        float delta = other_mean - mean;
        mean = (mean + other_mean) * 0.5f;
        squares += other_squares + delta * delta * count * 0.5f;
        count *= 2.0f;
    }
    y[at] = (x[at] - mean) * rsqrtf(squares / N + EPS) * gamma[lane] + beta[lane];
}

// ---- RMS norm: x / sqrt(mean of x^2 + eps) * gamma

#define SCALED const float *x, const float *gamma, float *y

extern "C" __global__ void rms_norm_naive(SCALED) {
    x += threadIdx.x * N;
    y += threadIdx.x * N;
    float squares = 0.0f;
    for (int i = 0; i < N; i++) squares += x[i] * x[i];
    float rms = sqrtf(squares / N + EPS);
    for (int i = 0; i < N; i++) y[i] = x[i] / rms * gamma[i];
}

// Vectors of four, eight lanes a row.
extern "C" __global__ void rms_norm_vectors(SCALED) {
    int lane = threadIdx.x % 8, at = threadIdx.x / 8 * N + lane * 4;
    float4 v = *reinterpret_cast<const float4 *>(&x[at]);
    float4 g = *reinterpret_cast<const float4 *>(&gamma[lane * 4]);
    float squares = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    for (int s = 4; s > 0; s >>= 1) squares += __shfl_xor_sync(0xffffu, squares, s);
    float scale = rsqrtf(squares * (1.0f / N) + EPS);
    v.x *= scale * g.x;
    v.y *= scale * g.y;
    v.z *= scale * g.z;
    v.w *= scale * g.w;
    *reinterpret_cast<float4 *>(&y[at]) = v;
}
