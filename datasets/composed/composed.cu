// Operators composed in one kernel: a norm or a softmax of a product's rows, a perceptron of two layers, attention with a
// residual and a norm after it, a softmax that branches on data, quantisation by the greatest magnitude, a pyramid of
// reductions. Each as a reference that does one thing after the other in one thread, and as it is written for speed.
// With -DMISTAKES every fast one has one mistake.
#include <cuda_runtime.h>
#include <math.h>

#ifdef MISTAKES
#define RIGHT(right, wrong) (wrong)
#else
#define RIGHT(right, wrong) (right)
#endif

constexpr int ROWS = 2;

// row[j] = sum over k of x[r][k] * w[k][j]
template <int K, int N>
__device__ void product(const float *x, const float *w, int r, float *row) {
    for (int j = 0; j < N; j++) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += x[r * K + k] * w[k * N + j];
        }
        row[j] = sum;
    }
}

// The same for one column, even and odd k apart.
template <int K, int N>
__device__ float column(const float *x, const float *w, int r, int j) {
    float even = 0.0f;
    float odd = 0.0f;
    for (int k = 0; k < K; k += 2) {
        even += x[r * K + k] * w[k * N + j];
        odd += x[r * K + k + 1] * w[(k + 1) * N + j];
    }
    return even + odd;
}

template <int N>
__device__ float blockSum(float value, float *shared, int t) {
    shared[t] = value;
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (t < s) {
            shared[t] += shared[t + s];
        }
        __syncthreads();
    }
    float sum = shared[0];
    __syncthreads();
    return sum;
}

template <int K, int N>
__device__ void layernormReference(const float *x, const float *w, float *y) {
    int r = threadIdx.x;
    float row[N];
    product<K, N>(x, w, r, row);
    float mean = 0.0f;
    for (int j = 0; j < N; j++) {
        mean += row[j];
    }
    mean /= N;
    float variance = 0.0f;
    for (int j = 0; j < N; j++) {
        variance += (row[j] - mean) * (row[j] - mean);
    }
    float scale = rsqrtf(variance / N + 1e-5f);
    for (int j = 0; j < N; j++) {
        y[r * N + j] = (row[j] - mean) * scale;
    }
}

// One column a thread; mean and mean square in one pass.
template <int K, int N>
__device__ void layernormFast(const float *x, const float *w, float *y) {
    __shared__ float shared[N];
    int j = threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        float value = column<K, N>(x, w, r, j);
        float mean = blockSum<N>(value, shared, j) / N;
        float square = blockSum<N>(value * value, shared, j) / N;
        y[r * N + j] = (value - mean) * rsqrtf(square - mean * mean + RIGHT(1e-5f, 1e-6f));
    }
}

extern "C" __global__ void product_layernorm(const float *x, const float *w, float *y) { layernormReference<32, 32>(x, w, y); }
extern "C" __global__ void product_layernorm_fast(const float *x, const float *w, float *y) { layernormFast<32, 32>(x, w, y); }
extern "C" __global__ void product_layernorm_64(const float *x, const float *w, float *y) { layernormReference<64, 64>(x, w, y); }
extern "C" __global__ void product_layernorm_64_fast(const float *x, const float *w, float *y) { layernormFast<64, 64>(x, w, y); }

template <int K, int N>
__device__ void rmsnormReference(const float *x, const float *w, float *y) {
    int r = threadIdx.x;
    float row[N];
    product<K, N>(x, w, r, row);
    float square = 0.0f;
    for (int j = 0; j < N; j++) {
        square += row[j] * row[j];
    }
    float scale = 1.0f / sqrtf(square / N + 1e-5f);
    for (int j = 0; j < N; j++) {
        y[r * N + j] = row[j] * scale;
    }
}

template <int K, int N>
__device__ void rmsnormFast(const float *x, const float *w, float *y) {
    __shared__ float shared[N];
    int j = threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        float value = column<K, N>(x, w, r, j);
        float square = blockSum<N>(value * value, shared, j);
        y[r * N + j] = value * rsqrtf(square * RIGHT(1.0f / N, 1.0f / (N - 1)) + 1e-5f);
    }
}

extern "C" __global__ void product_rmsnorm(const float *x, const float *w, float *y) { rmsnormReference<32, 32>(x, w, y); }
extern "C" __global__ void product_rmsnorm_fast(const float *x, const float *w, float *y) { rmsnormFast<32, 32>(x, w, y); }
extern "C" __global__ void product_rmsnorm_64(const float *x, const float *w, float *y) { rmsnormReference<64, 64>(x, w, y); }
extern "C" __global__ void product_rmsnorm_64_fast(const float *x, const float *w, float *y) { rmsnormFast<64, 64>(x, w, y); }

