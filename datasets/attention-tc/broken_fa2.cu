// FlashAttention-2 on tensor cores as in attention.cu (16 queries, 64 keys of depth 16, two warps),
// with one mistake at a time, or with what looks like one. Which one is a template argument, so
// that the kernels differ in nothing else.

#include "tensor_core.cuh"

#define ARGUMENTS const half *q, const half *k, const half *v, float *o

constexpr int kRows = 16;
constexpr int kKeys = 64;
constexpr int kDepth = 16;
constexpr int kWarps = 2;
constexpr int kThreads = 32 * kWarps;
constexpr int kTile = 16 * kWarps;
constexpr unsigned kAll = 0xffffffffu;

enum Variant {
    FRAGMENT_ROWS_REPEATED,
    FRAGMENT_QUARTERS_SWAPPED,
    KEYS_TRANSPOSED,
    VALUES_NOT_TRANSPOSED,
    SCORES_NOT_CLEARED,
    WEIGHTS_IN_RESULT_ORDER,
    WEIGHT_HALVES_SWAPPED,
    OUTPUT_ROW_NOT_RESCALED,
    SUM_NOT_RESCALED,
    MAXIMUM_OVER_COLUMN,
    MAXIMUM_OVER_HALF_ROW,
    MAXIMUM_OVER_FOUR_ROWS,
    SUM_OVER_COLUMN,
    SUM_TWICE,
    SHUFFLE_WITHOUT_UPPER_LANES,
    BASE_MIXED_UP,
    MERGED_AS_THEY_ARE,
    MASKED_BY_UPPER_ROW,
    MASKED_WARP_UNGUARDED,
    ROWS_UNALIGNED,
    LAST_ROW_OUTSIDE,
    NO_BARRIER_AFTER_COPY,
    NO_BARRIER_BEFORE_NEXT_COPY,
    NO_BARRIER_BEFORE_MERGE,
    HALF_ACCUMULATORS,
    // with asynchronous copies
    NO_WAIT_FOR_KEYS,
    ONE_GROUP_TOO_MANY,
    NO_BARRIER_AFTER_WAIT,
    NEXT_KEYS_TOO_EARLY,
};

// `from` has kDepth columns, `to` STRIDE.
template <int ROWS, int STRIDE>
__device__ __forceinline__ void copy(half *to, const half *from) {
#pragma unroll
    for (int i = 0; i < ROWS * kDepth / 4; i += kThreads) {
        int e = i + threadIdx.x;
        half *place = to + e / (kDepth / 4) * STRIDE + e % (kDepth / 4) * 4;
        uint2 four = reinterpret_cast<const uint2 *>(from)[e];
        *reinterpret_cast<uint2 *>(place) = four; //@ no-barrier-before-next-copy
    }
}

template <int ROWS, int STRIDE>
__device__ __forceinline__ void copy_async(half *to, const half *from) {
#pragma unroll
    for (int i = 0; i < ROWS * kDepth / 8; i += kThreads) {
        int e = i + threadIdx.x;
        tensor_core::copy_async(to + e / (kDepth / 8) * STRIDE + e % (kDepth / 8) * 8,
                                from + e * 8);
    }
    tensor_core::commit();
}

// d += a b with accumulators of f16
__device__ __forceinline__ void multiply_half(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                              uint32_t b1) {
    uint32_t d0 = tensor_core::pack(d[0], d[1]), d1 = tensor_core::pack(d[2], d[3]);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, "
                 "{%6, %7}, {%0, %1};"
                 : "+r"(d0), "+r"(d1)
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    float2 top = __half22float2(*reinterpret_cast<half2 *>(&d0));
    float2 bottom = __half22float2(*reinterpret_cast<half2 *>(&d1));
    d[0] = top.x, d[1] = top.y, d[2] = bottom.x, d[3] = bottom.y;
}

template <Variant V>
__device__ __forceinline__ void product(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                        uint32_t b1) {
    if (V == HALF_ACCUMULATORS) {
        multiply_half(d, a, b0, b1);
    } else {
        tensor_core::multiply(d, a, b0, b1);
    }
}

