// Convolution on tensor cores: an implicit matrix product of the filters (rows) with the unfolded image
// (columns), which is never built: y[f][p] = bias[f] + sum over c, i, j of w[f][c][i][j] times the image
// element that window p has there, zero outside the image. Both are in single precision and become halves on
// their way into shared memory; rows of w are `pitch` elements apart, a multiple of 4. A CTA of 256 threads
// computes 128 filters x 128 output pixels (blockIdx.y, blockIdx.x), in steps of 16 along c, i, j (VOLTA,
// section 6.2). ptx.list compiles this file with -DMISTAKES once more (broken.ptx).

#include "../include/tensor_core.cuh"

#include <mma.h>

#define ARGUMENTS                                                                                  \
    int channels, int size, int filters, int width, int pitch, const float *__restrict__ x,        \
            const float *__restrict__ w, const float *__restrict__ bias, float *__restrict__ y
#define TILE 128
#define THREADS 256
#define STEP 16
#define PITCH (STEP + 8) // of a row in shared memory: ldmatrix meets no bank twice
#define MAXIMUM 384      // of channels * EDGE * EDGE, rounded up to a multiple of STEP

enum Mistake {
    NONE,
    TABLE_NOT_AWAITED,
    NO_BARRIER,
    SAME_STAGE,
    FIRST_STAGE_ONLY,
    LAST_STEP_MISSING,
    TAIL_NOT_ZEROED,
    TABLE_TOO_SHORT,
    FILTER_TAIL_READ,
    CLAMPED,
    LEFT_EDGE_OPEN,
    FILTERS_NOT_MASKED,
    PIXELS_NOT_MASKED,
    HALVES_SWAPPED,
    WRONG_BIAS_ROW,
    PATCH_NOT_AWAITED,
    PATCH_OVERWRITTEN,
};

template <int EDGE, int STRIDE, int PADDING, Mistake MISTAKE = NONE>
struct ImplicitGemm {
    // Where an input element of a sum lies: its offset from the window's first, and its row and column
    // in the window; row is far outside the image for what lies beyond the sum's end.
    struct Index {
        int offset;
        short row, column;
    };

    struct Stage {
        __half w[TILE * PITCH];
        __half x[TILE * PITCH];
    };

    static __device__ __forceinline__ void fill_table(Index *table, int channels, int size) {
        int depth = channels * EDGE * EDGE;
        int end = MISTAKE == TABLE_TOO_SHORT ? depth : (depth + STEP - 1) / STEP * STEP;
        for (int k = threadIdx.x; k < end; k += THREADS) {
            int c = k / (EDGE * EDGE), i = k / EDGE % EDGE, j = k % EDGE;
            table[k].offset = (c * size + i) * size + j;
            table[k].row = k < depth ? i : MISTAKE == TAIL_NOT_ZEROED ? 0 : -0x4000;
            table[k].column = j;
            if (MISTAKE == TAIL_NOT_ZEROED && k >= depth) table[k].offset = 0, table[k].column = 0;
        }
    }

    // What a thread brings for a step: eight elements along k of one filter and of one pixel.
    struct Part {
        const float *filter; // null beyond the last filter
        int row, column;     // of the pixel's window, which may begin outside the image; row far outside
                             // beyond the last pixel
        int k;               // 0 or 8
        float4 w[2];
        float x[8];

        __device__ __forceinline__ Part(ARGUMENTS) {
            int f = blockIdx.y * TILE + threadIdx.x / 2;
            int p = blockIdx.x * TILE + threadIdx.x / 2;
            k = threadIdx.x % 2 * 8;
            filter = f < filters ? w + f * pitch + k : nullptr;
            row = p < width * width ? p / width * STRIDE - PADDING : -0x2000;
            column = p % width * STRIDE - PADDING;
        }

        __device__ __forceinline__ void load(int step, int size, int pitch, const float *x_, const Index *table) {
            for (int h = 0; h < 2; h++) {
                bool inside = filter && (MISTAKE == FILTER_TAIL_READ || step * STEP + k + h * 4 < pitch);
                w[h] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
                if (inside) w[h] = *reinterpret_cast<const float4 *>(filter + step * STEP + h * 4); //@ filter-tail-read
            }
            for (int e = 0; e < 8; e++) {
                Index at = table[step * STEP + k + e]; //@ table-not-awaited table-too-short
                int r = row + at.row, s = column + at.column;
                bool inside = r >= 0 && r < size && (MISTAKE == LEFT_EDGE_OPEN || s >= 0) && s < size;
                if (MISTAKE == CLAMPED) {
                    x[e] = r < -0x1000 ? 0.0f
                                       : x_[at.offset + (min(max(r, 0), size - 1) - at.row) * size +
                                            min(max(s, 0), size - 1) - at.column];
                } else {
                    x[e] = inside ? x_[at.offset + row * size + column] : 0.0f; //@ left-edge-open
                }
            }
        }

