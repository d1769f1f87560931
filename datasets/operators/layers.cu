// Norms, scans, attention, layouts, products of quantised weights and fused operators, in the shape that Triton
// gives them.
#include "tiles.cuh"

// ---- norms of images

// A program has a channel: the statistics of a batch, over all images and places.
extern "C" __global__ void batch_norm(const float *x, const float *w, const float *b, float *y, int n, int c,
                                      int size, float eps) {
    int channel = blockIdx.x;
    float own[PER_THREAD], s[PER_THREAD];
    for (int k = 0; k < PER_THREAD; k++) {
        int i = place(k);
        own[k] = i < n * size ? x[(i / size * c + channel) * size + i % size] : 0.0f;
    }
    float mean = reduced<Sum>(own) / (n * size);
    for (int k = 0; k < PER_THREAD; k++) s[k] = place(k) < n * size ? (own[k] - mean) * (own[k] - mean) : 0.0f;
    float scale = w[channel] * rsqrtf(reduced<Sum>(s) / (n * size) + eps);
    for (int k = 0; k < PER_THREAD; k++) {
        int i = place(k);
        if (i < n * size) y[(i / size * c + channel) * size + i % size] = (own[k] - mean) * scale + b[channel];
    }
}

// The statistics are given, as when a network is not trained.
extern "C" __global__ void batch_norm_given(const float *x, const float *mean, const float *var, const float *w,
                                            const float *b, float *y, int n, int c, int size, float eps) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * c * size) continue;
        int channel = i / size % c;
        float scale = w[channel] / sqrtf(var[channel] + eps);
        y[i] = x[i] * scale + (b[channel] - mean[channel] * scale);
    }
}

// A program has a group of two channels of an image.
extern "C" __global__ void group_norm(const float *x, const float *w, const float *b, float *y, int groups, int size,
                                      float eps) {
    x += blockIdx.x * 2 * size;
    y += blockIdx.x * 2 * size;
    int first = blockIdx.x % groups * 2;
    float own[PER_THREAD], s[PER_THREAD];
    load(own, x, 2 * size, 0.0f);
    float mean = reduced<Sum>(own) / (2 * size);
    for (int k = 0; k < PER_THREAD; k++) s[k] = place(k) < 2 * size ? (own[k] - mean) * (own[k] - mean) : 0.0f;
    float inverse = rsqrtf(reduced<Sum>(s) / (2 * size) + eps);
    for (int k = 0; k < PER_THREAD; k++) {
        if (place(k) >= 2 * size) continue;
        int channel = first + place(k) / size;
        y[place(k)] = (own[k] - mean) * inverse * w[channel] + b[channel];
    }
}

// A program has a channel of an image.
extern "C" __global__ void instance_norm(const float *x, float *y, int size, float eps) {
    float own[PER_THREAD], s[PER_THREAD];
    load(own, x + blockIdx.x * size, size, 0.0f);
    float mean = reduced<Sum>(own) / size;
    for (int k = 0; k < PER_THREAD; k++) s[k] = place(k) < size ? (own[k] - mean) * (own[k] - mean) : 0.0f;
    float inverse = rsqrtf(reduced<Sum>(s) / size + eps);
    for (int k = 0; k < PER_THREAD; k++) own[k] = (own[k] - mean) * inverse;
    store(y + blockIdx.x * size, own, size);
}

// A residual is added before a layer norm.
extern "C" __global__ void add_layer_norm(const float *x, const float *r, const float *w, const float *b, float *y,
                                          int d, float eps) {
    float v[PER_THREAD], u[PER_THREAD], s[PER_THREAD];
    load(v, x + blockIdx.x * d, d, 0.0f);
    load(u, r + blockIdx.x * d, d, 0.0f);
    for (int k = 0; k < PER_THREAD; k++) v[k] += u[k];
    float mean = reduced<Sum>(v) / d;
    for (int k = 0; k < PER_THREAD; k++) s[k] = place(k) < d ? (v[k] - mean) * (v[k] - mean) : 0.0f;
    float inverse = rsqrtf(reduced<Sum>(s) / d + eps);
    load(u, w, d, 0.0f);
    load(s, b, d, 0.0f);
    for (int k = 0; k < PER_THREAD; k++) v[k] = (v[k] - mean) * inverse * u[k] + s[k];
    store(y + blockIdx.x * d, v, d);
}

// ---- scans: a program has a row, of at most as many elements as it has threads

