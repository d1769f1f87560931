// Operators composed in one kernel: a norm or a softmax of a product's rows, a perceptron of two layers, attention with a
// residual and a norm after it, a softmax that branches on data, quantisation by the greatest magnitude, a pyramid of
// reductions. Each as a reference that does one thing after the other in one thread, and as it is written for speed.
// With -DMISTAKES=1 every fast one has one mistake, with -DMISTAKES=2 another one. long.cu has the norms of long rows.
#include "mistakes.cuh"

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
        even += x[r * K + k] * w[k * N + j]; //@ perceptron-no-barrier perceptron-128-no-barrier
        odd += x[r * K + k + 1] * w[(k + 1) * N + j];
    }
    return even + odd;
}

template <int N, bool LAST_BARRIER = true>
__device__ float blockSum(float value, float *shared, int t) {
    shared[t] = value; //@ product-layernorm-no-barrier product-layernorm-64-no-barrier
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (t < s) {
            shared[t] += shared[t + s];
        }
        __syncthreads();
    }
    float sum = shared[0];
    if (LAST_BARRIER) {
        __syncthreads();
    }
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
        float mean = blockSum<N, RIGHT(true, true, false)>(value, shared, j) / N;
        float square = blockSum<N>(value * value, shared, j) / N;
        y[r * N + j] = (value - mean) * rsqrtf(square - mean * mean + RIGHT(1e-5f, 1e-6f, 1e-5f));
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
        y[r * N + j] = value * RIGHT(rsqrtf(square * (1.0f / N) + 1e-5f), rsqrtf(square * (1.0f / (N - 1)) + 1e-5f), (rsqrtf(square * (1.0f / N)) + 1e-5f));
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
        shared[j] = value; //@ product-softmax-no-barrier product-softmax-32-no-barrier
        __syncthreads();
        float most = -INFINITY;
        float sum = 0.0f;
        for (int i = 0; i < N; i++) {
            float now = fmaxf(most, shared[i]);
            sum = sum * __expf(RIGHT(most - now, now - most, most - now)) + __expf(shared[i] - now);
            most = now;
        }
        y[r * N + j] = __expf(value - most) / sum;
        RIGHT(__syncthreads(), __syncthreads(), (void)0);
    }
}

extern "C" __global__ void product_softmax(const float *x, const float *w, float *y) { softmaxReference<16, 16>(x, w, y); }
extern "C" __global__ void product_softmax_fast(const float *x, const float *w, float *y) { softmaxFast<16, 16>(x, w, y); }
extern "C" __global__ void product_softmax_32(const float *x, const float *w, float *y) { softmaxReference<32, 32>(x, w, y); }
extern "C" __global__ void product_softmax_32_fast(const float *x, const float *w, float *y) { softmaxFast<32, 32>(x, w, y); }

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
    hidden[t] = gelu(column<K, H>(x, w1, 0, t) + b1[RIGHT(t, t ^ 1, t)]);
    RIGHT(__syncthreads(), __syncthreads(), (void)0);
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
extern "C" __global__ void perceptron_128(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    perceptronReference<32, 128, 32>(x, w1, b1, w2, y);
}
extern "C" __global__ void perceptron_128_fast(const float *x, const float *w1, const float *b1, const float *w2, float *y) {
    perceptronFast<32, 128, 32>(x, w1, b1, w2, y);
}

template <int DEPTH>
__device__ float score(const float *q, const float *k, int r, int j) {
    float sum = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        sum += q[r * DEPTH + d] * k[j * DEPTH + d];
    }
    return sum;
}

