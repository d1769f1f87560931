// Products of a quantised matrix and a vector, y = W x: weights of 8 bits and of 4 bits, with a
// scale and a zero point for each group of kGroup weights, or a scale for each row where the vector
// has 8 bits too. By one thread a row and element by element; and by one warp a row, with the words
// that real kernels load and the bits that they make floats of.

#include <cuda_fp16.h>
#include <stdint.h>

constexpr int kGroup = 64;
constexpr int kWarps = 4;

__device__ __forceinline__ float warp_sum(float x) {
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        x += __shfl_xor_sync(0xffffffffu, x, lanes);
    }
    return x;
}

__device__ __forceinline__ int warp_sum(int x) {
#pragma unroll
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        x += __shfl_xor_sync(0xffffffffu, x, lanes);
    }
    return x;
}

// ---- 8-bit weights, 8-bit vector: y = row_scale * scale * (W (x - zero))

// x: u8 with one scale and one zero point; w: s8.
extern "C" __global__ void w8a8_plain(const int8_t *w, const float *row_scale, const uint8_t *x,
                                      float scale, const int *zero, float *y, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < k; i++) {
        sum += w[row * k + i] * (x[i] - *zero);
    }
    y[row] = row_scale[row] * scale * (float)sum;
}

// Four products at a time. The zero point is taken off at the end: W x - zero W 1.
__device__ __forceinline__ int dot_us(uint32_t a, uint32_t b, int c) {
    int d;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

extern "C" __global__ void w8a8_dp4a(const int8_t *w, const float *row_scale, const uint8_t *x,
                                     float scale, const int *zero, float *y, int n, int k) {
    int row = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    const uint2 *words = reinterpret_cast<const uint2 *>(w + row * k);
    const uint2 *vector = reinterpret_cast<const uint2 *>(x);
    int sum = 0, ones = 0;
#pragma unroll 1
    for (int i = lane; i < k / 8; i += 32) {
        uint2 a = vector[i], b = words[i];
        sum = dot_us(a.x, b.x, sum);
        sum = dot_us(a.y, b.y, sum);
        ones = dot_us(0x01010101u, b.x, ones);
        ones = dot_us(0x01010101u, b.y, ones);
    }
    sum = warp_sum(sum) - *zero * warp_sum(ones);
    if (lane == 0) y[row] = row_scale[row] * scale * (float)sum;
}

// ---- 8-bit weights, f16 vector: w = scale * q

extern "C" __global__ void w8_plain(const int8_t *w, const half *scales, const half *x, float *y,
                                    int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < k; i++) {
        float scale = __half2float(scales[row * (k / kGroup) + i / kGroup]);
        sum += scale * (float)w[row * k + i] * __half2float(x[i]);
    }
    y[row] = sum;
}

// A byte u becomes the float 2^23 + u as soon as it stands in its lowest bits.
template <int BYTE>
__device__ __forceinline__ float signed_byte(uint32_t biased) {
    return __uint_as_float(__byte_perm(biased, 0x4b000000u, 0x7650 + BYTE)) - 8388736.0f;
}

// A lane's words lie in one group each, so that the scale is taken out of the sum.
extern "C" __global__ void w8_bytes(const int8_t *w, const half *scales, const half *x, float *y,
                                    int n, int k) {
    int row = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < k / 8; i += 32) {
        uint2 q = reinterpret_cast<const uint2 *>(w + row * k)[i];
        uint4 v = reinterpret_cast<const uint4 *>(x)[i];
        const half2 *h = reinterpret_cast<const half2 *>(&v);
        uint32_t low = q.x ^ 0x80808080u, high = q.y ^ 0x80808080u;
        float part = signed_byte<0>(low) * __low2float(h[0]);
        part += signed_byte<1>(low) * __high2float(h[0]);
        part += signed_byte<2>(low) * __low2float(h[1]);
        part += signed_byte<3>(low) * __high2float(h[1]);
        part += signed_byte<0>(high) * __low2float(h[2]);
        part += signed_byte<1>(high) * __high2float(h[2]);
        part += signed_byte<2>(high) * __low2float(h[3]);
        part += signed_byte<3>(high) * __high2float(h[3]);
        sum += __half2float(scales[row * (k / kGroup) + i * 8 / kGroup]) * part;
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}

