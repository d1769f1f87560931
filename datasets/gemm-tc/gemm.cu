// C = alpha A B + beta C with A and B in half precision and sums in single precision: from one sum an
// element, over tiles in shared memory, to tensor cores (VOLTA, Table 4), and on to fragments by
// ldmatrix and an asynchronous pipeline. A is m x k, B is k x n, C is m x n, row-major; each CTA of 512
// threads computes the 32 x 32 tile (blockIdx.y, blockIdx.x) of C; m, n are multiples of 32, k of 64.

#include "../include/tensor_core.cuh"

#include <mma.h>

#define ARGUMENTS                                                                                  \
    int m, int n, int k, float alpha, const __half *__restrict__ a, const __half *__restrict__ b,  \
            float beta, float *__restrict__ c
#define TILE 32
#define THREADS 512

// One sum an element, two elements a thread.
extern "C" __global__ void naive(ARGUMENTS) {
    for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
        int row = blockIdx.y * TILE + e / TILE;
        int col = blockIdx.x * TILE + e % TILE;
        float sum = 0.0f;
        for (int i = 0; i < k; i++) {
            sum += __half2float(a[row * k + i]) * __half2float(b[i * n + col]);
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

// Tiles of A and B in shared memory, no tensor cores (the table's GEMM-1 and GEMM-2).
template <int DEPTH>
__device__ __forceinline__ void shared_tiles(ARGUMENTS) {
    __shared__ float as[TILE][DEPTH + 1];
    __shared__ float bs[DEPTH][TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int row = threadIdx.x / TILE * 2;
    int col = threadIdx.x % TILE;
    float sum[2] = {0.0f};
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        for (int e = threadIdx.x; e < TILE * DEPTH; e += THREADS) {
            as[e / DEPTH][e % DEPTH] = __half2float(a[e / DEPTH * k + k0 + e % DEPTH]);
            bs[e / TILE][e % TILE] = __half2float(b[(k0 + e / TILE) * n + e % TILE]);
        }
        __syncthreads();
        for (int i = 0; i < DEPTH; i++) {
            float right = bs[i][col];
            sum[0] += as[row][i] * right;
            sum[1] += as[row + 1][i] * right;
        }
        __syncthreads();
    }
    for (int j = 0; j < 2; j++) {
        float *at = &c[(row + j) * n + col];
        *at = alpha * sum[j] + beta * *at;
    }
}

extern "C" __global__ void shared_tiles_8(ARGUMENTS) {
    shared_tiles<8>(m, n, k, alpha, a, b, beta, c);
}

extern "C" __global__ void shared_tiles_16(ARGUMENTS) {
    shared_tiles<16>(m, n, k, alpha, a, b, beta, c);
}

// The same tiles, multiplied by four warps with 16 x 16 x 16 wmma (the table's GEMM-3).
extern "C" __global__ void wmma_tiles(ARGUMENTS) {
    using namespace nvcuda;
    const int DEPTH = 16;
    __shared__ __align__(32) __half as[TILE * DEPTH];
    __shared__ __align__(32) __half bs[DEPTH * TILE];
    __shared__ __align__(32) float cs[TILE * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int warp = threadIdx.x / 32;
    int row = warp / 2 * 16, col = warp % 2 * 16;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        as[threadIdx.x] = a[threadIdx.x / DEPTH * k + k0 + threadIdx.x % DEPTH];
        bs[threadIdx.x] = b[(k0 + threadIdx.x / TILE) * n + threadIdx.x % TILE];
        __syncthreads();
        if (warp < 4) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> right;
            wmma::load_matrix_sync(left, as + row * DEPTH, DEPTH);
            wmma::load_matrix_sync(right, bs + col, TILE);
            wmma::mma_sync(sum, left, right, sum);
        }
        __syncthreads();
    }
    if (warp < 4) wmma::store_matrix_sync(cs + row * TILE + col, sum, TILE, wmma::mem_row_major);
    __syncthreads();
    for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
        float *at = &c[e / TILE * n + e % TILE];
        *at = alpha * cs[e] + beta * *at;
    }
}

// Sixteen warps: warp % 8 says which 16 x 8 tile of the result, warp / 8 which half of the sums over k.
struct Place {
    int lane = threadIdx.x % 32;
    int half = threadIdx.x / 256;
    int row = threadIdx.x / 128 % 2 * 16;
    int col = threadIdx.x / 32 % 4 * 8;
};

// Adds the halves of all sums through shared memory and stores the first half's.
__device__ __forceinline__ void add_halves_and_store(const Place &at, const float (&sum)[4], int n,
                                                     float alpha, float beta, float *c) {
    __shared__ __align__(16) float4 other[256];
    if (at.half == 1) other[threadIdx.x - 256] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    __syncthreads();
    if (at.half == 1) return;
    float4 rest = other[threadIdx.x];
    float2 *low = reinterpret_cast<float2 *>(
            &c[(at.row + at.lane / 4) * n + at.col + at.lane % 4 * 2]);
    float2 *high = low + 4 * n;
    float2 old = *low;
    *low = make_float2(alpha * (sum[0] + rest.x) + beta * old.x,
                       alpha * (sum[1] + rest.y) + beta * old.y);
    old = *high;
    *high = make_float2(alpha * (sum[2] + rest.z) + beta * old.x,
                        alpha * (sum[3] + rest.w) + beta * old.y);
}