template <bool IsProduct> __device__ __forceinline__ float scanned(float v) {
    __shared__ float totals[THREADS / 32];
    int lane = threadIdx.x % 32;
    for (int s = 1; s < 32; s <<= 1) {
        float before = __shfl_up_sync(FULL, v, s);
        if (lane >= s) v = IsProduct ? v * before : v + before;
    }
    if (lane == 31) totals[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < threadIdx.x / 32; w++) v = IsProduct ? v * totals[w] : v + totals[w];
    return v;
}

extern "C" __global__ void cumsum(const float *x, float *y, int d) {
    int i = threadIdx.x;
    float v = scanned<false>(i < d ? x[blockIdx.x * d + i] : 0.0f);
    if (i < d) y[blockIdx.x * d + i] = v;
}

extern "C" __global__ void cumprod(const float *x, float *y, int d) {
    int i = threadIdx.x;
    float v = scanned<true>(i < d ? x[blockIdx.x * d + i] : 1.0f);
    if (i < d) y[blockIdx.x * d + i] = v;
}

// From the end.
extern "C" __global__ void reverse_cumsum(const float *x, float *y, int d) {
    int i = d - 1 - (int)threadIdx.x;
    float v = scanned<false>(i >= 0 ? x[blockIdx.x * d + i] : 0.0f);
    if (i >= 0) y[blockIdx.x * d + i] = v;
}

// ---- rotary embeddings and attention

// Halves of a head rotate: x is [t, h, 2 * d], the cosines and sines [t, d].
extern "C" __global__ void rope(const float *x, const float *cosines, const float *sines, float *y, int t, int h,
                                int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= t * h * d) continue;
        int e = i % d, head = i / d, token = head / h;
        float a = x[head * 2 * d + e], b = x[head * 2 * d + d + e];
        float c = cosines[token * d + e], s = sines[token * d + e];
        y[head * 2 * d + e] = a * c - b * s;
        y[head * 2 * d + d + e] = b * c + a * s;
    }
}

// Neighbours rotate.
extern "C" __global__ void rope_pairs(const float *x, const float *cosines, const float *sines, float *y, int t,
                                      int h, int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= t * h * d) continue;
        int e = i % d, head = i / d, token = head / h;
        float a = x[2 * i], b = x[2 * i + 1];
        float c = cosines[token * d + e], s = sines[token * d + e];
        y[2 * i] = a * c - b * s;
        y[2 * i + 1] = b * c + a * s;
    }
}

// Keys up to the query's place; two heads share keys and values. A warp has a query and goes over its keys with a
// running maximum and sum. q is [2 * h, s, d], k and v [h, s, d].
extern "C" __global__ void causal_attention(const float *q, const float *k, const float *v, float *o, int s, int d,
                                            float scale) {
    int head = blockIdx.y, row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= s) return;
    k += head / 2 * s * d;
    v += head / 2 * s * d;
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

// A softmax of each row of a square up to its diagonal, the rest 0.
extern "C" __global__ void causal_softmax(const float *x, float *y, int n) {
    int row = blockIdx.x, i = threadIdx.x;
    float v = i <= row ? x[row * n + i] : -INFINITY;
    float top = reduced<Max>(v);
    float e = i <= row ? __expf(v - top) : 0.0f;
    float all = reduced<Sum>(e);
    if (i < n) y[row * n + i] = e / all;
}

// ---- layouts

// Tiles go through shared memory.
extern "C" __global__ void transpose(const float *x, float *y, int m, int n) {
    __shared__ float tile[8][9];
    int row = blockIdx.y * 8 + threadIdx.x / 8, column = blockIdx.x * 8 + threadIdx.x % 8;
    if (row < m && column < n) tile[threadIdx.x / 8][threadIdx.x % 8] = x[row * n + column];
    __syncthreads();
    row = blockIdx.x * 8 + threadIdx.x / 8;
    column = blockIdx.y * 8 + threadIdx.x % 8;
    if (row < n && column < m) y[row * m + column] = tile[threadIdx.x % 8][threadIdx.x / 8];
}

// [b, s, h, d] to [b, h, s, d], as attention wants it.
extern "C" __global__ void permute(const float *x, float *y, int b, int s, int h, int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= b * s * h * d) continue;
        int e = i % d, head = i / d % h, t = i / d / h % s, batch = i / d / h / s;
        y[((batch * h + head) * s + t) * d + e] = x[i];
    }
}

// ---- products of quantised weights

// Weights of 8 bits with a scale for each row: y = x (q s)^T.
extern "C" __global__ void dequant_int8(const float *x, const signed char *q, const float *s, float *y, int m, int n,
                                        int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= m * n) continue;
        int row = i / n, column = i % n;
        float acc = 0.0f;
        for (int e = 0; e < d; e++) acc += x[row * d + e] * (float)q[column * d + e];
        y[i] = acc * s[column];
    }
}