        __device__ __forceinline__ void store(Stage &to) const {
            __half2 v[4] = {__floats2half2_rn(w[0].x, w[0].y), __floats2half2_rn(w[0].z, w[0].w),
                            __floats2half2_rn(w[1].x, w[1].y), __floats2half2_rn(w[1].z, w[1].w)};
            __half2 u[4];
            for (int e = 0; e < 4; e++) u[e] = __floats2half2_rn(x[2 * e], x[2 * e + 1]);
            int at = threadIdx.x / 2 * PITCH + k;
            *reinterpret_cast<uint4 *>(&to.w[at]) = *reinterpret_cast<uint4 *>(v); //@ no-barrier same-stage first-stage-only
            *reinterpret_cast<uint4 *>(&to.x[at]) = *reinterpret_cast<uint4 *>(u);
        }
    };

    // Runs all steps: while one stage is multiplied, the next is on its way through registers.
    template <class Multiply>
    static __device__ __forceinline__ void pipeline(ARGUMENTS, Stage *stages, const Multiply &multiply) {
        __shared__ Index table[MAXIMUM];
        fill_table(table, channels, size);
        if (MISTAKE != TABLE_NOT_AWAITED) __syncthreads();
        Part part(channels, size, filters, width, pitch, x, w, bias, y);
        int steps = (channels * EDGE * EDGE + STEP - 1) / STEP;
        int end = MISTAKE == LAST_STEP_MISSING ? steps - 1 : steps;
#pragma unroll 1
        for (int step = -1; step < end; step++) {
            bool more = step + 1 < steps;
            if (more) part.load(step + 1, size, pitch, x, table);
            if (step >= 0) multiply(stages[MISTAKE == FIRST_STAGE_ONLY ? 0 : step % 2]);
            if (more) part.store(stages[MISTAKE == SAME_STAGE ? 0 : (step + 1) % 2]);
            if (MISTAKE != NO_BARRIER) __syncthreads();
        }
    }

    // Each of eight warps multiplies 16 filters with all pixels by wmma, and stores by way of a patch in
    // shared memory.
    static __device__ __forceinline__ void by_wmma(ARGUMENTS) {
        using namespace nvcuda;
        __shared__ __align__(128) Stage stages[2];
        __shared__ __align__(128) float patches[THREADS / 32][16 * 16];
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum[8];
        for (int j = 0; j < 8; j++) wmma::fill_fragment(sum[j], 0.0f);
        pipeline(channels, size, filters, width, pitch, x, w, bias, y, stages, [&](const Stage &s) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> left;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> right;
            wmma::load_matrix_sync(left, s.w + warp * 16 * PITCH, PITCH);
            for (int j = 0; j < 8; j++) {
                wmma::load_matrix_sync(right, s.x + j * 16 * PITCH, PITCH);
                wmma::mma_sync(sum[j], left, right, sum[j]);
            }
        });
        float *patch = patches[warp];
        for (int j = 0; j < 8; j++) {
            wmma::store_matrix_sync(patch, sum[j], 16, wmma::mem_row_major);
            if (MISTAKE != PATCH_NOT_AWAITED) __syncwarp();
            for (int e = lane; e < 256; e += 32) {
                int f = blockIdx.y * TILE + warp * 16 + e / 16;
                int p = blockIdx.x * TILE + j * 16 + e % 16;
                if (f < filters && p < width * width) {
                    y[f * width * width + p] = patch[e] + bias[f]; //@ patch-not-awaited patch-overwritten
                }
            }
            if (MISTAKE != PATCH_OVERWRITTEN) __syncwarp();
        }
    }

    // Each of eight warps multiplies 64 filters with 32 pixels by mma, and stores its fragments.
    static __device__ __forceinline__ void by_mma(ARGUMENTS) {
        __shared__ __align__(128) Stage stages[2];
        int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        int row = warp / 4 * 64, col = warp % 4 * 32;
        float sum[4][4][4] = {{{0.0f}}};
        pipeline(channels, size, filters, width, pitch, x, w, bias, y, stages, [&](const Stage &s) {
            uint32_t left[4][4], right[2][4];
            for (int i = 0; i < 4; i++) {
                tc::ldmatrix_x4(left[i], &s.w[(row + i * 16 + lane % 16) * PITCH + lane / 16 * 8]);
            }
            for (int j = 0; j < 2; j++) {
                int half = MISTAKE == HALVES_SWAPPED ? 1 - lane / 8 % 2 : lane / 8 % 2;
                int pixel = col + j * 16 + lane / 16 * 8 + lane % 8;
                tc::ldmatrix_x4(right[j], &s.x[pixel * PITCH + half * 8]);
            }
            for (int i = 0; i < 4; i++) {
                for (int j = 0; j < 4; j++) {
                    tc::mma_16816(sum[i][j], left[i], right[j / 2][j % 2 * 2], right[j / 2][j % 2 * 2 + 1]);
                }
            }
        });
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                for (int e = 0; e < 4; e++) {
                    int f = blockIdx.y * TILE + row + i * 16 + e / 2 * 8 + lane / 4;
                    int p = blockIdx.x * TILE + col + j * 8 + lane % 4 * 2 + e % 2;
                    if ((MISTAKE == FILTERS_NOT_MASKED || f < filters) &&
                        (MISTAKE == PIXELS_NOT_MASKED || p < width * width)) {
                        int b = MISTAKE == WRONG_BIAS_ROW ? f / 16 * 16 + f % 8 : f;
                        y[f * width * width + p] = sum[i][j][e] + bias[b]; //@ filters-not-masked pixels-not-masked
                    }
                }
            }
        }
    }

    // One sum an element, 64 elements a thread.
    static __device__ __forceinline__ void direct(ARGUMENTS) {
        for (int e = threadIdx.x; e < TILE * TILE; e += THREADS) {
            int f = blockIdx.y * TILE + e / TILE, p = blockIdx.x * TILE + e % TILE;
            if (f >= filters || p >= width * width) continue;
            int row = p / width * STRIDE - PADDING, column = p % width * STRIDE - PADDING;
            float sum = bias[f];
            for (int c = 0; c < channels; c++) {
                for (int i = 0; i < EDGE; i++) {
                    for (int j = 0; j < EDGE; j++) {
                        int r = row + i, s = column + j;
                        if (r < 0 || r >= size || s < 0 || s >= size) continue;
                        sum += x[(c * size + r) * size + s] * w[f * pitch + (c * EDGE + i) * EDGE + j];
                    }
                }
            }
            y[f * width * width + p] = sum;
        }
    }
};

