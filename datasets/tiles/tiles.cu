// One kernel for many tile sizes: C = alpha A B + beta C with A (m x k) and B (k x n) in half precision,
// row-major, C in single precision. A CTA of 128 threads computes the BM x BN tile (blockIdx.y,
// blockIdx.x) of C, each of its four warps a quarter, in steps of BK along k. Asynchronous copies fill a
// ring of STAGES stages, STAGES - 1 steps ahead; vectors of eight lie swizzled within the rows of a
// stage, so that ldmatrix meets no bank twice. k need not be a multiple of BK: rows of A are `lda`
// elements apart, a multiple of 8, and what lies beyond k is filled with zeros. ptx.list compiles this file
// with -DTILE_M and -DTILE_N for all of {32, 64, 128}^2, and without them for the mistakes (broken.ptx).

#include "../include/tensor_core.cuh"

#define ARGUMENTS                                                                                  \
    int m, int n, int k, int lda, float alpha, const __half *__restrict__ a,                       \
            const __half *__restrict__ b, float beta, float *__restrict__ c

// What is wrong with a kernel: NONE for the sizes, one of the others for those that show mistakes.
enum Mistake {
    NONE,
    STAGE_AHEAD,
    STAGE_NOT_ADVANCED,
    NO_WAIT,
    WAIT_TOO_LATE,
    NO_BARRIER,
    BARRIER_BEFORE_WAIT,
    COPY_BEFORE_BARRIER,
    LAST_GROUPS_MISSING,
    SWIZZLED_ON_COPY_ONLY,
    SWIZZLED_ON_LOAD_ONLY,
    SWIZZLES_DIFFER,
    WRONG_FRAGMENT_ROW,
    HALVES_OF_B_SWAPPED,
    NOT_CLEARED,
    CLEARED_EACH_STEP,
    TAIL_NOT_FILLED,
    TAIL_READ,
    PADDING_READ,
    TAIL_DROPPED,
    ALPHA_DROPPED,
    ALPHA_TWICE,
    WRONG_WARP_ROW,
};

extern __shared__ __align__(128) unsigned char pool[];

template <int BM, int BN, int BK, int STAGES, Mistake MISTAKE = NONE>
struct TileGemm {
    static const int THREADS = 128;
    static const int A_VECTORS = BK / 8, B_VECTORS = BN / 8; // of a row
    static const int ROWS = BM / 2, COLUMNS = BN / 2;        // of a warp's part
    static const int STAGE = BM * BK + BK * BN;              // elements
    static const int BYTES = STAGES * STAGE * sizeof(__half);

    // Where vector `vector` of row `row` lies, in elements: eight rows of the same vector fall into
    // different banks.
    template <int VECTORS>
    static __device__ __forceinline__ int place(int row, int vector) {
        int twist = VECTORS >= 8 ? row % 8 : row / 2 % 4;
        return (row * VECTORS + (vector ^ twist)) * 8;
    }

    template <int VECTORS>
    static __device__ __forceinline__ int copied_to(int row, int vector) {
        if (MISTAKE == SWIZZLED_ON_LOAD_ONLY) return (row * VECTORS + vector) * 8;
        if (MISTAKE == SWIZZLES_DIFFER) return (row * VECTORS + (vector ^ row % 4)) * 8;
        return place<VECTORS>(row, vector);
    }

    template <int VECTORS>
    static __device__ __forceinline__ int loaded_from(int row, int vector) {
        if (MISTAKE == SWIZZLED_ON_COPY_ONLY) return (row * VECTORS + vector) * 8;
        return place<VECTORS>(row, vector);
    }

    static __device__ __forceinline__ __half *stage(int step) {
        return reinterpret_cast<__half *>(pool) + step % STAGES * STAGE;
    }

    // Starts the copies of one step; a and b point to the CTA's first row and column.
    static __device__ __forceinline__ void copy(int step, int n, int k, int lda, const __half *a,
                                                const __half *b) {
        __half *as = stage(step), *bs = as + BM * BK;
#pragma unroll 1
        for (int e = threadIdx.x; e < BM * A_VECTORS; e += THREADS) {
            int row = e / A_VECTORS, vector = e % A_VECTORS;
            int at = step * BK + vector * 8;
            int bytes = at >= k ? 0 : k - at >= 8 ? 16 : (k - at) * 2;
            if (MISTAKE == PADDING_READ && bytes > 0) bytes = 16;
            if (MISTAKE == TAIL_DROPPED && bytes < 16) bytes = 0;
            if (MISTAKE == TAIL_NOT_FILLED && bytes == 0) continue;
            tc::cp_async_16_zfill(as + copied_to<A_VECTORS>(row, vector),
                                  bytes > 0 ? a + row * lda + at : a, bytes);
        }
#pragma unroll 1
        for (int e = threadIdx.x; e < BK * B_VECTORS; e += THREADS) {
            int row = e / B_VECTORS, vector = e % B_VECTORS;
            int at = step * BK + row;
            int bytes = at >= k ? 0 : 16;
            if (MISTAKE == PADDING_READ) bytes = at >= (k + 7) / 8 * 8 ? 0 : 16;
            if (MISTAKE == TAIL_READ) bytes = 16;
            if (MISTAKE == TAIL_NOT_FILLED && bytes == 0) continue;
            tc::cp_async_16_zfill(bs + copied_to<B_VECTORS>(row, vector), //@ tail-read
                                  bytes > 0 ? b + at * n + vector * 8 : b, bytes);
        }
    }

