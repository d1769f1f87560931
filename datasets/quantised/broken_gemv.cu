// Products of a quantised matrix and a vector as in gemv.cu, with one mistake at a time. Which one
// is a template argument, so that the kernels differ in nothing else.

#include <cuda_fp16.h>
#include <stdint.h>

constexpr int kGroup = 64;
constexpr int kWarps = 4;

enum Variant {
    // 4-bit weights
    NIBBLES_IN_ORDER,
    WORDS_OF_NEXT_ROW,
    HIGH_NIBBLES_NOT_DIVIDED,
    NIBBLE_MASK_TOO_WIDE,
    ZERO_FORGOTTEN,
    ZERO_ONLY_IN_LOW_NIBBLES,
    ZERO_OF_OTHER_GROUP,
    SCALE_OF_WORD,
    NO_BARRIER_AFTER_STAGING,
    LAST_SHUFFLE_DROPPED,
    SUM_IN_LAST_LANE,
    SUM_DOWN,
    // 8-bit weights
    BYTES_UNSIGNED,
    BIAS_OF_UNSIGNED,
    BYTES_REVERSED,
    SCALE_OF_OTHER_ROW,
    // 8-bit weights and vector
    WEIGHTS_UNSIGNED,
    VECTOR_SIGNED,
    ZERO_ONCE,
    ONES_OF_HALF,
    SIGNED_ZERO_POINT,
};

template <Variant V, typename T>
__device__ __forceinline__ T warp_sum(T x) {
    const int last = V == LAST_SHUFFLE_DROPPED ? 2 : 1;
#pragma unroll
    for (int lanes = 16; lanes >= last; lanes /= 2) {
        x += V == SUM_DOWN || V == SUM_IN_LAST_LANE ? __shfl_down_sync(0xffffffffu, x, lanes)
                                                    : __shfl_xor_sync(0xffffffffu, x, lanes);
    }
    return x;
}

// ---- 4-bit weights, f16 vector

__device__ __forceinline__ half2 as_half2(uint32_t bits) {
    return *reinterpret_cast<half2 *>(&bits);
}

__device__ __forceinline__ uint32_t and_or(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t d;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

template <Variant V>
__device__ __forceinline__ void nibbles(half2 (&pairs)[4], uint32_t q, half2 zero) {
    const uint32_t low = V == NIBBLE_MASK_TOO_WIDE ? 0x001f001fu : 0x000f000fu;
    const uint32_t high = 0x00f000f0u, base = 0x64006400u;
    half2 none = as_half2(0);
    half2 offset = __hadd2(as_half2(base), V == ZERO_FORGOTTEN ? none : zero);
    bool unscaled = V == HIGH_NIBBLES_NOT_DIVIDED;
    half2 factor = as_half2(unscaled ? 0x3c003c00u : 0x2c002c00u);
    half2 high_zero = V == ZERO_FORGOTTEN || V == ZERO_ONLY_IN_LOW_NIBBLES ? none : zero;
    half2 high_offset = __hneg2(__hadd2(as_half2(unscaled ? base : 0x54005400u), high_zero));
    for (int j = 0; j < 4; j += 2) {
        pairs[j] = __hsub2(as_half2(and_or(q, low, base)), offset);
        pairs[j + 1] = __hfma2(as_half2(and_or(q, high, base)), factor, high_offset);
        q >>= 8;
    }
}

template <Variant V>
__device__ __forceinline__ void w4(const uint32_t *w, const half *scales, const uint8_t *zeros,
                                   const half *x, float *y, int n, int k) {
    extern __shared__ half xs[];
#pragma unroll 1
    for (int i = threadIdx.x; i < k; i += 32 * kWarps) {
        int place = i % 8;
        xs[V == NIBBLES_IN_ORDER ? i : i - place + place % 4 * 2 + place / 4] = x[i];
    }
    if (V != NO_BARRIER_AFTER_STAGING) __syncthreads();
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    int words = V == WORDS_OF_NEXT_ROW ? row + 1 : row;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < k / 8; i += 32) {
        int groups = row * (k / kGroup), group = i * 8 / kGroup;
        int zero_group = V == ZERO_OF_OTHER_GROUP ? group ^ 1 : group;
        half zero = __ushort2half_rn(zeros[groups + zero_group]);
        half2 pairs[4], products = as_half2(0);
        nibbles<V>(pairs, w[words * (k / 8) + i], __half2half2(zero)); //@ words-of-next-row
        const half2 *v = reinterpret_cast<const half2 *>(xs + i * 8);
        for (int j = 0; j < 4; j++) {
            products = __hfma2(pairs[j], v[j], products); //@ no-barrier-after-staging
        }
        float2 both = __half22float2(products);
        sum += __half2float(scales[groups + (V == SCALE_OF_WORD ? i / kGroup : group)]) *
               (both.x + both.y);
    }
    sum = warp_sum<V>(sum);
    if (lane == (V == SUM_IN_LAST_LANE ? 31 : 0)) y[row] = sum;
}

// ---- 8-bit weights, f16 vector

template <Variant V>
__device__ __forceinline__ float byte(uint32_t word, int i) {
    int at = V == BYTES_REVERSED ? 3 - i : i;
    uint32_t bits = __byte_perm(word, 0x4b000000u, 0x7650 + at);
    bool biased = V != BYTES_UNSIGNED && V != BIAS_OF_UNSIGNED;
    return __uint_as_float(bits) - (biased ? 8388736.0f : 8388608.0f);
}

