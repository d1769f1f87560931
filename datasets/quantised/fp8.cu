// Products of two matrices of 8-bit floats (sm_89), C = A B^T: A has M rows and B has N rows of K
// elements, which an element of C multiplies. With a scale for each row of A and of B; or one for
// each kBlock elements of a row, as where rows were quantised piece by piece.

#include "fp8.cuh"

constexpr int kTile = 32;  // rows of A and of B in a CTA
constexpr int kStep = 64;  // elements of a row at a time
constexpr int kBlock = 64; // elements with a scale in common
constexpr int kThreads = 128;
constexpr int kStride = kStep + 16; // of a row in shared memory, in bytes

// ---- by one thread an element of C

template <__nv_fp8_interpretation_t F>
__device__ __forceinline__ float to_float(uint8_t x) {
    return __half2float(__half(__nv_cvt_fp8_to_halfraw(x, F)));
}

template <__nv_fp8_interpretation_t F>
__device__ __forceinline__ void plain(const uint8_t *a, const uint8_t *b, const float *a_scales,
                                      const float *b_scales, float *c, int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        sum += to_float<__NV_E4M3>(a[row * k + i]) * to_float<F>(b[column * k + i]);
    }
    c[row * n + column] = a_scales[row] * b_scales[column] * sum;
}

extern "C" __global__ void fp8_plain(const uint8_t *a, const uint8_t *b, const float *a_scales,
                                     const float *b_scales, float *c, int n, int k) {
    plain<__NV_E4M3>(a, b, a_scales, b_scales, c, n, k);
}

extern "C" __global__ void fp8_mixed_plain(const uint8_t *a, const uint8_t *b,
                                           const float *a_scales, const float *b_scales, float *c,
                                           int n, int k) {
    plain<__NV_E5M2>(a, b, a_scales, b_scales, c, n, k);
}

extern "C" __global__ void fp8_blocks_plain(const uint8_t *a, const uint8_t *b,
                                            const float *a_scales, const float *b_scales, float *c,
                                            int n, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    int blocks = k / kBlock;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        sum += a_scales[row * blocks + i / kBlock] * to_float<__NV_E4M3>(a[row * k + i]) *
               (b_scales[column * blocks + i / kBlock] * to_float<__NV_E4M3>(b[column * k + i]));
    }
    c[row * n + column] = sum;
}

// ---- on tensor cores: four warps, 16 x 16 elements each

__device__ __forceinline__ void copy(uint8_t *to, const uint8_t *from, int k) {
    for (int i = 0; i < kTile * kStep / 16; i += kThreads) {
        int row = (i + threadIdx.x) / (kStep / 16), column = threadIdx.x % (kStep / 16) * 16;
        *reinterpret_cast<uint4 *>(to + row * kStride + column) =
            *reinterpret_cast<const uint4 *>(from + row * k + column);
    }
}

// BLOCKS: the sum of a block is scaled before it joins the others; else all is scaled at the end.
template <__nv_fp8_interpretation_t F, bool BLOCKS>
__device__ __forceinline__ void tensor(const uint8_t *a, const uint8_t *b, const float *a_scales,
                                       const float *b_scales, float *c, int n, int k) {
    __shared__ __align__(16) uint8_t as[kTile * kStride], bs[kTile * kStride];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int top = warp / 2 * 16, left = warp % 2 * 16; // of the warp in the tile
    int row = blockIdx.y * kTile + top + lane / 4;
    int column = blockIdx.x * kTile + left + lane % 4 * 2;
    float sum[2][4] = {}, total[2][4] = {};
    for (int i = 0; i < k; i += kStep) {
        copy(as, a + blockIdx.y * kTile * k + i, k);
        copy(bs, b + blockIdx.x * kTile * k + i, k);
        __syncthreads();
#pragma unroll
        for (int step = 0; step < kStep; step += 32) {
            uint32_t af[4], bf[4];
            const uint8_t *ar = as + (top + lane % 16) * kStride + step;
            const uint8_t *br = bs + (left + lane / 16 * 8 + lane % 8) * kStride + step;
            fp8::load(af, ar + lane / 16 * 16);
            fp8::load(bf, br + lane / 8 % 2 * 16);
            fp8::multiply<F>(sum[0], af, bf[0], bf[1]);
            fp8::multiply<F>(sum[1], af, bf[2], bf[3]);
        }
        if (BLOCKS && (i + kStep) % kBlock == 0) {
            int block = i / kBlock, blocks = k / kBlock;
            for (int e = 0; e < 8; e++) {
                float scale = a_scales[(row + e % 4 / 2 * 8) * blocks + block] *
                              b_scales[(column + e / 4 * 8 + e % 2) * blocks + block];
                total[e / 4][e % 4] += scale * sum[e / 4][e % 4];
                sum[e / 4][e % 4] = 0.0f;
            }
        }
        __syncthreads();
    }
    for (int e = 0; e < 8; e++) {
        int r = row + e % 4 / 2 * 8, s = column + e / 4 * 8 + e % 2;
        c[r * n + s] = BLOCKS ? total[e / 4][e % 4] : a_scales[r] * b_scales[s] * sum[e / 4][e % 4];
    }
}

extern "C" __global__ void fp8_mma(const uint8_t *a, const uint8_t *b, const float *a_scales,
                                   const float *b_scales, float *c, int n, int k) {
    tensor<__NV_E4M3, false>(a, b, a_scales, b_scales, c, n, k);
}

extern "C" __global__ void fp8_mixed_mma(const uint8_t *a, const uint8_t *b, const float *a_scales,
                                         const float *b_scales, float *c, int n, int k) {
    tensor<__NV_E5M2, false>(a, b, a_scales, b_scales, c, n, k);
}

extern "C" __global__ void fp8_blocks_mma(const uint8_t *a, const uint8_t *b,
                                          const float *a_scales, const float *b_scales, float *c,
                                          int n, int k) {
    tensor<__NV_E4M3, true>(a, b, a_scales, b_scales, c, n, k);
}