    static __device__ __forceinline__ void run(ARGUMENTS) {
        a += blockIdx.y * BM * lda;
        b += blockIdx.x * BN;
        c += blockIdx.y * BM * n + blockIdx.x * BN;
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        int row = warp / 2 * ROWS, col = warp % 2 * COLUMNS;
        int steps = (k + BK - 1) / BK;
        float sum[ROWS / 16][COLUMNS / 8][4];
#pragma unroll
        for (int e = 0; e < ROWS * COLUMNS / 32; e++) {
            (&sum[0][0][0])[e] = MISTAKE == NOT_CLEARED ? beta : 0.0f;
        }
        for (int step = 0; step < STAGES - 1; step++) {
            if (step < steps) copy(step, n, k, lda, a, b);
            tc::cp_async_commit();
        }
#pragma unroll 1
        for (int step = 0; step < steps; step++) {
            int ahead = step + STAGES - 1;
            if (MISTAKE == COPY_BEFORE_BARRIER && ahead < steps) copy(ahead, n, k, lda, a, b);
            if (MISTAKE == BARRIER_BEFORE_WAIT) __syncthreads();
            if (MISTAKE == WAIT_TOO_LATE) {
                tc::cp_async_wait<STAGES - 1>();
            } else if (MISTAKE == COPY_BEFORE_BARRIER) {
                tc::cp_async_commit();
                tc::cp_async_wait<STAGES - 1>();
            } else if (MISTAKE != NO_WAIT) {
                tc::cp_async_wait<STAGES - 2>();
            }
            if (MISTAKE != NO_BARRIER && MISTAKE != BARRIER_BEFORE_WAIT) __syncthreads();
            if (MISTAKE == LAST_GROUPS_MISSING) {
                if (ahead < steps) {
                    copy(ahead, n, k, lda, a, b);
                    tc::cp_async_commit();
                }
            } else if (MISTAKE != COPY_BEFORE_BARRIER) {
                if (ahead < steps) copy(ahead, n, k, lda, a, b);
                tc::cp_async_commit();
            }
            if (MISTAKE == CLEARED_EACH_STEP) {
                for (int e = 0; e < ROWS * COLUMNS / 32; e++) (&sum[0][0][0])[e] = 0.0f;
            }
            int now = MISTAKE == STAGE_AHEAD ? step + 1 : MISTAKE == STAGE_NOT_ADVANCED ? 0 : step;
            multiply(stage(now), row, col, lane, sum);
        }
        store(c, n, alpha, beta, row, col, lane, sum);
    }

    // sum += the stage's tile of A times its tile of B.
    static __device__ __forceinline__ void multiply(const __half *as, int row, int col, int lane,
                                                    float (&sum)[ROWS / 16][COLUMNS / 8][4]) {
        const __half *bs = as + BM * BK;
#pragma unroll 1
        for (int i = 0; i < BK / 16; i++) {
            uint32_t left[ROWS / 16][4], right[COLUMNS / 16][4];
#pragma unroll
            for (int y = 0; y < ROWS / 16; y++) {
                int r = row + y * 16 + (MISTAKE == WRONG_FRAGMENT_ROW ? lane % 8 : lane % 16);
                tc::ldmatrix_x4(left[y], as + loaded_from<A_VECTORS>(r, i * 2 + lane / 16)); //@ stage-ahead stage-not-advanced tail-never-filled no-wait wait-too-late no-barrier barrier-before-wait copy-before-barrier last-groups-missing
            }
#pragma unroll
            for (int x = 0; x < COLUMNS / 16; x++) {
                tc::ldmatrix_x4_trans(right[x], bs + loaded_from<B_VECTORS>(i * 16 + lane % 16,
                                                                            col / 8 + x * 2 + lane / 16));
            }
#pragma unroll
            for (int y = 0; y < ROWS / 16; y++) {
#pragma unroll
                for (int x = 0; x < COLUMNS / 8; x++) {
                    int h = MISTAKE == HALVES_OF_B_SWAPPED ? 1 - x % 2 : x % 2;
                    tc::mma_16816(sum[y][x], left[y], right[x / 2][h * 2], right[x / 2][h * 2 + 1]);
                }
            }
        }
    }