template <int KEYS, int DEPTH>
__device__ void attentionReference(const float *q, const float *k, const float *v, const float *x, float *y) {
    int r = threadIdx.x;
    float p[KEYS];
    float most = -INFINITY;
    for (int j = 0; j < KEYS; j++) {
        p[j] = score<DEPTH>(q, k, r, j);
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

template <int KEYS, int DEPTH>
__device__ void attentionFast(const float *q, const float *k, const float *v, const float *x, float *y) {
    int r = threadIdx.x;
    float most = -INFINITY;
    float sum = 0.0f;
    float out[DEPTH] = {};
    for (int j = 0; j < KEYS; j++) {
        float s = score<DEPTH>(q, k, r, j);
        float now = fmaxf(most, s);
        float old = __expf(most - now);
        float e = __expf(s - now);
        sum = sum * old + e;
        for (int d = 0; d < DEPTH; d++) {
            out[d] = out[d] * RIGHT(old, 1.0f, old) + e * v[j * DEPTH + d];
        }
        most = now;
    }
    float mean = 0.0f;
    float square = 0.0f;
    for (int d = 0; d < DEPTH; d++) {
        out[d] = RIGHT(out[d] / sum + x[r * DEPTH + d], out[d] / sum + x[r * DEPTH + d], (out[d] + x[r * DEPTH + d]) / sum);
        mean += out[d];
        square += out[d] * out[d];
    }
    mean /= DEPTH;
    float scale = rsqrtf(square / DEPTH - mean * mean + 1e-5f);
    for (int d = 0; d < DEPTH; d++) {
        y[r * DEPTH + d] = (out[d] - mean) * scale;
    }
}

extern "C" __global__ void attention_norm(const float *q, const float *k, const float *v, const float *x, float *y) {
    attentionReference<8, 8>(q, k, v, x, y);
}
extern "C" __global__ void attention_norm_fast(const float *q, const float *k, const float *v, const float *x, float *y) {
    attentionFast<8, 8>(q, k, v, x, y);
}
extern "C" __global__ void attention_norm_16(const float *q, const float *k, const float *v, const float *x, float *y) {
    attentionReference<16, 12>(q, k, v, x, y);
}
extern "C" __global__ void attention_norm_16_fast(const float *q, const float *k, const float *v, const float *x, float *y) {
    attentionFast<16, 12>(q, k, v, x, y);
}

template <int WIDTH>
__device__ void softmaxOfRow(const float *x, float *y) {
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
template <int WIDTH>
__device__ void softmaxBranches(const float *x, float *y) {
    float most = x[0];
    float sum = 1.0f;
    for (int j = 1; j < WIDTH; j++) {
        if (x[j] > most) {
            sum = sum * __expf(most - x[j]) + RIGHT(1.0f, 2.0f, 1.0f);
            most = x[j];
        } else {
            sum += __expf(x[j] - RIGHT(most, most, x[0]));
        }
    }
    y[threadIdx.x] = __expf(x[threadIdx.x] - most) / sum;
}

extern "C" __global__ void softmax(const float *x, float *y) { softmaxOfRow<16>(x, y); }
extern "C" __global__ void softmax_branches(const float *x, float *y) { softmaxBranches<16>(x, y); }
extern "C" __global__ void softmax_24(const float *x, float *y) { softmaxOfRow<24>(x, y); }
extern "C" __global__ void softmax_24_branches(const float *x, float *y) { softmaxBranches<24>(x, y); }

template <int WIDTH>
__device__ void quantiseReference(const float *x, float *y) {
    float most = 0.0f;
    for (int j = 0; j < WIDTH; j++) {
        most = fmaxf(most, fabsf(x[j]));
    }
    float scale = 127.0f / most;
    y[threadIdx.x] = rintf(x[threadIdx.x] * scale) / scale;
}

template <int WIDTH>
__device__ void quantiseFast(const float *x, float *y) {
    __shared__ float shared[WIDTH];
    int t = threadIdx.x;
    shared[t] = RIGHT(fabsf(x[t]), x[t], fabsf(x[t]));
    __syncthreads();
    for (int s = WIDTH / 2; s > 0; s /= 2) {
        if (t < s) {
            shared[t] = fmaxf(shared[t], shared[t + s]);
        }
        __syncthreads();
    }
    float scale = RIGHT(127.0f, 127.0f, 128.0f) / shared[0];
    y[t] = rintf(x[t] * scale) / scale;
}

extern "C" __global__ void quantise(const float *x, float *y) { quantiseReference<16>(x, y); }
extern "C" __global__ void quantise_fast(const float *x, float *y) { quantiseFast<16>(x, y); }
extern "C" __global__ void quantise_128(const float *x, float *y) { quantiseReference<128>(x, y); }
extern "C" __global__ void quantise_128_fast(const float *x, float *y) { quantiseFast<128>(x, y); }

// Sums of B, squared; B of those summed, under a root; B of those summed.
template <int B>
__device__ void pyramidReference(const float *x, float *y) {
    float total = 0.0f;
    for (int a = 0; a < B; a++) {
        float sum = 0.0f;
        for (int b = 0; b < B; b++) {
            float part = 0.0f;
            for (int c = 0; c < B; c++) {
                part += x[(a * B + b) * B + c];
            }
            sum += part * part;
        }
        total += sqrtf(sum + 1.0f);
    }
    y[0] = total;
}

template <int B>
__device__ void pyramidFast(const float *x, float *y) {
    __shared__ float s[B * B * B];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int step = 1; step < B * B * B; step *= 2) {
        if (step == B && t % B == 0) {
            s[t] *= s[t];
        }
        if (step == B * B && t % (B * B) == 0) {
            s[t] = sqrtf(s[t] + RIGHT(1.0f, 2.0f, 1.0f));
        }
        RIGHT(__syncthreads(), __syncthreads(), (void)0);
        if (t % (2 * step) == 0) {
            s[t] += s[t + step]; //@ pyramid-no-barrier pyramid-4-no-barrier
        }
        __syncthreads();
    }
    if (t == 0) {
        y[0] = s[0];
    }
}

extern "C" __global__ void pyramid(const float *x, float *y) { pyramidReference<8>(x, y); }
extern "C" __global__ void pyramid_fast(const float *x, float *y) { pyramidFast<8>(x, y); }
extern "C" __global__ void pyramid_4(const float *x, float *y) { pyramidReference<4>(x, y); }
extern "C" __global__ void pyramid_4_fast(const float *x, float *y) { pyramidFast<4>(x, y); }

template <int K>
__device__ void epilogueReference(const float *a, const float *b, float alpha, float beta, float *c) {
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k++) {
        sum += a[t * K + k] * b[k];
    }
    c[t] = alpha * sum + beta * c[t];
}

template <int K>
__device__ void epilogueBranch(const float *a, const float *b, float alpha, float beta, float *c) {
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < K; k++) {
        sum += a[t * K + k] * b[k];
    }
    c[t] = beta == RIGHT(0.0f, 1.0f, 0.0f) ? alpha * sum : alpha * sum + RIGHT(beta, beta, alpha * beta) * c[t];
}