template <Variant V>
__device__ __forceinline__ float row_max(float x) {
    const int first = V == MAXIMUM_OVER_COLUMN ? 4 : 1;
    const unsigned lanes = V == SHUFFLE_WITHOUT_UPPER_LANES ? 0x0000ffffu : kAll;
    x = fmaxf(x, __shfl_xor_sync(lanes, x, first)); //@ shuffle-without-upper-lanes
    if (V == MAXIMUM_OVER_HALF_ROW) return x;
    x = fmaxf(x, __shfl_xor_sync(lanes, x, 2 * first));
    return V == MAXIMUM_OVER_FOUR_ROWS ? fmaxf(x, __shfl_xor_sync(lanes, x, 8)) : x;
}

template <Variant V>
__device__ __forceinline__ float row_sum(float x) {
    const int first = V == SUM_OVER_COLUMN ? 4 : 1;
    x += __shfl_xor_sync(kAll, x, first);
    return x + __shfl_xor_sync(kAll, x, 2 * first);
}

template <Variant V>
__device__ __forceinline__ void body(ARGUMENTS) {
    const float scale = 1.4426950408889634f / sqrtf((float)kDepth);
    const bool async = V >= NO_WAIT_FOR_KEYS;
    const bool causal = V == MASKED_BY_UPPER_ROW || V == MASKED_WARP_UNGUARDED;
    constexpr int kStride = kDepth + (V == ROWS_UNALIGNED ? 4 : 8); // halves
    __shared__ __align__(16) half qs[kRows * kStride];
    __shared__ __align__(16) half ks[kTile * kStride], vs[kTile * kStride];
    __shared__ float ms[kWarps][kRows], ls[kWarps][kRows], os[kWarps][kRows][kDepth];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    copy<kRows, kStride>(qs, q);
    __syncthreads();
    uint32_t qf[4];
    int q_row = V == FRAGMENT_ROWS_REPEATED ? lane % 8 : lane % 16;
    int q_part = lane / 16;
    if (V == FRAGMENT_QUARTERS_SWAPPED) q_row = lane / 16 * 8 + lane % 8, q_part = lane / 8 % 2;
    if (V == LAST_ROW_OUTSIDE) q_row++;
    tensor_core::load(qf, qs + q_row * kStride + q_part * 8); //@ rows-unaligned last-row-outside

    float m[2] = {-INFINITY, -INFINITY}, l[2] = {0.0f, 0.0f};
    float s[2][4] = {}, out[2][4] = {};
    if (async) copy_async<kTile, kStride>(ks, k);
    for (int j0 = 0; j0 < kKeys; j0 += kTile) {
        if (async) {
            if (V != NO_WAIT_FOR_KEYS) tensor_core::wait<0>();
            __syncthreads();
            copy_async<kTile, kStride>(vs, v + j0 * kDepth);
            if (V == NEXT_KEYS_TOO_EARLY && j0 + kTile < kKeys) {
                copy_async<kTile, kStride>(ks, k + (j0 + kTile) * kDepth);
            }
        } else {
            if (V != NO_BARRIER_BEFORE_NEXT_COPY) __syncthreads();
            copy<kTile, kStride>(ks, k + j0 * kDepth);
            copy<kTile, kStride>(vs, v + j0 * kDepth);
            if (V != NO_BARRIER_AFTER_COPY) __syncthreads();
        }

        if (V != SCORES_NOT_CLEARED) {
            for (int e = 0; e < 8; e++) {
                s[e / 4][e % 4] = 0.0f;
            }
        }
        uint32_t b[4];
        int key = warp * 16 + lane / 16 * 8 + lane % 8;
        if (V == KEYS_TRANSPOSED) {
            tensor_core::load_transposed(b, ks + key * kStride + lane / 8 % 2 * 8);
        } else {
            const half *row = ks + key * kStride + lane / 8 % 2 * 8;
            tensor_core::load(b, row); //@ no-barrier-after-copy no-wait-for-keys next-keys-too-early
        }
        product<V>(s[0], qf, b[0], b[1]);
        product<V>(s[1], qf, b[2], b[3]);
        if (async) {
            tensor_core::wait<V == ONE_GROUP_TOO_MANY ? 1 : 0>();
            if (V != NO_BARRIER_AFTER_WAIT) __syncthreads();
            if (V != NEXT_KEYS_TOO_EARLY && j0 + kTile < kKeys) {
                copy_async<kTile, kStride>(ks, k + (j0 + kTile) * kDepth);
            }
        }

        float weights[2][4];
        for (int r = 0; r < 2; r++) {
            int row = lane / 4 + (V == MASKED_BY_UPPER_ROW ? 0 : 8 * r);
            float larger = m[r];
            for (int c = 0; c < 4; c++) {
                float &x = s[c / 2][2 * r + c % 2];
                if (causal && j0 + warp * 16 + c / 2 * 8 + lane % 4 * 2 + c % 2 > row) {
                    x = -INFINITY;
                }
                larger = fmaxf(larger, x);
            }
            larger = row_max<V>(larger);
            bool guarded = causal && V != MASKED_WARP_UNGUARDED;
            float base = guarded && larger == -INFINITY ? 0.0f : larger * scale;
            float rescale = exp2f(m[r] * scale - base);
            float old = m[r];
            m[r] = larger;
            if (V == BASE_MIXED_UP && j0 > 0) base = old * scale;
            if (V != SUM_NOT_RESCALED) l[r] *= rescale;
            float sum = 0.0f;
            for (int c = 0; c < 4; c++) {
                float &x = weights[c / 2][2 * r + c % 2];
                x = exp2f(s[c / 2][2 * r + c % 2] * scale - base);
                sum += x;
            }
            l[r] += V == SUM_TWICE ? row_sum<V>(sum) : sum;
            for (int n = 0; n < 2; n++) {
                if (V == OUTPUT_ROW_NOT_RESCALED && r == 1) continue;
                out[n][2 * r] *= rescale;
                out[n][2 * r + 1] *= rescale;
            }
        }
        uint32_t p[4];
        for (int e = 0; e < 4; e++) {
            const float *pair = &weights[e / 2][e % 2 * 2];
            int to = V == WEIGHTS_IN_RESULT_ORDER ? e % 2 * 2 + e / 2 : e;
            p[to] = V == WEIGHT_HALVES_SWAPPED ? tensor_core::pack(pair[1], pair[0])
                                               : tensor_core::pack(pair[0], pair[1]);
        }
        const half *values = vs + (warp * 16 + lane % 16) * kStride + lane / 16 * 8;
        if (V == VALUES_NOT_TRANSPOSED) {
            tensor_core::load(b, values);
        } else {
            tensor_core::load_transposed(b, values); //@ one-group-too-many no-barrier-after-wait
        }
        product<V>(out[0], p, b[0], b[1]);
        product<V>(out[1], p, b[2], b[3]);
    }

    for (int r = 0; r < 2; r++) {
        int row = lane / 4 + 8 * r;
        l[r] = row_sum<V>(l[r]);
        if (lane % 4 == 0) {
            ms[warp][row] = m[r];
            ls[warp][row] = l[r];
        }
        for (int n = 0; n < 2; n++) {
            os[warp][row][n * 8 + lane % 4 * 2] = out[n][2 * r];
            os[warp][row][n * 8 + lane % 4 * 2 + 1] = out[n][2 * r + 1];
        }
    }
    if (V != NO_BARRIER_BEFORE_MERGE) __syncthreads();
#pragma unroll 1
    for (int i = 0; i < kRows * kDepth; i += kThreads) {
        int e = i + threadIdx.x;
        int row = e / kDepth, column = e % kDepth;
        float m0 = ms[0][row], m1 = ms[1][row]; //@ no-barrier-before-merge
        float larger = fmaxf(m0, m1);
        float w0 = exp2f((m0 - larger) * scale), w1 = exp2f((m1 - larger) * scale);
        if (V == MERGED_AS_THEY_ARE) w0 = w1 = 1.0f;
        o[e] = (w0 * os[0][row][column] + w1 * os[1][row][column]) /
               (w0 * ls[0][row] + w1 * ls[1][row]);
    }
}