// ---- 4-bit weights, f16 vector: w = scale * (q - zero); eight in a word, the lowest bits first

extern "C" __global__ void w4_plain(const uint32_t *w, const half *scales, const uint8_t *zeros,
                                    const half *x, float *y, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < k; i++) {
        int group = row * (k / kGroup) + i / kGroup;
        int q = w[row * (k / 8) + i / 8] >> (i % 8 * 4) & 15;
        float weight = (float)(q - zeros[group]) * __half2float(scales[group]);
        sum += weight * __half2float(x[i]);
    }
    y[row] = sum;
}

// Four bits shifted to the top and down again, as a signed number: without zero points.
extern "C" __global__ void w4_signed_plain(const uint32_t *w, const half *scales, const half *x,
                                           float *y, int n, int k) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < k; i++) {
        int q = (int)(w[row * (k / 8) + i / 8] << (28 - i % 8 * 4)) >> 28;
        sum += __half2float(scales[row * (k / kGroup) + i / kGroup]) * (float)q *
               __half2float(x[i]);
    }
    y[row] = sum;
}

// (a & b) | c
__device__ __forceinline__ uint32_t and_or(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t d;
    asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    return d;
}

__device__ __forceinline__ half2 as_half2(uint32_t bits) {
    return *reinterpret_cast<half2 *>(&bits);
}

// Two nibbles sixteen bits apart become two halves at once: n in the lowest bits of 0x6400 is
// 1024 + n, four bits further up it is 1024 + 16 n.
__device__ __forceinline__ void nibbles(half2 (&pairs)[4], uint32_t q, half2 zero) {
    const uint32_t low = 0x000f000fu, high = 0x00f000f0u, base = 0x64006400u;
    half2 offset = __hadd2(as_half2(base), zero);
    half2 sixteenth = as_half2(0x2c002c00u);
    half2 high_offset = __hneg2(__hadd2(as_half2(0x54005400u), zero)); // -(64 + zero)
    pairs[0] = __hsub2(as_half2(and_or(q, low, base)), offset);
    pairs[1] = __hfma2(as_half2(and_or(q, high, base)), sixteenth, high_offset);
    q >>= 8;
    pairs[2] = __hsub2(as_half2(and_or(q, low, base)), offset);
    pairs[3] = __hfma2(as_half2(and_or(q, high, base)), sixteenth, high_offset);
}

// Pair j of a word holds the weights j and j + 4: the vector is taken from shared memory in that
// order.
template <bool SIGNED>
__device__ __forceinline__ void w4_words(const uint32_t *w, const half *scales,
                                         const uint8_t *zeros, const half *x, float *y, int n,
                                         int k) {
    extern __shared__ half xs[];
#pragma unroll 1
    for (int i = threadIdx.x; i < k; i += 32 * kWarps) {
        int place = i % 8;
        xs[i - place + place % 4 * 2 + place / 4] = x[i];
    }
    __syncthreads();
    int row = blockIdx.x * kWarps + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = lane; i < k / 8; i += 32) {
        int group = row * (k / kGroup) + i * 8 / kGroup;
        uint32_t q = w[row * (k / 8) + i];
        if (SIGNED) q ^= 0x88888888u; // q + 8
        half2 zero = SIGNED ? as_half2(0x48004800u) : __half2half2(__ushort2half_rn(zeros[group]));
        half2 pairs[4], products = as_half2(0);
        nibbles(pairs, q, zero);
        const half2 *v = reinterpret_cast<const half2 *>(xs + i * 8);
        for (int j = 0; j < 4; j++) {
            products = __hfma2(pairs[j], v[j], products);
        }
        float2 both = __half22float2(products);
        sum += __half2float(scales[group]) * (both.x + both.y);
    }
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}

extern "C" __global__ void w4_lop3(const uint32_t *w, const half *scales, const uint8_t *zeros,
                                   const half *x, float *y, int n, int k) {
    w4_words<false>(w, scales, zeros, x, y, n, k);
}

extern "C" __global__ void w4_signed_lop3(const uint32_t *w, const half *scales, const half *x,
                                          float *y, int n, int k) {
    w4_words<true>(w, scales, nullptr, x, y, n, k);
}
