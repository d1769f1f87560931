// Mistakes in the operators. What heddle lift says of each is in lifts.txt: what the kernel computes instead, that
// nothing fits, or the defect.
#include "tiles.cuh"

// The operands are swapped.
extern "C" __global__ void sub(const float *x, const float *w, float *y, int n) {
    int start = blockIdx.x * BLOCK;
    float v[PER_THREAD], u[PER_THREAD];
    load(v, x + start, n - start, 1.0f);
    load(u, w + start, n - start, 1.0f);
    for (int k = 0; k < PER_THREAD; k++) v[k] = u[k] - v[k];
    store(y + start, v, n - start);
}

// The slope is on the wrong side of 0: positive inputs shrink.
extern "C" __global__ void leaky_relu(const float *x, float *y, int n) {
    int start = blockIdx.x * BLOCK;
    float v[PER_THREAD];
    load(v, x + start, n - start, 1.0f);
    for (int k = 0; k < PER_THREAD; k++) v[k] = v[k] > 0.0f ? 0.01f * v[k] : v[k];
    store(y + start, v, n - start);
}

// A digit of the constant is lost; near 0 nobody sees it.
extern "C" __global__ void gelu(const float *x, float *y, int n) {
    int start = blockIdx.x * BLOCK;
    float v[PER_THREAD];
    load(v, x + start, n - start, 1.0f);
    for (int k = 0; k < PER_THREAD; k++) {
        float a = v[k];
        v[k] = 0.5f * a * (1.0f + tanhf(0.79788456f * (a + 0.44715f * a * a * a)));
    }
    store(y + start, v, n - start);
}

// The second input is read at the output's index, beyond its end.
extern "C" __global__ void cat(const float *a, const float *b, float *y, int m, int n) {
    int start = blockIdx.x * BLOCK;
    for (int k = 0; k < PER_THREAD; k++) {
        int i = start + place(k);
        if (i < m)
            y[i] = a[i];
        else if (i < m + n)
            y[i] = b[i]; //@ cat
    }
}

// The mask reads 0, which is the greatest element of a negative row.
extern "C" __global__ void max_(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    float all = reduced<Max>(v);
    if (threadIdx.x == 0) y[blockIdx.x] = all;
}

// The mask reads 0: the sum has an exponential for each place of the block that is beyond the row.
extern "C" __global__ void softmax(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    for (int k = 0; k < PER_THREAD; k++) v[k] = __expf(v[k]);
    float all = reduced<Sum>(v);
    for (int k = 0; k < PER_THREAD; k++) v[k] /= all;
    store(y + blockIdx.x * stride, v, d);
}

// The maximum is subtracted under the logarithm only.
extern "C" __global__ void log_softmax(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD], e[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, -INFINITY);
    float top = reduced<Max>(v);
    for (int k = 0; k < PER_THREAD; k++) e[k] = __expf(v[k] - top);
    float all = __logf(reduced<Sum>(e));
    for (int k = 0; k < PER_THREAD; k++) v[k] = v[k] - all;
    store(y + blockIdx.x * stride, v, d);
}

// eps is added to the root instead of under it.
extern "C" __global__ void rms_norm(const float *x, const float *w, float *y, int stride, int d, float eps) {
    float v[PER_THREAD], u[PER_THREAD], s[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    load(u, w, d, 0.0f);
    for (int k = 0; k < PER_THREAD; k++) s[k] = v[k] * v[k];
    float root = sqrtf(reduced<Sum>(s) / d) + eps;
    for (int k = 0; k < PER_THREAD; k++) v[k] = v[k] / root * u[k];
    store(y + blockIdx.x * stride, v, d);
}

// The variance has no mask: places beyond the row count with the square of the mean.
extern "C" __global__ void layer_norm(const float *x, const float *w, const float *b, float *y, int stride, int d,
                                      float eps) {
    float v[PER_THREAD], u[PER_THREAD], t[PER_THREAD], s[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    load(u, w, d, 0.0f);
    load(t, b, d, 0.0f);
    float mean = reduced<Sum>(v) / d;
    for (int k = 0; k < PER_THREAD; k++) s[k] = (v[k] - mean) * (v[k] - mean);
    float inverse = 1.0f / sqrtf(reduced<Sum>(s) / d + eps);
    for (int k = 0; k < PER_THREAD; k++) v[k] = (v[k] - mean) * inverse * u[k] + t[k];
    store(y + blockIdx.x * stride, v, d);
}

// b is read by columns. A test with square matrices and a symmetric b does not see it.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.x * 8 + threadIdx.x / 8, column = blockIdx.y * 8 + threadIdx.x % 8;
    if (row >= m || column >= n) return;
    float acc = 0.0f;
    for (int i = 0; i < k; i++) acc += a[row * k + i] * b[column * k + i];
    c[row * n + column] = acc;
}

// The accumulator is not scaled where a tile has a greater maximum; the sum is.
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *o, int queries, int keys,
                                     int d, float scale) {
    int row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= queries) return;
    float top = -INFINITY, sum = 0.0f, acc = 0.0f;
    float own = lane < d ? q[row * d + lane] : 0.0f;
    for (int j = 0; j < keys; j++) {
        float part = lane < d ? own * k[j * d + lane] : 0.0f;
        for (int w = 16; w > 0; w >>= 1) part += __shfl_xor_sync(FULL, part, w);
        float s = part * scale, larger = fmaxf(top, s);
        sum = sum * __expf(top - larger) + __expf(s - larger);
        acc += __expf(s - larger) * (lane < d ? v[j * d + lane] : 0.0f);
        top = larger;
    }
    if (lane < d) o[row * d + lane] = acc / sum;
}

// The warps' sums are read before all of them are written.
extern "C" __global__ void sum(const float *x, float *y, int stride, int d) {
    __shared__ float scratch[THREADS / 32];
    float v[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    float all = v[0] + v[1];
    for (int s = 16; s > 0; s >>= 1) all += __shfl_xor_sync(FULL, all, s);
    if (threadIdx.x % 32 == 0) scratch[threadIdx.x / 32] = all; //@ sum
    if (threadIdx.x == 0) y[blockIdx.x] = scratch[0] + scratch[1];
}