// Optimisation 1: fragments straight from global memory; no tile, no barrier in the loop.
extern "C" __global__ void tensor_cores_direct(ARGUMENTS) {
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    Place at;
    const __half *left = a + (at.row + at.lane / 4) * k + at.lane % 4 * 2;
    const __half *right = b + at.lane % 4 * 2 * n + at.col + at.lane / 4;
    float sum[4] = {0.0f};
    for (int i = at.half * k / 2; i < (at.half + 1) * k / 2; i += 16) {
        uint32_t fragment[4] = {*reinterpret_cast<const uint32_t *>(left + i),
                                *reinterpret_cast<const uint32_t *>(left + 8 * k + i),
                                *reinterpret_cast<const uint32_t *>(left + i + 8),
                                *reinterpret_cast<const uint32_t *>(left + 8 * k + i + 8)};
        tc::mma_16816(sum, fragment, tc::pack(right[i * n], right[(i + 1) * n]),
                      tc::pack(right[(i + 8) * n], right[(i + 9) * n]));
    }
    add_halves_and_store(at, sum, n, alpha, beta, c);
}

// Optimisation 2: tiles of depth 64 in shared memory by vectors of eight, rows padded by one vector so
// that ldmatrix meets no bank twice; each half of the warps takes half of every tile's depth.
extern "C" __global__ void tensor_cores_ldmatrix(ARGUMENTS) {
    const int DEPTH = 64, PAD = 8;
    __shared__ __align__(16) __half as[TILE][DEPTH + PAD];
    __shared__ __align__(16) __half bs[DEPTH][TILE + PAD];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    Place at;
    int part = threadIdx.x % 256 * 8;
    float sum[4] = {0.0f};
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        if (threadIdx.x < 256) {
            *reinterpret_cast<uint4 *>(&as[part / DEPTH][part % DEPTH]) =
                    *reinterpret_cast<const uint4 *>(&a[part / DEPTH * k + k0 + part % DEPTH]);
        } else {
            *reinterpret_cast<uint4 *>(&bs[part / TILE][part % TILE]) =
                    *reinterpret_cast<const uint4 *>(&b[(k0 + part / TILE) * n + part % TILE]);
        }
        __syncthreads();
        for (int i = at.half * DEPTH / 2; i < (at.half + 1) * DEPTH / 2; i += 16) {
            uint32_t left[4], right[2];
            tc::ldmatrix_x4(left, &as[at.row + at.lane % 16][i + at.lane / 16 * 8]);
            tc::ldmatrix_x2_trans(right, &bs[i + at.lane % 16][at.col]);
            tc::mma_16816(sum, left, right[0], right[1]);
        }
        __syncthreads();
    }
    add_halves_and_store(at, sum, n, alpha, beta, c);
}

// Optimisation 3: asynchronous copies into a ring of three stages, two tiles ahead; one barrier a tile;
// vectors swizzled within rows instead of padding.
extern "C" __global__ void tensor_cores_pipelined(ARGUMENTS) {
    const int DEPTH = 64, STAGES = 3;
    __shared__ __align__(128) __half as[STAGES][TILE * DEPTH];
    __shared__ __align__(128) __half bs[STAGES][DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    Place at;
    int part = threadIdx.x % 256;
    int a_row = part / (DEPTH / 8), a_vector = part % (DEPTH / 8);
    int b_row = part / (TILE / 8), b_vector = part % (TILE / 8);
    auto a_place = [](int row, int vector) { return (row * (DEPTH / 8) + (vector ^ row % 8)) * 8; };
    auto b_place = [](int row, int vector) { return (row * (TILE / 8) + (vector ^ row / 2 % 4)) * 8; };
    auto copy = [&](int tile) {
        if (threadIdx.x < 256) {
            tc::cp_async_16(&as[tile % STAGES][a_place(a_row, a_vector)],
                            &a[a_row * k + tile * DEPTH + a_vector * 8]);
        } else {
            tc::cp_async_16(&bs[tile % STAGES][b_place(b_row, b_vector)],
                            &b[(tile * DEPTH + b_row) * n + b_vector * 8]);
        }
    };
    int tiles = k / DEPTH;
    float sum[4] = {0.0f};
    for (int tile = 0; tile < STAGES - 1; tile++) {
        if (tile < tiles) copy(tile);
        tc::cp_async_commit();
    }
    for (int tile = 0; tile < tiles; tile++) {
        tc::cp_async_wait<STAGES - 2>();
        __syncthreads();
        if (tile + STAGES - 1 < tiles) copy(tile + STAGES - 1);
        tc::cp_async_commit();
        for (int i = at.half * 2; i < at.half * 2 + 2; i++) {
            uint32_t left[4], right[2];
            tc::ldmatrix_x4(left, &as[tile % STAGES][a_place(at.row + at.lane % 16,
                                                             i * 2 + at.lane / 16)]);
            tc::ldmatrix_x2_trans(right, &bs[tile % STAGES][b_place(i * 16 + at.lane % 16,
                                                                    at.col / 8)]);
            tc::mma_16816(sum, left, right[0], right[1]);
        }
    }
    add_halves_and_store(at, sum, n, alpha, beta, c);
}
