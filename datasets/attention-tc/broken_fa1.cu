// FlashAttention-1 on tensor cores as in attention.cu (16 queries, 64 keys of depth 16, two warps),
// with one mistake at a time. Which one is a template argument, so that the kernels differ in
// nothing else.

#include "tensor_core.cuh"

#define ARGUMENTS const half *q, const half *k, const half *v, float *o

constexpr int kRows = 16;
constexpr int kKeys = 64;
constexpr int kDepth = 16;
constexpr int kThreads = 64;
constexpr int kTile = 32;
constexpr int kStride = kDepth + 8; // of Q, K, V in shared memory
constexpr int kWeights = kTile + 8; // of the weights

enum Variant {
    OLD_SUM_FORGOTTEN,
    NOT_NORMALISED,
    NORMALISED_BY_TILE,
    TILE_NOT_WEIGHTED,
    TILE_SUM_NOT_WEIGHTED,
    SUM_NOT_CLEARED,
    STEPS_EXCHANGED,
    COLUMNS_OF_FIRST_WARP,
    UPPER_ROW_STATISTICS,
    NO_BARRIER_AFTER_SCORES,
    NO_BARRIER_AFTER_STATISTICS,
    NO_BARRIER_AFTER_WEIGHTS,
    NO_BARRIER_AFTER_TILE,
    TREE_IN_ONE_WARP,
    TREE_SCRATCH_REUSED,
};

template <int ROWS>
__device__ __forceinline__ void copy(half *to, const half *from) {
#pragma unroll
    for (int i = 0; i < ROWS * kDepth / 8; i += kThreads) {
        int e = i + threadIdx.x;
        if (e >= ROWS * kDepth / 8) continue;
        uint4 eight = reinterpret_cast<const uint4 *>(from)[e];
        half *place = to + e / 2 * kStride + e % 2 * 8;
        *reinterpret_cast<uint4 *>(place) = eight; //@ no-barrier-after-tile
    }
}

__device__ __forceinline__ float combine(float a, float b, bool maximum) {
    return maximum ? fmaxf(a, b) : a + b;
}

// To result[i]: the maximum or the sum of row i, by four lanes.
template <Variant V>
__device__ __forceinline__ void reduce_by_lanes(float *result, float (*s)[kTile], bool maximum) {
    int row = threadIdx.x / 4, part = threadIdx.x % 4;
    float x = s[row][part];
    for (int j = part + 4; j < kTile; j += 4) {
        x = combine(x, s[row][j], maximum); //@ no-barrier-after-scores
    }
    x = combine(x, __shfl_xor_sync(0xffffffffu, x, 1), maximum);
    x = combine(x, __shfl_xor_sync(0xffffffffu, x, 2), maximum);
    if (part == 0) result[row] = x;
    if (V != NO_BARRIER_AFTER_STATISTICS) __syncthreads();
}

// The same one row after the other, a barrier after every step.
template <Variant V>
__device__ __forceinline__ void reduce_by_tree(float *result, float (*s)[kTile], float *scratch,
                                               bool maximum) {
    int t = threadIdx.x;
#pragma unroll 1
    for (int row = 0; row < kRows; row++) {
        if (t < kTile) scratch[t] = s[row][t]; //@ tree-scratch-reused
        __syncthreads();
#pragma unroll 1
        for (int stride = kTile / 2; stride > 0; stride /= 2) {
            if (t < stride) {
                scratch[t] = combine(scratch[t], scratch[t + stride], maximum); //@ tree-in-one-warp
            }
            if (V != TREE_IN_ONE_WARP) __syncthreads();
        }
        if (t == kTile) result[row] = scratch[0];
        if (V != TREE_SCRATCH_REUSED) __syncthreads();
    }
}

template <Variant V>
__device__ __forceinline__ void reduce_rows(float *result, float (*s)[kTile], float *scratch,
                                            bool maximum) {
    if (V == TREE_IN_ONE_WARP || V == TREE_SCRATCH_REUSED) {
        reduce_by_tree<V>(result, s, scratch, maximum);
    } else {
        reduce_by_lanes<V>(result, s, maximum);
    }
}