template <Variant V>
__device__ __forceinline__ void w8(const int8_t *w, const half *scales, const half *x, float *y,
                                   int n, int k) {
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < k / 4; i += 32) {
        uint32_t q = reinterpret_cast<const uint32_t *>(w + row * k)[i];
        if (V != BYTES_UNSIGNED) q ^= 0x80808080u;
        float part = 0.0f;
        for (int j = 0; j < 4; j++) {
            part += byte<V>(q, j) * __half2float(x[4 * i + j]);
        }
        int scale_row = V == SCALE_OF_OTHER_ROW ? 0 : row;
        sum += __half2float(scales[scale_row * (k / kGroup) + i * 4 / kGroup]) * part;
    }
    sum = warp_sum<V>(sum);
    if (lane == 0) y[row] = sum;
}

// ---- 8-bit weights, 8-bit vector

template <Variant V>
__device__ __forceinline__ int dot(uint32_t a, uint32_t b, int c) {
    int d;
    if (V == WEIGHTS_UNSIGNED) {
        asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    } else if (V == VECTOR_SIGNED) {
        asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    } else {
        asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    }
    return d;
}

template <Variant V>
__device__ __forceinline__ void w8a8(const int8_t *w, const float *row_scale, const uint8_t *x,
                                     float scale, const int *zero, float *y, int n, int k) {
    int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    const uint2 *words = reinterpret_cast<const uint2 *>(w + row * k);
    const uint2 *vector = reinterpret_cast<const uint2 *>(x);
    int sum = 0, ones = 0;
#pragma unroll 1
    for (int i = lane; i < k / 8; i += 32) {
        uint2 a = vector[i], b = words[i];
        sum = dot<V>(a.x, b.x, sum);
        sum = dot<V>(a.y, b.y, sum);
        ones = dot<V>(0x01010101u, b.x, ones);
        if (V != ONES_OF_HALF) ones = dot<V>(0x01010101u, b.y, ones);
    }
    int z = V == SIGNED_ZERO_POINT ? (int8_t)*zero : *zero;
    sum = warp_sum<V>(sum) - (V == ZERO_ONCE ? z : z * warp_sum<V>(ones));
    if (lane == 0) y[row] = row_scale[row] * scale * (float)sum;
}

#define W4(name, variant)                                                                          \
    extern "C" __global__ void name(const uint32_t *w, const half *scales, const uint8_t *zeros,   \
                                    const half *x, float *y, int n, int k) {                       \
        w4<variant>(w, scales, zeros, x, y, n, k);                                                 \
    }
#define W8(name, variant)                                                                          \
    extern "C" __global__ void name(const int8_t *w, const half *scales, const half *x, float *y,  \
                                    int n, int k) {                                                \
        w8<variant>(w, scales, x, y, n, k);                                                        \
    }
#define W8A8(name, variant)                                                                        \
    extern "C" __global__ void name(const int8_t *w, const float *row_scale, const uint8_t *x,     \
                                    float scale, const int *zero, float *y, int n, int k) {        \
        w8a8<variant>(w, row_scale, x, scale, zero, y, n, k);                                      \
    }

// A pair of nibbles is j and j + 4, not 2j and 2j + 1.
W4(nibbles_in_order, NIBBLES_IN_ORDER)
// The last warp reads a row that does not exist.
W4(words_of_next_row, WORDS_OF_NEXT_ROW)
// Nibbles four bits up are sixteen times as large.
W4(high_nibbles_not_divided, HIGH_NIBBLES_NOT_DIVIDED)
// The lowest bit of the next nibble comes along.
W4(nibble_mask_too_wide, NIBBLE_MASK_TOO_WIDE)
W4(zero_forgotten, ZERO_FORGOTTEN)
W4(zero_only_in_low_nibbles, ZERO_ONLY_IN_LOW_NIBBLES)
W4(zero_of_other_group, ZERO_OF_OTHER_GROUP)
// The group of a word's number, not of its weights': the first one for all.
W4(scale_of_word, SCALE_OF_WORD)
// The vector is used while other warps still bring it.
W4(no_barrier_after_staging, NO_BARRIER_AFTER_STAGING)
// Odd lanes are left out.
W4(last_shuffle_dropped, LAST_SHUFFLE_DROPPED)
// Shuffled down, the sum is in lane 0.
W4(sum_in_last_lane, SUM_IN_LAST_LANE)
// Equivalent: shuffled down and taken from lane 0.
W4(sum_down, SUM_DOWN)
// A negative weight is 256 more.
W8(bytes_unsigned, BYTES_UNSIGNED)
// The bias of 128 is put in, and not taken out.
W8(bias_of_unsigned, BIAS_OF_UNSIGNED)
// The first byte of a word is the lowest.
W8(bytes_reversed, BYTES_REVERSED)
W8(scale_of_other_row, SCALE_OF_OTHER_ROW)
// dp4a of the wrong signedness, of either operand.
W8A8(weights_unsigned, WEIGHTS_UNSIGNED)
W8A8(vector_signed, VECTOR_SIGNED)
// The zero point is taken off once, not for each weight.
W8A8(zero_once, ZERO_ONCE)
// Half of a lane's weights do not count for the zero point.
W8A8(ones_of_half, ONES_OF_HALF)
// A zero point above 127 is read as a negative one.
W8A8(signed_zero_point, SIGNED_ZERO_POINT)