#define KERNEL(name, variant)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<variant>(q, k, v, o); }

// ldmatrix is given the rows 0-7 twice, instead of 0-15.
KERNEL(fragment_rows_repeated, FRAGMENT_ROWS_REPEATED)
// The second and third 8 x 8 matrix of A change places: the order that B wants.
KERNEL(fragment_quarters_swapped, FRAGMENT_QUARTERS_SWAPPED)
// K is stored as B wants it, by columns; .trans makes it rows.
KERNEL(keys_transposed, KEYS_TRANSPOSED)
// V is stored by rows, and needs .trans.
KERNEL(values_not_transposed, VALUES_NOT_TRANSPOSED)
// The second tile's scores are added to the first one's.
KERNEL(scores_not_cleared, SCORES_NOT_CLEARED)
// Both products' rows first: a C fragment is ordered by columns of 8, an A fragment by rows of 8.
KERNEL(weights_in_result_order, WEIGHTS_IN_RESULT_ORDER)
// cvt.f16x2 and half2 name the halves in opposite orders.
KERNEL(weight_halves_swapped, WEIGHT_HALVES_SWAPPED)
// The rows 8-15 of a fragment are forgotten.
KERNEL(output_row_not_rescaled, OUTPUT_ROW_NOT_RESCALED)
KERNEL(sum_not_rescaled, SUM_NOT_RESCALED)
// Lanes 4 and 8 apart have the same columns, not the same row.
KERNEL(maximum_over_column, MAXIMUM_OVER_COLUMN)
KERNEL(sum_over_column, SUM_OVER_COLUMN)
// Two of the four lanes of a row do not hear of each other's maximum.
KERNEL(maximum_over_half_row, MAXIMUM_OVER_HALF_ROW)
// Every lane already has the row's sum when the lanes' sums are added.
KERNEL(sum_twice, SUM_TWICE)
// All lanes execute a shuffle whose mask names the lower ones.
KERNEL(shuffle_without_upper_lanes, SHUFFLE_WITHOUT_UPPER_LANES)
// Weights relative to the old maximum, a sum relative to the new one.
KERNEL(base_mixed_up, BASE_MIXED_UP)
// The warps' sums are relative to maxima of their own.
KERNEL(merged_as_they_are, MERGED_AS_THEY_ARE)
// The rows 8-15 of a fragment are masked as the rows 0-7.
KERNEL(masked_by_upper_row, MASKED_BY_UPPER_ROW)
// The second warp sees no key of any row: -inf - -inf is NaN.
KERNEL(masked_warp_unguarded, MASKED_WARP_UNGUARDED)
// Rows of 40 bytes: ldmatrix takes multiples of 16.
KERNEL(rows_unaligned, ROWS_UNALIGNED)
// Rows 1-16 of 16, after padding that nobody has written.
KERNEL(last_row_outside, LAST_ROW_OUTSIDE)
KERNEL(no_barrier_after_copy, NO_BARRIER_AFTER_COPY)
KERNEL(no_barrier_before_next_copy, NO_BARRIER_BEFORE_NEXT_COPY)
KERNEL(no_barrier_before_merge, NO_BARRIER_BEFORE_MERGE)
// Scores are computed from keys whose copies are not waited for.
KERNEL(no_wait_for_keys, NO_WAIT_FOR_KEYS)
// One group may be under way, which is that of the values.
KERNEL(one_group_too_many, ONE_GROUP_TOO_MANY)
// A thread waits for its own copies; only a barrier tells it of the others'.
KERNEL(no_barrier_after_wait, NO_BARRIER_AFTER_WAIT)
// The next keys come while scores are computed from these.
KERNEL(next_keys_too_early, NEXT_KEYS_TOO_EARLY)
// Equivalent: any number of rows may share a maximum, since it cancels.
KERNEL(maximum_over_four_rows, MAXIMUM_OVER_FOUR_ROWS)
// Equivalent over the reals: sums rounded to f16.
KERNEL(half_accumulators, HALF_ACCUMULATORS)
