// Element-wise kernels as tensor libraries write them: one template, a functor for the operation, a policy that loads
// and stores vectors, calculators of offsets; activations with gates, masks, concatenation, dropout by Philox.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdint.h>

#include "mistakes.cuh"

// ---- One template for all unary functions

struct ScaleShift {
    float scale, shift;
    __device__ float operator()(float x) const { return x * scale + shift; }
};

struct LeakyRelu {
    float slope;
    __device__ float operator()(float x) const { return x > 0.0f ? x : slope * x; }
};

struct Elu {
    float alpha;
    __device__ float operator()(float x) const { return x > 0.0f ? x : alpha * (expf(x) - 1.0f); }
};

struct HardSwish {
    __device__ float operator()(float x) const { return x * fminf(fmaxf(x + 3.0f, 0.0f), 6.0f) / 6.0f; }
};

template <typename T, int N>
struct alignas(sizeof(T) * N) Vector {
    T value[N];
};

// one thread an element
template <typename Functor>
__global__ void unary(const float *x, float *y, int n, Functor f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = f(x[i]);
    }
}

// Vectors of WIDTH while a whole vector remains, single elements behind. Mistake 1: the tail begins one element late.
// Mistake 2: the tail has no upper bound.
template <int WIDTH, typename Functor>
__global__ void unary_vectors(const float *x, float *y, int n, Functor f) {
    using V = Vector<float, WIDTH>;
    int threads = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x, whole = n / WIDTH;
    for (int i = first; i < whole; i += threads) {
        V v = reinterpret_cast<const V *>(x)[i];
#pragma unroll
        for (int k = 0; k < WIDTH; k++) {
            v.value[k] = f(v.value[k]);
        }
        reinterpret_cast<V *>(y)[i] = v;
    }
    int tail = whole * WIDTH + first + (WRONG(1) ? 1 : 0);
    if (WRONG(2) ? first < WIDTH : tail < n) {
        y[tail] = f(x[tail]); //@ leaky-relu-vectors-without-bound
    }
}

#if MISTAKES == 0
template __global__ void unary(const float *, float *, int, ScaleShift);
template __global__ void unary(const float *, float *, int, LeakyRelu);
#endif
#if MISTAKES < 2
template __global__ void unary_vectors<4>(const float *, float *, int, ScaleShift);
#endif
template __global__ void unary_vectors<2>(const float *, float *, int, LeakyRelu);

// Four elements a thread, loaded before any is stored, each behind its bound. Mistake 1: items lie side by side for the
// load and a block apart for the store. Mistake 2: the store has no bound.
template <int ITEMS, typename Functor>
__global__ void unary_unrolled(const float *x, float *y, int n, Functor f) {
    int base = blockIdx.x * blockDim.x * ITEMS, rest = n - base;
    float v[ITEMS] = {};
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int at = WRONG(1) ? threadIdx.x * ITEMS + k : threadIdx.x + k * blockDim.x;
        if (at < rest) {
            v[k] = x[base + at];
        }
    }
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int at = threadIdx.x + k * blockDim.x;
        if (WRONG(2) || at < rest) {
            y[base + at] = f(v[k]); //@ elu-unrolled-without-bound
        }
    }
}

#if MISTAKES == 0
template __global__ void unary(const float *, float *, int, Elu);
#endif
template __global__ void unary_unrolled<4>(const float *, float *, int, Elu);

// Grid-stride loop over pairs of halves; arithmetic in float. Mistake 1: the low half goes into both.
KERNEL(0) void hard_swish(const __half *x, __half *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = __float2half(HardSwish()(__half2float(x[i])));
    }
}

KERNEL(1) void hard_swish_half2(const __half2 *x, __half2 *y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += gridDim.x * blockDim.x) {
        float2 v = __half22float2(x[i]);
        float low = v.x * (1.0f / 6.0f) * __saturatef((v.x + 3.0f) / 6.0f) * 6.0f;
        float high = v.y * (1.0f / 6.0f) * __saturatef((v.y + 3.0f) / 6.0f) * 6.0f;
        y[i] = __floats2half2_rn(low, WRONG(1) ? low : high);
    }
}

