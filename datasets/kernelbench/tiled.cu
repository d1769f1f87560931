// Products of matrices in tiles through shared memory: problems 1, 3, 16, 17 and 18 of KernelBench's level 1. One
// function for all layouts; its mistakes are those of all kernels: no barrier between two tiles; what lies beyond the
// common dimension is read at its last element instead of taken for 0; a tile of a transposed matrix is stored as it
// was read, or, where neither is transposed, the last tile is left out if it is not full.
#include <cuda_runtime.h>

#include "mistakes.cuh"

constexpr int TILE = 4;

template <bool TA, bool TB>
__device__ void tiled(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float a[TILE][TILE + 1], b[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y, i0 = blockIdx.y * TILE, j0 = blockIdx.x * TILE;
    float sum = 0.0f;
    for (int k0 = 0; k0 < (WRONG(3) && !TA && !TB ? K / TILE * TILE : K); k0 += TILE) {
        // neighbouring threads read neighbouring addresses; the tile is turned on its way to shared memory
        int i = i0 + (TA ? x : y), ka = k0 + (TA ? y : x), j = j0 + (TB ? y : x), kb = k0 + (TB ? x : y);
        if (WRONG(2)) {
            ka = min(ka, K - 1);
            kb = min(kb, K - 1);
        }
        float from_a = i < M && ka < K ? A[TA ? ka * M + i : i * K + ka] : 0.0f;
        float from_b = j < N && kb < K ? B[TB ? j * K + kb : kb * N + j] : 0.0f;
        a[TA && !WRONG(3) ? x : y][TA && !WRONG(3) ? y : x] = from_a; // clang-format off
        b[TB && !WRONG(3) ? x : y][TB && !WRONG(3) ? y : x] = from_b; //@ 001-square-matmul-tiled-without-barrier 003-batched-matmul-tiled-without-barrier 016-matmul-transposed-a-tiled-without-barrier 017-matmul-transposed-b-tiled-without-barrier 018-matmul-transposed-both-tiled-without-barrier
        // clang-format on
        __syncthreads();
#pragma unroll
        for (int u = 0; u < TILE; u++) {
            sum += a[y][u] * b[u][x];
        }
        if (!WRONG(1)) {
            __syncthreads();
        }
    }
    if (i0 + y < M && j0 + x < N) {
        C[(i0 + y) * N + j0 + x] = sum;
    }
}

// 1
__global__ void square_matmul_tiled(const float *A, const float *B, float *C, int n) {
    tiled<false, false>(A, B, C, n, n, n);
}

// 3
__global__ void batched_matmul_tiled(const float *A, const float *W, float *C, int M, int N, int K) {
    tiled<false, false>(A + blockIdx.z * M * K, W + blockIdx.z * K * N, C + blockIdx.z * M * N, M, N, K);
}

// 16
__global__ void matmul_transposed_a_tiled(const float *A, const float *B, float *C, int M, int N, int K) {
    tiled<true, false>(A, B, C, M, N, K);
}

// 17
__global__ void matmul_transposed_b_tiled(const float *A, const float *B, float *C, int M, int N, int K) {
    tiled<false, true>(A, B, C, M, N, K);
}

// 18
__global__ void matmul_transposed_both_tiled(const float *A, const float *B, float *C, int M, int N, int K) {
    tiled<true, true>(A, B, C, M, N, K);
}
