// The tensor-core kernels of gemm.cu with one mistake at a time. Which one is a template argument of
// the body, so that the kernels differ in nothing else.

#include "../include/tensor_core.cuh"

#include <mma.h>

#define ARGUMENTS                                                                                  \
    int m, int n, int k, float alpha, const __half *__restrict__ a, const __half *__restrict__ b,  \
            float beta, float *__restrict__ c
#define TILE 32
#define THREADS 512

enum Mistake {
    NONE,
    NO_BARRIER_BEFORE_USE,
    NO_BARRIER_AFTER_USE,
    WRONG_FRAGMENT_ROW,
    FRAGMENTS_SWAPPED,
    NOT_TRANSPOSED,
    NOT_CLEARED,
    NEVER_SET,
    HALF_SKIPPED,
    HALF_DROPPED,
    HALF_NOT_AWAITED,
    ALPHA_DROPPED,
    ALPHA_ON_ONE_HALF,
    ROW_TOO_NEAR,
};

// Optimisation 2, tiles in shared memory and ldmatrix.
template <Mistake MISTAKE>
__device__ __forceinline__ void body(ARGUMENTS) {
    const int DEPTH = 64, PAD = 8;
    __shared__ __align__(16) __half as[TILE][DEPTH + PAD];
    __shared__ __align__(16) __half bs[DEPTH][TILE + PAD];
    __shared__ __align__(16) float4 other[256];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int lane = threadIdx.x % 32, half = threadIdx.x / 256;
    int row = threadIdx.x / 128 % 2 * 16, col = threadIdx.x / 32 % 4 * 8;
    int part = threadIdx.x % 256 * 8;
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    if (MISTAKE == NOT_CLEARED) sum[0] = beta;
    if (MISTAKE == NEVER_SET) asm volatile("" : "=f"(sum[0]));
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        if (threadIdx.x < 256) {
            *reinterpret_cast<uint4 *>(&as[part / DEPTH][part % DEPTH]) =
                    *reinterpret_cast<const uint4 *>(&a[part / DEPTH * k + k0 + part % DEPTH]);
        } else {
            *reinterpret_cast<uint4 *>(&bs[part / TILE][part % TILE]) =
                    *reinterpret_cast<const uint4 *>(&b[(k0 + part / TILE) * n + part % TILE]);
        }
        if (MISTAKE != NO_BARRIER_BEFORE_USE) __syncthreads();
        for (int i = half * DEPTH / 2; i < (half + 1) * DEPTH / 2; i += 16) {
            uint32_t left[4], right[2];
            int step = MISTAKE == HALF_SKIPPED ? i % (DEPTH / 2) : i;
            int a_row = MISTAKE == WRONG_FRAGMENT_ROW ? lane % 8 : lane % 16;
            tc::ldmatrix_x4(left, &as[row + a_row][step + lane / 16 * 8]); //@ no-barrier-before-use no-barrier-after-use
            if (MISTAKE == NOT_TRANSPOSED) {
                tc::ldmatrix_x2(right, &bs[step + lane % 16][col]);
            } else {
                tc::ldmatrix_x2_trans(right, &bs[step + lane % 16][col]);
            }
            if (MISTAKE == FRAGMENTS_SWAPPED) {
                uint32_t swapped = left[1];
                left[1] = left[2];
                left[2] = swapped;
            }
            tc::mma_16816(sum, left, right[0], right[1]);
        }
        if (MISTAKE != NO_BARRIER_AFTER_USE) __syncthreads();
    }
    if (half == 1) other[threadIdx.x - 256] = make_float4(sum[0], sum[1], sum[2], sum[3]);
    if (MISTAKE != HALF_NOT_AWAITED) __syncthreads();
    if (half == 1) return;
    float4 rest = other[threadIdx.x]; //@ half-not-awaited
    float scale = MISTAKE == ALPHA_DROPPED ? 1.0f : alpha;
    if (MISTAKE == HALF_DROPPED) rest = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    float *low = &c[(row + lane / 4) * n + col + lane % 4 * 2];
    float *high = low + (MISTAKE == ROW_TOO_NEAR ? 4 : 8) * n;
    float4 all = MISTAKE == ALPHA_ON_ONE_HALF
                         ? make_float4(scale * sum[0] + rest.x, scale * sum[1] + rest.y,
                                       scale * sum[2] + rest.z, scale * sum[3] + rest.w)
                         : make_float4(scale * (sum[0] + rest.x), scale * (sum[1] + rest.y),
                                       scale * (sum[2] + rest.z), scale * (sum[3] + rest.w));
    low[0] = all.x + beta * low[0];
    low[1] = all.y + beta * low[1];
    high[0] = all.z + beta * high[0]; //@ row-too-near
    high[1] = all.w + beta * high[1];
}

#define KERNEL(name, mistake)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<mistake>(m, n, k, alpha, a, b, beta, c); }

// The tile is used while other warps still fill it.
KERNEL(no_barrier_before_use, NO_BARRIER_BEFORE_USE)
// The next tile overwrites this one while other warps still use it.
KERNEL(no_barrier_after_use, NO_BARRIER_AFTER_USE)
// The lower half of every fragment of A is the upper half once more.
KERNEL(wrong_fragment_row, WRONG_FRAGMENT_ROW)
// The registers of A in the order of a row-major 2 x 2, where mma wants column-major.
KERNEL(fragments_swapped, FRAGMENTS_SWAPPED)
// B is row-major in shared memory but loaded as if it were column-major: right for a symmetric tile.
KERNEL(not_transposed, NOT_TRANSPOSED)
// The accumulator does not start at zero: right for beta = 0.
KERNEL(not_cleared, NOT_CLEARED)
// The accumulator does not start at all: right where the register happens to hold zero.
KERNEL(never_set, NEVER_SET)
// Both halves of the warps take the same half of the depth.
KERNEL(half_skipped, HALF_SKIPPED)
// The second half's sums are not added.
KERNEL(half_dropped, HALF_DROPPED)
// The second half's sums are read before they are there.
KERNEL(half_not_awaited, HALF_NOT_AWAITED)
// The epilogue drops alpha: right for alpha = 1, which is what tests use.
KERNEL(alpha_dropped, ALPHA_DROPPED)
// alpha multiplies one half of the sum: right for alpha = 1.
KERNEL(alpha_on_one_half, ALPHA_ON_ONE_HALF)
// The second rows of the accumulators are stored four rows below the first, not eight.
KERNEL(row_too_near, ROW_TOO_NEAR)

// wmma_tiles with fragments of B and leading dimensions that do not agree with the tiles.
template <class Layout, int LEADING>
__device__ __forceinline__ void wmma_body(ARGUMENTS) {
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
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, Layout> right;
            wmma::load_matrix_sync(left, as + row * DEPTH, LEADING);
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

// B's fragment is declared column-major: right for a symmetric tile.
extern "C" __global__ void wmma_column_major(ARGUMENTS) {
    wmma_body<nvcuda::wmma::col_major, 16>(m, n, k, alpha, a, b, beta, c);
}

// The leading dimension of A's tile is half its row.
extern "C" __global__ void wmma_wrong_stride(ARGUMENTS) {
    wmma_body<nvcuda::wmma::row_major, 8>(m, n, k, alpha, a, b, beta, c);
}