// Weights of 4 bits, eight in a word, around 8; a scale for each group of 8. x is [m, 8 * w].
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
                float weight = (float)((int)(word >> (4 * e) & 15) - 8) * scale;
                acc += x[(row * w + g) * 8 + e] * weight;
            }
        }
        y[i] = acc;
    }
}

// ---- fused operators

// y = gelu(x + b) + r
extern "C" __global__ void bias_gelu_residual(const float *x, const float *b, const float *r, float *y, int n, int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * d) continue;
        float a = x[i] + b[i % d];
        y[i] = 0.5f * a * (1.0f + erff(a * 0.70710678f)) + r[i];
    }
}

// y = relu(x + b) * s
extern "C" __global__ void bias_relu_scale(const float *x, const float *b, float *y, int n, int d, float s) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i < n * d) y[i] = fmaxf(x[i] + b[i % d], 0.0f) * s;
    }
}

// y = relu(x w^T + b) + r, eight rows and columns a program.
extern "C" __global__ void linear_relu_residual(const float *x, const float *w, const float *b, const float *r,
                                                float *y, int m, int n, int d) {
    int row = blockIdx.y * 8 + threadIdx.x / 8, column = blockIdx.x * 8 + threadIdx.x % 8;
    if (row >= m || column >= n) return;
    float acc = 0.0f;
    for (int e = 0; e < d; e++) acc += x[row * d + e] * w[column * d + e];
    y[row * n + column] = fmaxf(acc + b[column], 0.0f) + r[row * n + column];
}

// ---- losses: one program

__device__ __forceinline__ void total(float v, float *y, float by) {
    float all = reduced<Sum>(v);
    if (threadIdx.x == 0) *y = all / by;
}

#define LOSS(name, of)                                                                                          \
    extern "C" __global__ void name(const float *p, const float *t, float *y, int n) {                          \
        float own = 0.0f;                                                                                       \
        for (int i = threadIdx.x; i < n; i += THREADS) {                                                        \
            float a = p[i], b = t[i];                                                                           \
            own += (of);                                                                                        \
        }                                                                                                       \
        total(own, y, n);                                                                                       \
    }

__device__ __forceinline__ float huber(float d) {
    float m = fminf(fabsf(d), 1.0f);
    return m * (fabsf(d) - 0.5f * m);
}

LOSS(mse_loss, (a - b) * (a - b))
LOSS(huber_loss, huber(a - b))
LOSS(hinge_loss, fmaxf(1.0f - a * b, 0.0f))

// The mean over rows of the divergence of p from t.
extern "C" __global__ void kl_div(const float *p, const float *t, float *y, int n, int d) {
    float own = 0.0f;
    for (int i = threadIdx.x; i < n * d; i += THREADS) own += t[i] * (logf(t[i]) - logf(p[i]));
    total(own, y, n);
}

// A thread has a row: the logarithm of the sum of exponentials less the score of the row's class.
extern "C" __global__ void cross_entropy(const float *p, const int *t, float *y, int n, int c) {
    float own = 0.0f;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        float top = -INFINITY, sum = 0.0f;
        for (int j = 0; j < c; j++) top = fmaxf(top, p[i * c + j]);
        for (int j = 0; j < c; j++) sum += __expf(p[i * c + j] - top);
        own += __logf(sum) + top - p[i * c + t[i]];
    }
    total(own, y, n);
}

// A thread has a row: how much farther an anchor is from another class's point than from its own class's.
extern "C" __global__ void triplet_loss(const float *a, const float *p, const float *q, float *y, int n, int d) {
    float own = 0.0f;
    for (int i = threadIdx.x; i < n; i += THREADS) {
        float near = 0.0f, far = 0.0f;
        for (int j = 0; j < d; j++) {
            float u = a[i * d + j] - p[i * d + j] + 1e-6f, v = a[i * d + j] - q[i * d + j] + 1e-6f;
            near += u * u;
            far += v * v;
        }
        own += fmaxf(sqrtf(near) - sqrtf(far) + 1.0f, 0.0f);
    }
    total(own, y, n);
}

// ---- tables

// The rows of a table that words name.
extern "C" __global__ void embedding(const float *t, const int *id, float *y, int n, int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i < n * d) y[i] = t[id[i / d] * d + i % d];
    }
}

// The same with a row for each place added.
extern "C" __global__ void embedding_places(const float *t, const float *p, const int *id, float *y, int b, int s,
                                            int d) {
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i < b * s * d) y[i] = t[id[i / d] * d + i % d] + p[i / d % s * d + i % d];
    }
}