// ---- Broadcasting: offsets of an output of three dimensions from strides, 0 where an operand has one element

struct Shape {
    int size[3], a[3], b[3];
};

KERNEL(0) void broadcast_add(const float *a, const float *b, float *y, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < depth; k++) {
                y[(i * columns + j) * depth + k] = a[i * depth + k] + b[j * depth + k];
            }
        }
    }
}

// the offsets by division, innermost dimension first; mistake 1: the strides of the operands are exchanged
KERNEL(1) void broadcast_add_strides(const float *a, const float *b, float *y, Shape shape, int n) {
    int linear = blockIdx.x * blockDim.x + threadIdx.x;
    if (linear >= n) {
        return;
    }
    int at_a = 0, at_b = 0, rest = linear;
#pragma unroll
    for (int d = 2; d >= 0; d--) {
        int quotient = rest / shape.size[d], place = rest - quotient * shape.size[d];
        at_a += place * (WRONG(1) ? shape.b[d] : shape.a[d]);
        at_b += place * (WRONG(1) ? shape.a[d] : shape.b[d]);
        rest = quotient;
    }
    y[linear] = a[at_a] + b[at_b];
}

// Division by a multiplication and a shift, as libraries precompute it for sizes of tensors: q = (umulhi(n, m) + n) >> s.
struct Divider {
    unsigned divisor, multiplier, shift;
};

KERNEL(0) void bias_channels(const float *x, const float *bias, float *y, int channels, int area, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i] + bias[i / area % channels];
    }
}

// mistake 1: the sum before the shift is left out; mistake 2: the channel is not reduced by its size
KERNEL(2) void bias_channels_magic(const float *x, const float *bias, float *y, Divider area, Divider channels, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned plane = (__umulhi(i, area.multiplier) + (WRONG(1) ? 0 : i)) >> area.shift;
        unsigned image = (__umulhi(plane, channels.multiplier) + plane) >> channels.shift;
        y[i] = x[i] + bias[WRONG(2) ? plane : plane - image * channels.divisor]; //@ bias-channels-unreduced
    }
}

// ---- Gates: y[t][d] = act(x[t][d]) * x[t][d + D]

template <typename T>
__device__ float silu(T x) {
    float v = static_cast<float>(x);
    return v / (1.0f + expf(-v));
}

template <typename T>
__device__ float gelu_tanh(T x) {
    float v = static_cast<float>(x);
    return 0.5f * v * (1.0f + tanhf(0.7978845608028654f * (v + 0.044715f * v * v * v)));
}


KERNEL(0) void silu_and_mul(const float *x, float *y, int d) {
    int t = blockIdx.x;
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        y[t * d + i] = silu(x[t * 2 * d + i]) * x[t * 2 * d + d + i];
    }
}

KERNEL(0) void geglu(const float *x, float *y, int d) {
    int t = blockIdx.x;
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        y[t * d + i] = gelu_tanh(x[t * 2 * d + i]) * x[t * 2 * d + d + i];
    }
}

// four at a time through the read-only cache; mistake 1: gate and value are exchanged
KERNEL(1) void silu_and_mul_vectors(const float *x, float *y, int d) {
    const float4 *gate = reinterpret_cast<const float4 *>(x + blockIdx.x * 2 * d);
    const float4 *value = gate + d / 4;
    float4 *out = reinterpret_cast<float4 *>(y + blockIdx.x * d);
    for (int i = threadIdx.x; i < d / 4; i += blockDim.x) {
        float4 a = __ldg((WRONG(1) ? value : gate) + i), b = __ldg((WRONG(1) ? gate : value) + i);
        a.x = __fdividef(a.x, 1.0f + __expf(-a.x)) * b.x;
        a.y = __fdividef(a.y, 1.0f + __expf(-a.y)) * b.y;
        a.z = __fdividef(a.z, 1.0f + __expf(-a.z)) * b.z;
        a.w = __fdividef(a.w, 1.0f + __expf(-a.w)) * b.w;
        out[i] = a;
    }
}

