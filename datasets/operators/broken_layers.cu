// A mistake in each of some operators of windows.cu and layers.cu. lifts.txt says what heddle lift makes of them.
#include "tiles.cuh"

// Meant: w[u]. The filter is turned round, as a convolution of mathematics has it.
extern "C" __global__ void conv1d(const float *x, const float *w, const float *b, float *y, int n, int c, int l,
                                  int o, int r) {
    int out = l - r + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * out) continue;
        int t = i % out, f = i / out % o, batch = i / out / o;
        float acc = b[f];
        for (int d = 0; d < c; d++)
            for (int u = 0; u < r; u++) acc += x[(batch * c + d) * l + t + u] * w[(f * c + d) * r + r - 1 - u];
        y[i] = acc;
    }
}

// Meant: w[channel * 9 + a]. All channels have the filter of the first.
extern "C" __global__ void conv2d_depthwise(const float *x, const float *w, float *y, int n, int c, int h, int v) {
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * c * h * v) continue;
        int column = i % v, row = i / v % h, plane = i / v / h;
        float acc = 0.0f;
        for (int a = 0; a < 9; a++) {
            int p = row + a / 3 - 1, q = column + a % 3 - 1;
            float own = p >= 0 && p < h && q >= 0 && q < v ? x[(plane * h + p) * v + q] : 0.0f;
            acc += own * w[a];
        }
        y[i] = acc;
    }
}

// Meant: w[(d * o + f) * r + u]. The weights are taken to be [o, c, r], as those of a convolution are.
extern "C" __global__ void conv_transpose1d(const float *x, const float *w, float *y, int n, int c, int l, int o,
                                            int r) {
    int out = 2 * (l - 1) + r;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * out) continue;
        int t = i % out, f = i / out % o, batch = i / out / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int u = 0; u < r; u++) {
                int from = t - u;
                bool in = from >= 0 && from % 2 == 0 && from / 2 < l;
                if (in) acc += x[(batch * c + d) * l + from / 2] * w[(f * c + d) * r + u];
            }
        y[i] = acc;
    }
}

// Meant: -INFINITY beyond the ends.
extern "C" __global__ void max_pool2d(const float *x, float *y, int planes, int h, int v) {
    int rows = (h - 1) / 2 + 1, columns = (v - 1) / 2 + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= planes * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, plane = i / columns / rows;
        float top = -INFINITY;
        for (int a = 0; a < 9; a++) {
            int p = 2 * row + a / 3 - 1, q = 2 * column + a % 3 - 1;
            top = fmaxf(top, p >= 0 && p < h && q >= 0 && q < v ? x[(plane * h + p) * v + q] : 0.0f);
        }
        y[i] = top;
    }
}

// Meant: the mean is taken off before the squares.
extern "C" __global__ void instance_norm(const float *x, float *y, int size, float eps) {
    float own[PER_THREAD], s[PER_THREAD];
    load(own, x + blockIdx.x * size, size, 0.0f);
    float mean = reduced<Sum>(own) / size;
    for (int k = 0; k < PER_THREAD; k++) s[k] = own[k] * own[k];
    float inverse = rsqrtf(reduced<Sum>(s) / size + eps);
    for (int k = 0; k < PER_THREAD; k++) own[k] = (own[k] - mean) * inverse;
    store(y + blockIdx.x * size, own, size);
}

// Meant: v, what is before and the element itself.
extern "C" __global__ void cumsum(const float *x, float *y, int d) {
    int i = threadIdx.x;
    float own = i < d ? x[blockIdx.x * d + i] : 0.0f;
    __shared__ float values[THREADS];
    values[i] = own;
    __syncthreads();
    float v = 0.0f;
    for (int j = 0; j < i; j++) v += values[j];
    if (i < d) y[blockIdx.x * d + i] = v;
}

// Meant: b * c + a * s in the second half.
extern "C" __global__ void rope(const float *x, const float *cosines, const float *sines, float *y, int t, int h,
                                int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= t * h * d) continue;
        int e = i % d, head = i / d, token = head / h;
        float a = x[head * 2 * d + e], b = x[head * 2 * d + d + e];
        float c = cosines[token * d + e], s = sines[token * d + e];
        y[head * 2 * d + e] = a * c - b * s;
        y[head * 2 * d + d + e] = b * s + a * c;
    }
}

// Meant: head / 2. Heads that should share keys and values have those of others.
extern "C" __global__ void causal_attention(const float *q, const float *k, const float *v, float *o, int s, int d,
                                            float scale) {
    int head = blockIdx.y, row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= s) return;
    int shared = head % (gridDim.y / 2);
    k += shared * s * d;
    v += shared * s * d;
    float top = -INFINITY, sum = 0.0f, acc = 0.0f;
    float own = lane < d ? q[(head * s + row) * d + lane] : 0.0f;
    for (int j = 0; j <= row; j++) {
        float part = lane < d ? own * k[j * d + lane] : 0.0f;
        for (int w = 16; w > 0; w >>= 1) part += __shfl_xor_sync(FULL, part, w);
        float score = part * (scale * 1.44269504f), larger = fmaxf(top, score);
        float factor = exp2f(top - larger), p = exp2f(score - larger);
        sum = sum * factor + p;
        acc = acc * factor + p * (lane < d ? v[j * d + lane] : 0.0f);
        top = larger;
    }
    if (lane < d) o[(head * s + row) * d + lane] = acc / sum;
}

// Meant: around 8.
extern "C" __global__ void dequant_int4(const float *x, const unsigned *q, const float *s, float *y, int m, int n,
                                        int w) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= m * n) continue;
        int row = i / n, column = i % n;
        float acc = 0.0f;
        for (int g = 0; g < w; g++) {
            unsigned word = q[column * w + g];
            float scale = s[column * w + g];
            for (int e = 0; e < 8; e++) {
                float weight = (float)((int)(word >> (4 * e) & 15) - 7) * scale;
                acc += x[(row * w + g) * 8 + e] * weight;
            }
        }
        y[i] = acc;
    }
}

// Meant: gelu(x + b) + r.
extern "C" __global__ void bias_gelu_residual(const float *x, const float *b, const float *r, float *y, int n, int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * d) continue;
        float a = x[i] + b[i % d] + r[i];
        y[i] = 0.5f * a * (1.0f + erff(a * 0.70710678f));
    }
}

// Meant: t (log t - log p). The divergence of t from p is another one.
extern "C" __global__ void kl_div(const float *p, const float *t, float *y, int n, int d) {
    float own = 0.0f;
    for (int i = threadIdx.x; i < n * d; i += THREADS) own += p[i] * (logf(p[i]) - logf(t[i]));
    float all = reduced<Sum>(own);
    if (threadIdx.x == 0) *y = all / n;
}

// Meant: the bias is added before the ramp.
extern "C" __global__ void linear_relu_residual(const float *x, const float *w, const float *b, const float *r,
                                                float *y, int m, int n, int d) {
    int row = blockIdx.y * 8 + threadIdx.x / 8, column = blockIdx.x * 8 + threadIdx.x % 8;
    if (row >= m || column >= n) return;
    float acc = 0.0f;
    for (int e = 0; e < d; e++) acc += x[row * d + e] * w[column * d + e];
    y[row * n + column] = fmaxf(acc, 0.0f) + b[column] + r[row * n + column];
}

// Meant: the row of the place. The word's own row is another one.
extern "C" __global__ void embedding_places(const float *t, const float *p, const int *id, float *y, int b, int s,
                                            int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i < b * s * d) y[i] = t[id[i / d] * d + i % d] + p[id[i / d] % s * d + i % d];
    }
}
