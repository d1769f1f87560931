// What the tiles are compared with: C = alpha A B + beta C by one sum an element, and over tiles in shared
// memory without tensor cores (VOLTA, Table 5).

#include <cuda_fp16.h>

#define ARGUMENTS                                                                                  \
    int m, int n, int k, int lda, float alpha, const __half *__restrict__ a,                       \
            const __half *__restrict__ b, float beta, float *__restrict__ c

// One sum an element; the CTA's tile is bm x bn.
extern "C" __global__ void naive(ARGUMENTS, int bm, int bn) {
    for (int e = threadIdx.x; e < bm * bn; e += blockDim.x) {
        int row = blockIdx.y * bm + e / bn;
        int col = blockIdx.x * bn + e % bn;
        float sum = 0.0f;
        for (int i = 0; i < k; i++) {
            sum += __half2float(a[row * lda + i]) * __half2float(b[i * n + col]);
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

// Tiles in shared memory, no tensor cores: 128 threads with BM / 8 x BN / 16 elements each, 16 columns
// and 8 rows apart; k is a multiple of 32.
template <int BM, int BN>
__device__ __forceinline__ void shared_tiles(ARGUMENTS) {
    const int DEPTH = 32;
    __shared__ __half as[BM * DEPTH];
    __shared__ __half bs[DEPTH * BN];
    a += blockIdx.y * BM * lda;
    b += blockIdx.x * BN;
    c += blockIdx.y * BM * n + blockIdx.x * BN;
    int row = threadIdx.x / 16, col = threadIdx.x % 16;
    float sum[BM / 8][BN / 16] = {{0.0f}};
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        for (int e = threadIdx.x; e < BM * DEPTH; e += 128) {
            as[e] = a[e / DEPTH * lda + k0 + e % DEPTH];
        }
        for (int e = threadIdx.x; e < DEPTH * BN; e += 128) {
            bs[e] = b[(k0 + e / BN) * n + e % BN];
        }
        __syncthreads();
#pragma unroll 1
        for (int i = 0; i < DEPTH; i++) {
            for (int y = 0; y < BM / 8; y++) {
                float left = __half2float(as[(row + y * 8) * DEPTH + i]);
                for (int x = 0; x < BN / 16; x++) {
                    sum[y][x] += left * __half2float(bs[i * BN + col + x * 16]);
                }
            }
        }
        __syncthreads();
    }
    for (int y = 0; y < BM / 8; y++) {
        for (int x = 0; x < BN / 16; x++) {
            float *at = &c[(row + y * 8) * n + col + x * 16];
            *at = alpha * sum[y][x] + beta * *at;
        }
    }
}

#define SHARED(bm, bn)                                                                             \
    extern "C" __global__ void shared_##bm##x##bn(ARGUMENTS) {                                     \
        shared_tiles<bm, bn>(m, n, k, lda, alpha, a, b, beta, c);                                  \
    }
SHARED(32, 32)
SHARED(64, 32)
SHARED(64, 64)