// the function as v * sigmoid(2 u); mistake 1: v * sigmoid(u)
KERNEL(1) void geglu_sigmoid(const float *x, float *y, int d) {
    int t = blockIdx.x;
    for (int i = threadIdx.x; i < d; i += blockDim.x) {
        float v = x[t * 2 * d + i];
        float u = 0.7978845608028654f * v * (1.0f + 0.044715f * v * v);
        y[t * d + i] = v / (1.0f + __expf(WRONG(1) ? -u : -2.0f * u)) * x[t * 2 * d + d + i];
    }
}

// ---- Shapes

// what lies above the diagonal becomes 0
KERNEL(0) void lower_triangle(const float *x, float *y, int n, int diagonal) {
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            y[row * n + column] = column - row > diagonal ? 0.0f : x[row * n + column];
        }
    }
}

// a thread a vector of a row, masked lane by lane; mistake 1: the diagonal itself is cut, too
KERNEL(1) void lower_triangle_vectors(const float *x, float *y, int n, int diagonal) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / (n / 4), column = i % (n / 4) * 4;
    if (row < n) {
        float4 v = reinterpret_cast<const float4 *>(x)[i];
        int last = row + diagonal - (WRONG(1) ? 1 : 0);
        v.x = column <= last ? v.x : 0.0f;
        v.y = column + 1 <= last ? v.y : 0.0f;
        v.z = column + 2 <= last ? v.z : 0.0f;
        v.w = column + 3 <= last ? v.w : 0.0f;
        reinterpret_cast<float4 *>(y)[i] = v;
    }
}

// a | b along columns, then a | b of the next row
KERNEL(0) void concatenate(const float *a, const float *b, float *y, int rows, int of_a, int of_b) {
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < of_a; c++) {
            y[r * (of_a + of_b) + c] = a[r * of_a + c];
        }
        for (int c = 0; c < of_b; c++) {
            y[r * (of_a + of_b) + of_a + c] = b[r * of_b + c];
        }
    }
}

// blockIdx.y is the operand; mistake 1: rows of the second operand have the first one's length
KERNEL(1) void concatenate_batched(const float *a, const float *b, float *y, int rows, int of_a, int of_b) {
    const float *from = blockIdx.y == 0 ? a : b;
    int width = blockIdx.y == 0 ? of_a : of_b, begin = blockIdx.y == 0 ? 0 : of_a;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * width; i += gridDim.x * blockDim.x) {
        int r = i / width, c = i % width;
        y[r * (of_a + of_b) + begin + c] = from[r * (WRONG(1) ? of_a : width) + c];
    }
}

// y[n][c][h * s + i][w * s + j] = x[n][c * s * s + i * s + j][h][w]
KERNEL(0) void pixel_shuffle(const float *x, float *y, int channels, int height, int width, int s) {
    int c = threadIdx.x;
    for (int i = 0; i < s; i++) {
        for (int j = 0; j < s; j++) {
            for (int h = 0; h < height; h++) {
                for (int w = 0; w < width; w++) {
                    y[(c * height * s + h * s + i) * width * s + w * s + j] =
                        x[((c * s * s + i * s + j) * height + h) * width + w];
                }
            }
        }
    }
}

// a thread an output pixel; mistake 1: row and column inside the cell are exchanged
KERNEL(1) void pixel_shuffle_outputs(const float *x, float *y, int channels, int height, int width, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < channels * height * s * width * s) {
        int column = i % (width * s), row = i / (width * s) % (height * s), c = i / (width * s * height * s);
        int cell = WRONG(1) ? column % s * s + row % s : row % s * s + column % s;
        y[i] = x[((c * s * s + cell) * height + row / s) * width + column / s];
    }
}

// ---- Dropout by Philox 4x32-10 with a fixed seed

struct Philox {
    uint32_t key[2], counter[4];

