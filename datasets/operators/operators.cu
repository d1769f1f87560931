// The 33 operators of Zhan et al., Verified Lifting of Deep Learning Operators, as CUDA in the shape that
// Triton gives them. lifts.txt says what heddle lift makes of each.
#include "tiles.cuh"

// ---- one block of elements a program

#define UNARY(name, of)                                                                                         \
    extern "C" __global__ void name(const float *x, float *y, int n) {                                          \
        int start = blockIdx.x * BLOCK;                                                                         \
        float v[PER_THREAD];                                                                                    \
        load(v, x + start, n - start, 1.0f);                                                                    \
        for (int k = 0; k < PER_THREAD; k++) {                                                                  \
            float a = v[k];                                                                                     \
            v[k] = (of);                                                                                        \
        }                                                                                                       \
        store(y + start, v, n - start);                                                                         \
    }

#define BINARY(name, of)                                                                                        \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int n) {                          \
        int start = blockIdx.x * BLOCK;                                                                         \
        float v[PER_THREAD], u[PER_THREAD];                                                                     \
        load(v, x + start, n - start, 1.0f);                                                                    \
        load(u, w + start, n - start, 1.0f);                                                                    \
        for (int k = 0; k < PER_THREAD; k++) {                                                                  \
            float a = v[k], b = u[k];                                                                           \
            v[k] = (of);                                                                                        \
        }                                                                                                       \
        store(y + start, v, n - start);                                                                         \
    }

__device__ __forceinline__ float logistic(float a) { return 1.0f / (1.0f + __expf(-a)); }

__device__ __forceinline__ float tanh_gelu(float a) {
    float inner = 0.79788456f * (a + 0.044715f * a * a * a);
    return 0.5f * a * (1.0f + tanhf(inner));
}

BINARY(add, a + b)
BINARY(sub, a - b)
BINARY(mul, a *b)
BINARY(div_, a / b)
UNARY(neg, -a)
UNARY(reciprocal, 1.0f / a)
UNARY(rsqrt_, rsqrtf(a))
UNARY(tanh_, tanhf(a))
UNARY(exp_, expf(a))
UNARY(sin_, sinf(a))
UNARY(cos_, cosf(a))
UNARY(abs_, fabsf(a))
UNARY(sigmoid, logistic(a))
UNARY(log_, logf(a))
UNARY(relu, fmaxf(a, 0.0f))
UNARY(leaky_relu, a > 0.0f ? a : 0.01f * a)
UNARY(squared_relu, fmaxf(a, 0.0f) * fmaxf(a, 0.0f))
BINARY(silu_mul, a *logistic(a) * b)
UNARY(gelu, tanh_gelu(a))
BINARY(gelu_mul, tanh_gelu(a) * b)
BINARY(swiglu, a / (1.0f + __expf(-a)) * b)
UNARY(silu, a *logistic(a))

extern "C" __global__ void zeros(float *y, int n) {
    int start = blockIdx.x * BLOCK;
    float v[PER_THREAD] = {};
    store(y + start, v, n - start);
}

// A program copies a block of the output from whichever input it lies in.
extern "C" __global__ void cat(const float *a, const float *b, float *y, int m, int n) {
    int start = blockIdx.x * BLOCK;
    for (int k = 0; k < PER_THREAD; k++) {
        int i = start + place(k);
        if (i < m)
            y[i] = a[i];
        else if (i < m + n)
            y[i] = b[i - m];
    }
}

// ---- one row a program

extern "C" __global__ void sum(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    float all = reduced<Sum>(v);
    if (threadIdx.x == 0) y[blockIdx.x] = all;
}

extern "C" __global__ void max_(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, -INFINITY);
    float all = reduced<Max>(v);
    if (threadIdx.x == 0) y[blockIdx.x] = all;
}

// Triton's tutorial: rows by turns, each in one block.
extern "C" __global__ void softmax(float *y, const float *x, int x_stride, int y_stride, int n, int d) {
    for (int row = blockIdx.x; row < n; row += gridDim.x) {
        float v[PER_THREAD];
        load(v, x + row * x_stride, d, -INFINITY);
        float top = reduced<Max>(v);
        for (int k = 0; k < PER_THREAD; k++) v[k] = __expf(v[k] - top);
        float all = reduced<Sum>(v);
        for (int k = 0; k < PER_THREAD; k++) v[k] /= all;
        store(y + row * y_stride, v, d);
    }
}

// FlagGems: a row in tiles, with a running maximum and a running sum for each place of the tile.
#define TILE 32
extern "C" __global__ void softmax_tiles(float *y, const float *x, int d) {
    x += blockIdx.x * d;
    y += blockIdx.x * d;
    __shared__ float tops[TILE], sums[TILE];
    float top = -INFINITY, sum = 0.0f;
    for (int start = 0; start < d; start += TILE) {
        int i = start + threadIdx.x;
        float v = i < d ? x[i] : -INFINITY;
        float larger = fmaxf(top, v);
        bool none = larger == -INFINITY;
        sum = none ? sum : sum * __expf(top - larger) + __expf(v - larger);
        top = larger;
    }
    tops[threadIdx.x] = top;
    sums[threadIdx.x] = sum;
    __syncthreads();
    float whole = -INFINITY, all = 0.0f;
    for (int k = 0; k < min(TILE, d); k++) whole = fmaxf(whole, tops[k]);
    for (int k = 0; k < min(TILE, d); k++) all += sums[k] * __expf(tops[k] - whole);
    for (int start = 0; start < d; start += TILE) {
        int i = start + threadIdx.x;
        if (i < d) y[i] = __expf(x[i] - whole) / all;
    }
}