template <Variant V>
__device__ __forceinline__ void body(ARGUMENTS) {
    const float scale = 0.25f; // 1 / sqrt(kDepth)
    __shared__ __align__(16) half qs[kRows * kStride];
    __shared__ __align__(16) half ks[kTile * kStride], vs[kTile * kStride];
    __shared__ __align__(16) half ps[kRows * kWeights];
    __shared__ float s[kRows][kTile], scratch[kTile], tile_ms[kRows], tile_ls[kRows];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    copy<kRows>(qs, q);
    __syncthreads();
    uint32_t qf[4];
    tensor_core::load(qf, qs + lane % 16 * kStride + lane / 16 * 8);

    float m[2] = {-INFINITY, -INFINITY}, l[2] = {0.0f, 0.0f};
    float out[4] = {}, sum[4] = {};
#pragma unroll 1
    for (int j0 = 0; j0 < kKeys; j0 += kTile) {
        copy<kTile>(ks, k + j0 * kDepth);
        copy<kTile>(vs, v + j0 * kDepth);
        __syncthreads();
        float part[2][4] = {};
        uint32_t b[4], p[4];
        int key = warp * 16 + lane / 16 * 8 + lane % 8;
        tensor_core::load(b, ks + key * kStride + lane / 8 % 2 * 8);
        tensor_core::multiply(part[0], qf, b[0], b[1]);
        tensor_core::multiply(part[1], qf, b[2], b[3]);
        for (int e = 0; e < 8; e++) {
            int column = warp * 16 + e / 4 * 8 + lane % 4 * 2 + e % 2;
            s[lane / 4 + e % 4 / 2 * 8][column] = part[e / 4][e % 4] * scale;
        }
        if (V != NO_BARRIER_AFTER_SCORES) __syncthreads();
        reduce_rows<V>(tile_ms, s, scratch, true);
#pragma unroll 1
        for (int i = threadIdx.x; i < kRows * kTile; i += kThreads) {
            int row = i / kTile, column = i % kTile;
            float weight = __expf(s[row][column] - tile_ms[row]); //@ no-barrier-after-statistics
            s[row][column] = weight; //@ no-barrier-after-weights
            ps[row * kWeights + column] = __float2half_rn(weight);
        }
        if (V != NO_BARRIER_AFTER_WEIGHTS) __syncthreads();
        reduce_rows<V>(tile_ls, s, scratch, false);

        if (V != SUM_NOT_CLEARED) sum[0] = sum[1] = sum[2] = sum[3] = 0.0f;
        int columns = V == COLUMNS_OF_FIRST_WARP ? 0 : warp * 8;
        tensor_core::load_transposed(b, vs + lane * kStride + columns);
        for (int step = 0; step < 2; step++) {
            int first = V == STEPS_EXCHANGED ? 1 - step : step;
            const half *weights = ps + lane % 16 * kWeights + lane / 16 * 8;
            tensor_core::load(p, weights + first * 16);
            tensor_core::multiply(sum, p, b[2 * step], b[2 * step + 1]);
        }
        for (int r = 0; r < 2; r++) {
            int row = lane / 4 + (V == UPPER_ROW_STATISTICS ? 0 : 8 * r);
            float larger = fmaxf(m[r], tile_ms[row]);
            float old_weight = __expf(m[r] - larger);
            float tile_weight = V == TILE_NOT_WEIGHTED ? 1.0f : __expf(tile_ms[row] - larger);
            float sum_weight = V == TILE_SUM_NOT_WEIGHTED ? 1.0f : tile_weight;
            float new_l = old_weight * l[r] + sum_weight * tile_ls[row];
            float old_l = V == OLD_SUM_FORGOTTEN ? 1.0f : l[r];
            float by = V == NOT_NORMALISED ? 1.0f : V == NORMALISED_BY_TILE ? tile_ls[row] : new_l;
            for (int e = 2 * r; e < 2 * r + 2; e++) {
                out[e] = (old_weight * old_l * out[e] + tile_weight * sum[e]) / by;
            }
            l[r] = new_l;
            m[r] = larger;
        }
        if (V != NO_BARRIER_AFTER_TILE) __syncthreads();
    }
    for (int e = 0; e < 4; e++) {
        o[(lane / 4 + e / 2 * 8) * kDepth + warp * 8 + lane % 4 * 2 + e % 2] = out[e];
    }
}

#define KERNEL(name, variant)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<variant>(q, k, v, o); }

// The output so far, which is normalised, joins the sum as if it were not.
KERNEL(old_sum_forgotten, OLD_SUM_FORGOTTEN)
KERNEL(not_normalised, NOT_NORMALISED)
// Divided by the sum of the tile.
KERNEL(normalised_by_tile, NORMALISED_BY_TILE)
// The tile's weights and their sum, or the sum alone, stay relative to the tile's maximum.
KERNEL(tile_not_weighted, TILE_NOT_WEIGHTED)
KERNEL(tile_sum_not_weighted, TILE_SUM_NOT_WEIGHTED)
// The accumulators still hold the tile before.
KERNEL(sum_not_cleared, SUM_NOT_CLEARED)
// The first sixteen weights multiply the last sixteen values.
KERNEL(steps_exchanged, STEPS_EXCHANGED)
// Both warps compute the same columns of the output.
KERNEL(columns_of_first_warp, COLUMNS_OF_FIRST_WARP)
// The rows 8-15 of a fragment take the statistics of the rows 0-7.
KERNEL(upper_row_statistics, UPPER_ROW_STATISTICS)
KERNEL(no_barrier_after_scores, NO_BARRIER_AFTER_SCORES)
KERNEL(no_barrier_after_statistics, NO_BARRIER_AFTER_STATISTICS)
KERNEL(no_barrier_after_weights, NO_BARRIER_AFTER_WEIGHTS)
KERNEL(no_barrier_after_tile, NO_BARRIER_AFTER_TILE)
// The tree's steps fit into a warp, whose lanes need not move together.
KERNEL(tree_in_one_warp, TREE_IN_ONE_WARP)
// The next row comes into the scratch before this one's result is taken from it.
KERNEL(tree_scratch_reused, TREE_SCRATCH_REUSED)
