// Products of two matrices of 8-bit floats as in fp8.cu, 16 x 32 elements by two warps, with one
// mistake at a time. Which one is a template argument, so that the kernels differ in nothing else.

#include "fp8.cuh"

#define ARGUMENTS                                                                                  \
    const uint8_t *a, const uint8_t *b, const float *a_scales, const float *b_scales, float *c,    \
        int n, int k

constexpr int kRows = 16;    // of A
constexpr int kColumns = 32; // rows of B
constexpr int kStep = 64;
constexpr int kBlock = 64;
constexpr int kThreads = 64;
constexpr int kStride = kStep + 16;

enum Variant {
    FRAGMENT_ROWS_SWAPPED,
    FRAGMENT_HALVES_SWAPPED,
    FRAGMENT_IN_ELEMENTS,
    SECOND_HALF_DROPPED,
    OTHER_FORMAT,
    ACCUMULATED_TWICE,
    BLOCK_NOT_CLEARED,
    SCALE_OF_ROW_ABOVE,
    SCALE_OF_OTHER_BLOCK,
    SCALE_AFTER_BLOCKS,
    RESULT_TRANSPOSED,
    NO_BARRIER_AFTER_COPY,
    NO_BARRIER_BEFORE_NEXT_COPY,
};

template <int ROWS>
__device__ __forceinline__ void copy(uint8_t *to, const uint8_t *from, int k) {
    for (int i = 0; i < ROWS * kStep / 16; i += kThreads) {
        int row = (i + threadIdx.x) / (kStep / 16), column = threadIdx.x % (kStep / 16) * 16;
        *reinterpret_cast<uint4 *>(to + row * kStride + column) =
            *reinterpret_cast<const uint4 *>(from + row * k + column);
    }
}

template <Variant V>
__device__ __forceinline__ void body(ARGUMENTS) {
    __shared__ __align__(16) uint8_t as[kRows * kStride], bs[kColumns * kStride];
    int lane = threadIdx.x % 32, left = threadIdx.x / 32 * 16;
    int row = lane / 4, column = left + lane % 4 * 2;
    float sum[2][4] = {}, total[2][4] = {};
    for (int i = 0; i < k; i += kStep) {
        if (V != NO_BARRIER_BEFORE_NEXT_COPY) __syncthreads();
        copy<kRows>(as, a + i, k);
        copy<kColumns>(bs, b + i, k);
        if (V != NO_BARRIER_AFTER_COPY) __syncthreads();
        const int steps = V == SECOND_HALF_DROPPED ? 32 : kStep;
#pragma unroll
        for (int step = 0; step < steps; step += 32) {
            uint32_t af[4], bf[4];
            int a_row = V == FRAGMENT_ROWS_SWAPPED ? lane % 16 ^ 8 : lane % 16;
            int b_part = V == FRAGMENT_HALVES_SWAPPED ? 1 - lane / 8 % 2 : lane / 8 % 2;
            int part = V == FRAGMENT_IN_ELEMENTS ? 8 : 16; // bytes
            const uint8_t *ar = as + a_row * kStride + step;
            const uint8_t *br = bs + (left + lane / 16 * 8 + lane % 8) * kStride + step;
            fp8::load(af, ar + lane / 16 * 16); //@ no-barrier-after-copy no-barrier-before-next-copy
            fp8::load(bf, br + b_part * part); //@ fragment-in-elements
            const __nv_fp8_interpretation_t format = V == OTHER_FORMAT ? __NV_E5M2 : __NV_E4M3;
            fp8::multiply<format>(sum[0], af, bf[0], bf[1]); //@ other-format
            fp8::multiply<format>(sum[1], af, bf[2], bf[3]);
            if (V == ACCUMULATED_TWICE) fp8::multiply<format>(sum[1], af, bf[2], bf[3]);
        }
        int block = i / kBlock, blocks = k / kBlock;
        if (V == SCALE_OF_OTHER_BLOCK) block = 0;
        if (V == SCALE_AFTER_BLOCKS && i + kStep < k) continue;
        for (int e = 0; e < 8; e++) {
            int r = V == SCALE_OF_ROW_ABOVE ? row : row + e % 4 / 2 * 8;
            int s = column + e / 4 * 8 + e % 2;
            total[e / 4][e % 4] += a_scales[r * blocks + block] * b_scales[s * blocks + block] *
                                   sum[e / 4][e % 4];
            if (V != BLOCK_NOT_CLEARED) sum[e / 4][e % 4] = 0.0f;
        }
    }
    for (int e = 0; e < 8; e++) {
        int r = row + e % 4 / 2 * 8, s = column + e / 4 * 8 + e % 2;
        c[V == RESULT_TRANSPOSED ? s * n + r : r * n + s] = total[e / 4][e % 4];
    }
}

#define KERNEL(name, variant)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<variant>(a, b, a_scales, b_scales, c, n, k); }

// The upper and the lower eight rows of A change places.
KERNEL(fragment_rows_swapped, FRAGMENT_ROWS_SWAPPED)
// The first and the last sixteen elements of a row of B change places.
KERNEL(fragment_halves_swapped, FRAGMENT_HALVES_SWAPPED)
// Eight elements of f16 are sixteen bytes, eight of fp8 are not.
KERNEL(fragment_in_elements, FRAGMENT_IN_ELEMENTS)
// One multiplication for a row of 64, which are two of 32.
KERNEL(second_half_dropped, SECOND_HALF_DROPPED)
// B is taken for e5m2.
KERNEL(other_format, OTHER_FORMAT)
KERNEL(accumulated_twice, ACCUMULATED_TWICE)
// A block's sum goes into the next one's.
KERNEL(block_not_cleared, BLOCK_NOT_CLEARED)
// The rows 8-15 of a fragment take the scales of the rows 0-7.
KERNEL(scale_of_row_above, SCALE_OF_ROW_ABOVE)
KERNEL(scale_of_other_block, SCALE_OF_OTHER_BLOCK)
// All blocks are scaled by the last one's scale.
KERNEL(scale_after_blocks, SCALE_AFTER_BLOCKS)
KERNEL(result_transposed, RESULT_TRANSPOSED)
KERNEL(no_barrier_after_copy, NO_BARRIER_AFTER_COPY)
KERNEL(no_barrier_before_next_copy, NO_BARRIER_BEFORE_NEXT_COPY)