extern "C" __global__ void epilogue(const float *a, const float *b, float alpha, float beta, float *c) {
    epilogueReference<8>(a, b, alpha, beta, c);
}
extern "C" __global__ void epilogue_branch(const float *a, const float *b, float alpha, float beta, float *c) {
    epilogueBranch<8>(a, b, alpha, beta, c);
}
extern "C" __global__ void epilogue_64(const float *a, const float *b, float alpha, float beta, float *c) {
    epilogueReference<64>(a, b, alpha, beta, c);
}
extern "C" __global__ void epilogue_64_branch(const float *a, const float *b, float alpha, float beta, float *c) {
    epilogueBranch<64>(a, b, alpha, beta, c);
}

// The greatest of a row: from the first element, or from the lowest float, which no element is below.
template <int N>
__device__ void greatestReference(const float *x, float *y) {
    float most = x[0];
    for (int i = 1; i < N; i++) {
        most = fmaxf(most, x[i]);
    }
    y[0] = most;
}

template <int N>
__device__ void greatestFast(const float *x, float *y) {
    __shared__ float shared[32];
    int t = threadIdx.x;
    float most = RIGHT(-FLT_MAX, FLT_MIN, -FLT_MAX); // the mistake: FLT_MIN is the least positive normal number
    for (int i = t; i < N; i += 32) {
        most = fmaxf(most, x[i]);
    }
    shared[t] = most;
    __syncthreads();
    for (int s = 16; s > RIGHT(0, 0, 1); s /= 2) {
        if (t < s) {
            shared[t] = fmaxf(shared[t], shared[t + s]);
        }
        __syncthreads();
    }
    if (t == 0) {
        y[0] = shared[0];
    }
}

extern "C" __global__ void greatest(const float *x, float *y) { greatestReference<64>(x, y); }
extern "C" __global__ void greatest_fast(const float *x, float *y) { greatestFast<64>(x, y); }
extern "C" __global__ void greatest_1000(const float *x, float *y) { greatestReference<1000>(x, y); }
extern "C" __global__ void greatest_1000_fast(const float *x, float *y) { greatestFast<1000>(x, y); }

// Clamped as floats, then rounded; and rounded by the conversion that clamps.
extern "C" __global__ void clamp_s8(const float *x, float scale, signed char *y) {
    int t = threadIdx.x;
    y[t] = (signed char)__float2int_rn(fminf(fmaxf(x[t] * scale, -128.0f), 127.0f));
}

extern "C" __global__ void clamp_s8_fast(const float *x, float scale, signed char *y) {
    int t = threadIdx.x;
    int q;
    asm("cvt." RIGHT("rni", "rzi", "rni") ".sat." RIGHT("s8", "s8", "u8") ".f32 %0, %1;" : "=r"(q) : "f"(x[t] * scale));
    y[t] = (signed char)q;
}

extern "C" __global__ void clamp_u8(const float *x, float scale, float zero, unsigned char *y) {
    for (int i = 0; i < 128; i++) {
        y[i] = (unsigned char)__float2int_rn(fminf(fmaxf(x[i] * scale + zero, 0.0f), 255.0f));
    }
}

__device__ unsigned saturated(float v) {
    unsigned q;
    asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(q) : "f"(v));
    return q;
}

// Four a thread, packed into a word.
extern "C" __global__ void clamp_u8_fast(const float *x, float scale, float zero, unsigned char *y) {
    int t = threadIdx.x;
    float4 v = reinterpret_cast<const float4 *>(x)[t];
    unsigned a = saturated(v.x * scale + zero);
    unsigned b = saturated(v.y * scale + zero);
    unsigned c = saturated(v.z * scale + zero);
    unsigned d = saturated(v.w * scale + RIGHT(zero, zero, 0.0f));
    reinterpret_cast<unsigned *>(y)[t] = a | RIGHT(b, c, b) << 8 | RIGHT(c, b, c) << 16 | d << 24;
}