template <int K, int N>
__device__ void softmaxReference(const float *x, const float *w, float *y) {
    int r = threadIdx.x;
    float row[N];
    product<K, N>(x, w, r, row);
    float most = row[0];
    for (int j = 1; j < N; j++) {
        most = fmaxf(most, row[j]);
    }
    float sum = 0.0f;
    for (int j = 0; j < N; j++) {
        sum += __expf(row[j] - most);
    }
    for (int j = 0; j < N; j++) {
        y[r * N + j] = __expf(row[j] - most) / sum;
    }
}

// The maximum and the sum in one pass over shared memory, rescaled where the maximum grows.
template <int K, int N>
__device__ void softmaxFast(const float *x, const float *w, float *y) {
    __shared__ float shared[N];
    int j = threadIdx.x;
    for (int r = 0; r < ROWS; r++) {
        float value = column<K, N>(x, w, r, j);
        shared[j] = value;
        __syncthreads();
        float most = -INFINITY;
        float sum = 0.0f;
        for (int i = 0; i < N; i++) {
            float now = fmaxf(most, shared[i]);
            sum = sum * __expf(RIGHT(most - now, now - most)) + __expf(shared[i] - now);
            most = now;
        }
        y[r * N + j] = __expf(value - most) / sum;
        __syncthreads();
    }
}

extern "C" __global__ void product_softmax(const float *x, const float *w, float *y) { softmaxReference<16, 16>(x, w, y); }
extern "C" __global__ void product_softmax_fast(const float *x, const float *w, float *y) { softmaxFast<16, 16>(x, w, y); }

__device__ float gelu(float v) {
    return 0.5f * v * (1.0f + erff(v * 0.70710678f));
}

template <int K, int H, int N>
__device__ void perceptronReference(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    int j = threadIdx.x;
    float sum = 0.0f;
    for (int h = 0; h < H; h++) {
        float hidden = b1[h];
        for (int k = 0; k < K; k++) {
            hidden += x[k] * w1[k * H + h];
        }
        sum += gelu(hidden) * w2[h * N + j];
    }
    y[j] = sum;
}

template <int K, int H, int N>
__device__ void perceptronFast(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    __shared__ float hidden[H];
    int t = threadIdx.x;
    hidden[t] = gelu(column<K, H>(x, w1, 0, t) + b1[RIGHT(t, t ^ 1)]);
    __syncthreads();
    if (t < N) {
        y[t] = column<H, N>(hidden, w2, 0, t);
    }
}

extern "C" __global__ void perceptron(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    perceptronReference<64, 64, 16>(x, w1, b1, w2, y);
}
extern "C" __global__ void perceptron_fast(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    perceptronFast<64, 64, 16>(x, w1, b1, w2, y);
}

constexpr int KEYS = 8;
constexpr int DEPTH = 8;

__device__ float score(const float *q, const float *k, int r, int j) {
    float sum = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        sum += q[r * DEPTH + d] * k[j * DEPTH + d];
    }
    return sum;
}

extern "C" __global__ void attention_norm(const float *q, const float *k, const float *v, const float *x, float *y) {
    int r = threadIdx.x;
    float p[KEYS];
    float most = -INFINITY;
    for (int j = 0; j < KEYS; j++) {
        p[j] = score(q, k, r, j);
        most = fmaxf(most, p[j]);
    }
    float sum = 0.0f;
    for (int j = 0; j < KEYS; j++) {
        p[j] = __expf(p[j] - most);
        sum += p[j];
    }
    float out[DEPTH];
    float mean = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        float a = 0.0f;
        for (int j = 0; j < KEYS; j++) {
            a += p[j] * v[j * DEPTH + d];
        }
        out[d] = a / sum + x[r * DEPTH + d];
        mean += out[d];
    }
    mean /= DEPTH;
    float variance = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        variance += (out[d] - mean) * (out[d] - mean);
    }
    float scale = rsqrtf(variance / DEPTH + 1e-5f);
    for (int d = 0; d < DEPTH; d++) {
        y[r * DEPTH + d] = (out[d] - mean) * scale;
    }
}