#define KERNEL(name, how, edge, stride, padding, mistake)                                          \
    extern "C" __global__ void __launch_bounds__(THREADS) name(ARGUMENTS) {                        \
        ImplicitGemm<edge, stride, padding, mistake>::how(channels, size, filters, width, pitch,   \
                                                          x, w, bias, y);                          \
    }

#ifndef MISTAKES

KERNEL(direct_3x3, direct, 3, 1, 1, NONE)
KERNEL(wmma_3x3, by_wmma, 3, 1, 1, NONE)
KERNEL(mma_3x3, by_mma, 3, 1, 1, NONE)
KERNEL(direct_11x11, direct, 11, 4, 2, NONE)
KERNEL(wmma_11x11, by_wmma, 11, 4, 2, NONE)
KERNEL(mma_11x11, by_mma, 11, 4, 2, NONE)

#else

// The table of indices is used while other threads still fill it.
KERNEL(table_not_awaited, by_mma, 3, 1, 1, TABLE_NOT_AWAITED)
// The next stage is multiplied while other threads still fill it.
KERNEL(no_barrier, by_mma, 3, 1, 1, NO_BARRIER)
// There is one stage: the next step goes where other warps still multiply.
KERNEL(same_stage, by_mma, 3, 1, 1, SAME_STAGE)
// Every step multiplies the first stage, which another step is filling.
KERNEL(first_stage_only, by_mma, 3, 1, 1, FIRST_STAGE_ONLY)
// The stage that was filled last is not multiplied.
KERNEL(last_step_missing, by_mma, 3, 1, 1, LAST_STEP_MISSING)
// Beyond the end of the sums stands the window's first element instead of zero: right where w's padding
// holds zeros.
KERNEL(tail_not_zeroed, by_mma, 3, 1, 1, TAIL_NOT_ZEROED)
// The table ends where the sums end, but the last step reads on.
KERNEL(table_too_short, by_mma, 3, 1, 1, TABLE_TOO_SHORT)
// The last step reads the filters whole: right but for the last filter, whose vectors lie beyond the tensor.
KERNEL(filter_tail_read, by_mma, 3, 1, 1, FILTER_TAIL_READ)
// The image is continued by its edge, not by zeros.
KERNEL(clamped, by_mma, 3, 1, 1, CLAMPED)
// Nothing is missing at the left: there stands the end of the row above, and for the first row nothing.
KERNEL(left_edge_open, by_mma, 3, 1, 1, LEFT_EDGE_OPEN)
// Results of filters that do not exist are stored.
KERNEL(filters_not_masked, by_mma, 3, 1, 1, FILTERS_NOT_MASKED)
// Results of pixels that do not exist are stored, onto those of the next filter.
KERNEL(pixels_not_masked, by_mma, 3, 1, 1, PIXELS_NOT_MASKED)
// The halves of the step change places in the image's fragments, not in the filters'.
KERNEL(halves_swapped, by_mma, 3, 1, 1, HALVES_SWAPPED)
// The second rows of the accumulators get the bias of the first.
KERNEL(wrong_bias_row, by_mma, 3, 1, 1, WRONG_BIAS_ROW)
// A patch is read before other lanes have stored it.
KERNEL(patch_not_awaited, by_wmma, 3, 1, 1, PATCH_NOT_AWAITED)
// A patch is overwritten before other lanes have read it.
KERNEL(patch_overwritten, by_wmma, 3, 1, 1, PATCH_OVERWRITTEN)

#endif