    __device__ Philox(uint64_t seed, uint64_t subsequence, uint64_t offset)
        : key{uint32_t(seed), uint32_t(seed >> 32)},
          counter{uint32_t(offset), uint32_t(offset >> 32), uint32_t(subsequence), uint32_t(subsequence >> 32)} {}

    __device__ uint4 draw() const {
        uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3], k0 = key[0], k1 = key[1];
#pragma unroll
        for (int round = 0; round < 10; round++) {
            uint32_t high0 = __umulhi(0xD2511F53u, c0), low0 = 0xD2511F53u * c0;
            uint32_t high1 = __umulhi(0xCD9E8D57u, c2), low1 = 0xCD9E8D57u * c2;
            c0 = high1 ^ c1 ^ k0;
            c1 = low1;
            c2 = high0 ^ c3 ^ k1;
            c3 = low0;
            k0 += 0x9E3779B9u;
            k1 += 0xBB67AE85u;
        }
        return make_uint4(c0, c1, c2, c3);
    }
};

__device__ float uniform(uint32_t bits) { return bits * 2.3283064365386963e-10f; }

// y = x / keep where a number below keep was drawn, and the mask for the backward pass; element by element
KERNEL(0) void dropout(const float *x, float *y, unsigned char *mask, int n, float keep, uint64_t seed) {
    for (int i = 0; i < n; i++) {
        uint4 bits = Philox(seed, i / 4, 0).draw();
        uint32_t own = i % 4 == 0 ? bits.x : i % 4 == 1 ? bits.y : i % 4 == 2 ? bits.z : bits.w;
        bool stays = uniform(own) < keep;
        y[i] = stays ? x[i] / keep : 0.0f;
        mask[i] = stays;
    }
}

// four numbers of one draw for a vector; mistake 1: no scale; mistake 2: all threads draw from one subsequence
KERNEL(2) void dropout_vectors(const float4 *x, float4 *y, uchar4 *mask, int n, float keep, uint64_t seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float scale = WRONG(1) ? 1.0f : 1.0f / keep;
    if (i < n / 4) {
        uint4 bits = Philox(seed, WRONG(2) ? 0 : i, 0).draw();
        float4 v = x[i];
        uchar4 m = make_uchar4(uniform(bits.x) < keep, uniform(bits.y) < keep, uniform(bits.z) < keep,
                               uniform(bits.w) < keep);
        y[i] = make_float4(v.x * m.x * scale, v.y * m.y * scale, v.z * m.z * scale, v.w * m.w * scale);
        mask[i] = m;
    }
}

// ---- Many tensors at once: chunks of a list of two tensors, y = a + weight * (b - a)


struct Chunks {
    unsigned char tensor[8];
    int begin[8];
};

// a block a chunk of 16; mistake 1: the chunk's number is taken for its place in the tensor
KERNEL(1) void interpolate_chunks(const float *a0, const float *b0, float *y0, const float *a1, const float *b1,
                                   float *y1, Chunks chunks, int n0, int n1, float weight) {
    bool second = chunks.tensor[blockIdx.x];
    const float *a = second ? a1 : a0, *b = second ? b1 : b0;
    float *y = second ? y1 : y0;
    int begin = WRONG(1) ? blockIdx.x * 16 : chunks.begin[blockIdx.x], n = second ? n1 : n0;
    for (int i = begin + threadIdx.x; i < min(begin + 16, n); i += blockDim.x) {
        y[i] = weight < 0.5f ? a[i] + weight * (b[i] - a[i]) : b[i] - (b[i] - a[i]) * (1.0f - weight);
    }
}

KERNEL(0) void interpolate_both(const float *a0, const float *b0, float *y0, const float *a1, const float *b1,
                                 float *y1, int n0, int n1, float weight) {
    for (int i = 0; i < n0; i++) {
        y0[i] = (1.0f - weight) * a0[i] + weight * b0[i];
    }
    for (int i = 0; i < n1; i++) {
        y1[i] = (1.0f - weight) * a1[i] + weight * b1[i];
    }
}