    // C = alpha sum + beta C, two neighbours at a time.
    static __device__ __forceinline__ void store(float *c, int n, float alpha, float beta, int row,
                                                 int col, int lane,
                                                 float (&sum)[ROWS / 16][COLUMNS / 8][4]) {
        float scale = MISTAKE == ALPHA_DROPPED ? 1.0f : MISTAKE == ALPHA_TWICE ? alpha * alpha : alpha;
        if (MISTAKE == WRONG_WARP_ROW) row = threadIdx.x / 32 % 2 * ROWS;
#pragma unroll
        for (int y = 0; y < ROWS / 16; y++) {
#pragma unroll
            for (int x = 0; x < COLUMNS / 8; x++) {
#pragma unroll
                for (int h = 0; h < 2; h++) {
                    float2 *at = reinterpret_cast<float2 *>(
                            &c[(row + y * 16 + h * 8 + lane / 4) * n + col + x * 8 + lane % 4 * 2]);
                    float2 old = *at; //@ wrong-warp-row
                    *at = make_float2(scale * sum[y][x][h * 2] + beta * old.x,
                                      scale * sum[y][x][h * 2 + 1] + beta * old.y);
                }
            }
        }
    }
};

#ifdef TILE_M

// The entries are tiles_BK_STAGES.
#define TILES(bk, stages)                                                                          \
    extern "C" __global__ void __launch_bounds__(128) tiles_##bk##_##stages(ARGUMENTS) {           \
        TileGemm<TILE_M, TILE_N, bk, stages>::run(m, n, k, lda, alpha, a, b, beta, c);                     \
    }
TILES(32, 2)
TILES(32, 3)
TILES(32, 4)
TILES(64, 2)
TILES(64, 3)
TILES(64, 4)

#else

// Tiles of 32 x 32, steps of 32, three stages, with one mistake at a time.
#define KERNEL(name, mistake, stages)                                                              \
    extern "C" __global__ void __launch_bounds__(128) name(ARGUMENTS) {                            \
        TileGemm<32, 32, 32, stages, mistake>::run(m, n, k, lda, alpha, a, b, beta, c);            \
    }

// The stage that is multiplied is one ahead of the one that was awaited.
KERNEL(stage_ahead, STAGE_AHEAD, 3)
// The first stage is multiplied at every step.
KERNEL(stage_not_advanced, STAGE_NOT_ADVANCED, 3)
// No wait: the barrier alone does not complete a copy.
KERNEL(no_wait, NO_WAIT, 3)
// wait_group leaves one group too many incomplete.
KERNEL(wait_too_late, WAIT_TOO_LATE, 3)
// Each thread waits for its own copies, but nothing publishes them to the others.
KERNEL(no_barrier, NO_BARRIER, 3)
// The barrier is there, but before the wait.
KERNEL(barrier_before_wait, BARRIER_BEFORE_WAIT, 3)
// The next copy starts before the barrier, into the stage that other warps still multiply.
KERNEL(copy_before_barrier, COPY_BEFORE_BARRIER, 3)
// No empty groups at the end: the last waits leave the last copies incomplete.
KERNEL(last_groups_missing, LAST_GROUPS_MISSING, 3)
// Vectors are swizzled when copied, not when loaded.
KERNEL(swizzled_on_copy_only, SWIZZLED_ON_COPY_ONLY, 3)
// Vectors are swizzled when loaded, not when copied.
KERNEL(swizzled_on_load_only, SWIZZLED_ON_LOAD_ONLY, 3)
// Both sides swizzle, by different bits of the row.
KERNEL(swizzles_differ, SWIZZLES_DIFFER, 3)
// The lower half of every fragment of A is the upper half once more.
KERNEL(wrong_fragment_row, WRONG_FRAGMENT_ROW, 3)
// The two 8-column halves that one ldmatrix brings change places.
KERNEL(halves_of_b_swapped, HALVES_OF_B_SWAPPED, 3)
// The accumulators do not start at zero: right for beta = 0.
KERNEL(not_cleared, NOT_CLEARED, 3)
// The accumulators are cleared at every step: right for k <= BK.
KERNEL(cleared_each_step, CLEARED_EACH_STEP, 3)
// What lies beyond k is not copied at all: the stage's old contents are multiplied.
KERNEL(tail_not_filled, TAIL_NOT_FILLED, 3)
// The same where the stage has no old contents.
KERNEL(tail_never_filled, TAIL_NOT_FILLED, 4)
// Rows of B beyond k are read.
KERNEL(tail_read, TAIL_READ, 3)
// The last vectors of A's rows and the rows of B for them are read whole, padding and all: right
// where either padding holds zeros.
KERNEL(padding_read, PADDING_READ, 3)
// A vector of A that reaches beyond k is filled with zeros whole: right where k is
// a multiple of 8.
KERNEL(tail_dropped, TAIL_DROPPED, 3)
// The epilogue drops alpha: right for alpha = 1.
KERNEL(alpha_dropped, ALPHA_DROPPED, 3)
// alpha multiplies twice: right for alpha = 1.
KERNEL(alpha_twice, ALPHA_TWICE, 3)
// Two warps store where one should, and a part of C is not written.
KERNEL(wrong_warp_row, WRONG_WARP_ROW, 3)

#endif