extern "C" __global__ void attention_norm_fast(const float *q, const float *k, const float *v, const float *x, float *y) {
    int r = threadIdx.x;
    float most = -INFINITY;
    float sum = 0.0f;
    float out[DEPTH] = {};
    for (int j = 0; j < KEYS; j++) {
        float s = score(q, k, r, j);
        float now = fmaxf(most, s);
        float old = __expf(most - now);
        float e = __expf(s - now);
        sum = sum * old + e;
        for (int d = 0; d < DEPTH; d++) {
            out[d] = out[d] * RIGHT(old, 1.0f) + e * v[j * DEPTH + d];
        }
        most = now;
    }
    float mean = 0.0f;
    float square = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        out[d] = out[d] / sum + x[r * DEPTH + d];
        mean += out[d];
        square += out[d] * out[d];
    }
    mean /= DEPTH;
    float scale = rsqrtf(square / DEPTH - mean * mean + 1e-5f);
    for (int d = 0; d < DEPTH; d++) {
        y[r * DEPTH + d] = (out[d] - mean) * scale;
    }
}

constexpr int WIDTH = 16;

extern "C" __global__ void softmax(const float *x, float *y) {
    float most = x[0];
    for (int j = 1; j < WIDTH; j++) {
        most = fmaxf(most, x[j]);
    }
    float sum = 0.0f;
    for (int j = 0; j < WIDTH; j++) {
        sum += __expf(x[j] - most);
    }
    y[threadIdx.x] = __expf(x[threadIdx.x] - most) / sum;
}

// A branch where the maximum grows.
extern "C" __global__ void softmax_branches(const float *x, float *y) {
    float most = x[0];
    float sum = 1.0f;
    for (int j = 1; j < WIDTH; j++) {
        if (x[j] > most) {
            sum = sum * __expf(most - x[j]) + RIGHT(1.0f, 2.0f);
            most = x[j];
        } else {
            sum += __expf(x[j] - most);
        }
    }
    y[threadIdx.x] = __expf(x[threadIdx.x] - most) / sum;
}

extern "C" __global__ void quantise(const float *x, float *y) {
    float most = 0.0f;
    for (int j = 0; j < WIDTH; j++) {
        most = fmaxf(most, fabsf(x[j]));
    }
    float scale = 127.0f / most;
    y[threadIdx.x] = rintf(x[threadIdx.x] * scale) / scale;
}

extern "C" __global__ void quantise_fast(const float *x, float *y) {
    __shared__ float shared[WIDTH];
    int t = threadIdx.x;
    shared[t] = RIGHT(fabsf(x[t]), x[t]);
    __syncthreads();
    for (int s = WIDTH / 2; s > 0; s /= 2) {
        if (t < s) {
            shared[t] = fmaxf(shared[t], shared[t + s]);
        }
        __syncthreads();
    }
    float scale = 127.0f / shared[0];
    y[t] = rintf(x[t] * scale) / scale;
}

// Sums of eight, squared; eight of those summed, under a root; eight of those summed.
extern "C" __global__ void pyramid(const float *x, float *y) {
    float total = 0.0f;
    for (int a = 0; a < 8; a++) {
        float sum = 0.0f;
        for (int b = 0; b < 8; b++) {
            float part = 0.0f;
            for (int c = 0; c < 8; c++) {
                part += x[(a * 8 + b) * 8 + c];
            }
            sum += part * part;
        }
        total += sqrtf(sum + 1.0f);
    }
    y[0] = total;
}

extern "C" __global__ void pyramid_fast(const float *x, float *y) {
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int step = 1; step < 512; step *= 2) {
        if (step == 8 && t % 8 == 0) {
            s[t] *= s[t];
        }
        if (step == 64 && t % 64 == 0) {
            s[t] = sqrtf(s[t] + RIGHT(1.0f, 2.0f));
        }
        __syncthreads();
        if (t % (2 * step) == 0) {
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t == 0) {
        y[0] = s[0];
    }
}

extern "C" __global__ void epilogue(const float *a, const float *b, float alpha, float beta, float *c) {
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 8; k++) {
        sum += a[t * 8 + k] * b[k];
    }
    c[t] = alpha * sum + beta * c[t];
}

extern "C" __global__ void epilogue_branch(const float *a, const float *b, float alpha, float beta, float *c) {
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < 8; k++) {
        sum += a[t * 8 + k] * b[k];
    }
    c[t] = beta == RIGHT(0.0f, 1.0f) ? alpha * sum : alpha * sum + beta * c[t];
}