extern "C" __global__ void log_softmax(const float *x, float *y, int stride, int d) {
    float v[PER_THREAD], e[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, -INFINITY);
    float top = reduced<Max>(v);
    for (int k = 0; k < PER_THREAD; k++) e[k] = __expf(v[k] - top);
    float all = __logf(reduced<Sum>(e));
    for (int k = 0; k < PER_THREAD; k++) v[k] = v[k] - top - all;
    store(y + blockIdx.x * stride, v, d);
}

extern "C" __global__ void rms_norm(const float *x, const float *w, float *y, int stride, int d, float eps) {
    float v[PER_THREAD], u[PER_THREAD], s[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    load(u, w, d, 0.0f);
    for (int k = 0; k < PER_THREAD; k++) s[k] = v[k] * v[k];
    float inverse = rsqrtf(reduced<Sum>(s) / d + eps);
    for (int k = 0; k < PER_THREAD; k++) v[k] = v[k] * inverse * u[k];
    store(y + blockIdx.x * stride, v, d);
}

extern "C" __global__ void layer_norm(const float *x, const float *w, const float *b, float *y, int stride, int d,
                                      float eps) {
    float v[PER_THREAD], u[PER_THREAD], t[PER_THREAD], s[PER_THREAD];
    load(v, x + blockIdx.x * stride, d, 0.0f);
    load(u, w, d, 0.0f);
    load(t, b, d, 0.0f);
    float mean = reduced<Sum>(v) / d;
    for (int k = 0; k < PER_THREAD; k++) s[k] = place(k) < d ? (v[k] - mean) * (v[k] - mean) : 0.0f;
    float inverse = 1.0f / sqrtf(reduced<Sum>(s) / d + eps);
    for (int k = 0; k < PER_THREAD; k++) v[k] = (v[k] - mean) * inverse * u[k] + t[k];
    store(y + blockIdx.x * stride, v, d);
}

// ---- tiles of two dimensions

// Triton's tutorial: tiles of the output in groups of rows, so that they meet in the cache. 8 x 8 threads.
#define M_TILE 8
#define GROUP 2
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k, int a_stride,
                                  int b_stride, int c_stride) {
    __shared__ float as[M_TILE][M_TILE], bs[M_TILE][M_TILE];
    int tiles_m = (m + M_TILE - 1) / M_TILE, tiles_n = (n + M_TILE - 1) / M_TILE;
    int in_group = GROUP * tiles_n;
    int first = blockIdx.x / in_group * GROUP;
    int rows = min(tiles_m - first, GROUP);
    int row = (first + blockIdx.x % in_group % rows) * M_TILE + threadIdx.x / M_TILE;
    int column = blockIdx.x % in_group / rows * M_TILE + threadIdx.x % M_TILE;
    int lane_row = threadIdx.x / M_TILE, lane_column = threadIdx.x % M_TILE;
    float acc = 0.0f;
    for (int start = 0; start < k; start += M_TILE) {
        as[lane_row][lane_column] =
            row < m && start + lane_column < k ? a[row * a_stride + start + lane_column] : 0.0f;
        bs[lane_row][lane_column] =
            start + lane_row < k && column < n ? b[(start + lane_row) * b_stride + column] : 0.0f;
        __syncthreads();
        for (int i = 0; i < M_TILE; i++) acc += as[lane_row][i] * bs[i][lane_column];
        __syncthreads();
    }
    if (row < m && column < n) c[row * c_stride + column] = acc;
}

// A program has one query a warp and goes over the keys in tiles of 4, with a running maximum and sum; base 2.
#define KEYS 4
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *o, int queries, int keys,
                                     int d, float scale) {
    int row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= queries) return;
    float top = -INFINITY, sum = 0.0f, acc = 0.0f;
    float own = lane < d ? q[row * d + lane] : 0.0f;
    for (int start = 0; start < keys; start += KEYS) {
        float s[KEYS], larger = top;
        for (int j = 0; j < KEYS; j++) {
            float part = lane < d && start + j < keys ? own * k[(start + j) * d + lane] : 0.0f;
            for (int w = 16; w > 0; w >>= 1) part += __shfl_xor_sync(FULL, part, w);
            s[j] = start + j < keys ? part * (scale * 1.44269504f) : -INFINITY;
            larger = fmaxf(larger, s[j]);
        }
        float factor = exp2f(top - larger);
        sum *= factor;
        acc *= factor;
        for (int j = 0; j < KEYS; j++) {
            float p = exp2f(s[j] - larger);
            sum += p;
            acc += p * (lane < d && start + j < keys ? v[(start + j) * d + lane] : 0.0f);
        }
        top = larger;
    }
    if (lane < d) o[row * d + lane] = acc / sum;
}
