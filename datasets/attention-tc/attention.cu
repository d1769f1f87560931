// Attention on tensor cores (VOLTA, Table 3): softmax(Q K^T / sqrt(DEPTH)) V of 16 queries, by four
// warps. Q, K, V are f16, products are summed in f32, and the weights are rounded to f16 between
// the two products. `_small` kernels are the same code with 64 keys of depth 16 and two warps.

#include "tensor_core.cuh"

#define ARGUMENTS const half *q, const half *k, const half *v, float *o
#define PASS q, k, v, o

constexpr int kRows = 16;
constexpr float kLog2e = 1.4426950408889634f;

// ---- by one thread, row by row

template <int KEYS, int DEPTH, bool CAUSAL>
__device__ __forceinline__ void naive(ARGUMENTS) {
    const float scale = 1.0f / sqrtf((float)DEPTH);
    float p[KEYS];
    for (int i = 0; i < kRows; i++) {
        float m = -INFINITY;
#pragma unroll 1
        for (int j = 0; j < KEYS; j++) {
            float s = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                s += __half2float(q[i * DEPTH + d]) * __half2float(k[j * DEPTH + d]);
            }
            p[j] = CAUSAL && j > i ? -INFINITY : s * scale;
            m = fmaxf(m, p[j]);
        }
        float l = 0.0f;
#pragma unroll 1
        for (int j = 0; j < KEYS; j++) {
            p[j] = expf(p[j] - m);
            l += p[j];
        }
        for (int d = 0; d < DEPTH; d++) {
            float sum = 0.0f;
#pragma unroll 4
            for (int j = 0; j < KEYS; j++) {
                sum += p[j] * __half2float(v[j * DEPTH + d]);
            }
            o[i * DEPTH + d] = sum / l;
        }
    }
}

// ---- what the tiled kernels share

// Rows in shared memory are 16 bytes longer, so that eight of them lie in different banks.
template <int DEPTH>
constexpr int kStride = DEPTH + 8;

template <int ROWS, int DEPTH, int THREADS, bool ASYNC = false>
__device__ __forceinline__ void copy(half *to, const half *from) {
    constexpr int kVectors = ROWS * DEPTH / 8;
#pragma unroll
    for (int i = 0; i < kVectors; i += THREADS) {
        int e = i + threadIdx.x, row = e / (DEPTH / 8), column = e % (DEPTH / 8) * 8;
        if (i + THREADS > kVectors && e >= kVectors) continue;
        half *place = to + row * kStride<DEPTH> + column;
        if (ASYNC) {
            tensor_core::copy_async(place, from + e * 8);
        } else {
            *reinterpret_cast<uint4 *>(place) = reinterpret_cast<const uint4 *>(from)[e];
        }
    }
}

// The scores of all rows and of the 16 keys from `ks` on: two results of 16 x 8.
template <int DEPTH>
__device__ __forceinline__ void scores(float (&s)[2][4], const uint32_t (&qf)[DEPTH / 16][4],
                                       const half *ks) {
    int lane = threadIdx.x % 32;
    int key = lane / 16 * 8 + lane % 8, half_of_step = lane / 8 % 2;
    for (int n = 0; n < 2; n++) {
        for (int e = 0; e < 4; e++) {
            s[n][e] = 0.0f;
        }
    }
#pragma unroll
    for (int step = 0; step < DEPTH / 16; step++) {
        uint32_t b[4];
        tensor_core::load(b, ks + key * kStride<DEPTH> + step * 16 + half_of_step * 8);
        tensor_core::multiply(s[0], qf[step], b[0], b[1]);
        tensor_core::multiply(s[1], qf[step], b[2], b[3]);
    }
}

// Over the four lanes that share a row.
__device__ __forceinline__ float row_max(float x) {
    x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 1));
    return fmaxf(x, __shfl_xor_sync(0xffffffffu, x, 2));
}

__device__ __forceinline__ float row_sum(float x) {
    x += __shfl_xor_sync(0xffffffffu, x, 1);
    return x + __shfl_xor_sync(0xffffffffu, x, 2);
}

// ---- FlashAttention-1

__device__ __forceinline__ float combine(float a, float b, bool maximum) {
    return maximum ? fmaxf(a, b) : a + b;
}

// To result[i]: the maximum or the sum of row i of a tile of scores or weights.
template <int WARPS>
__device__ __forceinline__ void reduce_rows(float *result, float (*s)[16 * WARPS], bool maximum) {
    constexpr int LANES = 32 * WARPS / kRows; // that share a row
    int row = threadIdx.x / LANES, part = threadIdx.x % LANES;
    float x = s[row][part];
#pragma unroll
    for (int j = part + LANES; j < 16 * WARPS; j += LANES) {
        x = combine(x, s[row][j], maximum);
    }
#pragma unroll
    for (int lanes = LANES / 2; lanes > 0; lanes /= 2) {
        x = combine(x, __shfl_xor_sync(0xffffffffu, x, lanes), maximum);
    }
    if (part == 0) {
        result[row] = x;
    }
    __syncthreads();
}

// The same one row after the other, a barrier after every step.
template <int WARPS>
__device__ __forceinline__ void reduce_rows_by_tree(float *result, float (*s)[16 * WARPS],
                                                    float *scratch, bool maximum) {
    constexpr int TILE = 16 * WARPS;
#pragma unroll 1
    for (int row = 0; row < kRows; row++) {
        if (threadIdx.x < TILE) {
            scratch[threadIdx.x] = s[row][threadIdx.x];
        }
        __syncthreads();
#pragma unroll 1
        for (int stride = TILE / 2; stride > 0; stride /= 2) {
            if (threadIdx.x < stride) {
                scratch[threadIdx.x] =
                    combine(scratch[threadIdx.x], scratch[threadIdx.x + stride], maximum);
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            result[row] = scratch[0];
        }
        __syncthreads();
    }
}

// The warps share the rows: each has 16 keys of a tile for the scores, which meet in shared memory,
// and a quarter of the output's columns. Weights are taken relative to the tile's maximum, and the
// output is normalised anew after every tile. TREE finds a row's maximum and sum by all threads
// with a barrier in every step; else eight lanes share a row.
template <int KEYS, int DEPTH, int WARPS, bool TREE>
__device__ __forceinline__ void fa1(ARGUMENTS) {
    const float scale = 1.0f / sqrtf((float)DEPTH);
    constexpr int THREADS = 32 * WARPS, TILE = 16 * WARPS;
    constexpr int COLUMNS = DEPTH / WARPS; // of the output, in a warp
    __shared__ __align__(16) half qs[kRows * kStride<DEPTH>];
    __shared__ __align__(16) half ks[TILE * kStride<DEPTH>], vs[TILE * kStride<DEPTH>];
    __shared__ __align__(16) half ps[kRows * kStride<TILE>];
    __shared__ float s[kRows][TILE], scratch[TILE];
    __shared__ float tile_ms[kRows], tile_ls[kRows];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    copy<kRows, DEPTH, THREADS>(qs, q);
    __syncthreads();
    uint32_t qf[DEPTH / 16][4];
#pragma unroll
    for (int step = 0; step < DEPTH / 16; step++) {
        tensor_core::load(qf[step], qs + lane % 16 * kStride<DEPTH> + step * 16 + lane / 16 * 8);
    }

    float m[2] = {-INFINITY, -INFINITY}, l[2] = {0.0f, 0.0f};
    float out[COLUMNS / 8][4] = {};
#pragma unroll 1
    for (int j0 = 0; j0 < KEYS; j0 += TILE) {
        copy<TILE, DEPTH, THREADS>(ks, k + j0 * DEPTH);
        copy<TILE, DEPTH, THREADS>(vs, v + j0 * DEPTH);
        __syncthreads();
        float part[2][4];
        scores<DEPTH>(part, qf, ks + warp * 16 * kStride<DEPTH>);
#pragma unroll
        for (int e = 0; e < 8; e++) {
            int row = lane / 4 + e % 4 / 2 * 8;
            int key = warp * 16 + e / 4 * 8 + lane % 4 * 2 + e % 2;
            s[row][key] = part[e / 4][e % 4] * scale;
        }
        __syncthreads();
        if (TREE) {
            reduce_rows_by_tree<WARPS>(tile_ms, s, scratch, true);
        } else {
            reduce_rows<WARPS>(tile_ms, s, true);
        }
#pragma unroll
        for (int i = 0; i < kRows * TILE; i += THREADS) {
            int row = (i + threadIdx.x) / TILE, key = threadIdx.x % TILE;
            float weight = __expf(s[row][key] - tile_ms[row]);
            s[row][key] = weight;
            ps[row * kStride<TILE> + key] = __float2half_rn(weight);
        }
        __syncthreads();
        if (TREE) {
            reduce_rows_by_tree<WARPS>(tile_ls, s, scratch, false);
        } else {
            reduce_rows<WARPS>(tile_ls, s, false);
        }

        float sum[COLUMNS / 8][4] = {};
#pragma unroll
        for (int step = 0; step < TILE / 32; step++) {
            uint32_t p[2][4], b[4];
            const half *weights = ps + lane % 16 * kStride<TILE> + step * 32 + lane / 16 * 8;
            tensor_core::load(p[0], weights);
            tensor_core::load(p[1], weights + 16);
#pragma unroll
            for (int n = 0; n < COLUMNS / 8; n++) {
                const half *row = vs + (step * 32 + lane) * kStride<DEPTH>;
                tensor_core::load_transposed(b, row + warp * COLUMNS + n * 8);
                tensor_core::multiply(sum[n], p[0], b[0], b[1]);
                tensor_core::multiply(sum[n], p[1], b[2], b[3]);
            }
        }
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = lane / 4 + 8 * r;
            float larger = fmaxf(m[r], tile_ms[row]);
            float old_weight = __expf(m[r] - larger) * l[r];
            float tile_weight = __expf(tile_ms[row] - larger);
            l[r] = old_weight + tile_weight * tile_ls[row];
            m[r] = larger;
            for (int n = 0; n < COLUMNS / 8; n++) {
                for (int e = 2 * r; e < 2 * r + 2; e++) {
                    out[n][e] = (old_weight * out[n][e] + tile_weight * sum[n][e]) / l[r];
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int n = 0; n < COLUMNS / 8; n++) {
        float *to = o + lane / 4 * DEPTH + warp * COLUMNS + n * 8 + lane % 4 * 2;
        *reinterpret_cast<float2 *>(to) = make_float2(out[n][0], out[n][1]);
        *reinterpret_cast<float2 *>(to + 8 * DEPTH) = make_float2(out[n][2], out[n][3]);
    }
}

// ---- FlashAttention-2

// Each warp has 16 keys of every tile, its own maximum, sum and output: the weights stay in the
// registers in which the first product left them, which are those that the second one takes, and
// warps meet for loads only. The output is normalised once, when the four are merged. BASE2 folds
// log2 e into the scale, and the scale into the exponent, as FlashAttention-2 does; else __expf.
// ASYNC: a tile's values come while its scores are computed, and the next keys during the rest.
template <int KEYS, int DEPTH, int WARPS, bool BASE2, bool CAUSAL, bool ASYNC>
__device__ __forceinline__ void fa2(ARGUMENTS) {
    constexpr int THREADS = 32 * WARPS, TILE = 16 * WARPS;
    const float scale = (BASE2 ? kLog2e : 1.0f) / sqrtf((float)DEPTH);
    __shared__ __align__(16) half qs[kRows * kStride<DEPTH>];
    __shared__ __align__(16) half ks[TILE * kStride<DEPTH>], vs[TILE * kStride<DEPTH>];
    __shared__ float ms[WARPS][kRows], ls[WARPS][kRows], os[WARPS][kRows][DEPTH];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    copy<kRows, DEPTH, THREADS>(qs, q);
    __syncthreads();
    uint32_t qf[DEPTH / 16][4];
#pragma unroll
    for (int step = 0; step < DEPTH / 16; step++) {
        tensor_core::load(qf[step], qs + lane % 16 * kStride<DEPTH> + step * 16 + lane / 16 * 8);
    }

    float m[2] = {-INFINITY, -INFINITY}, l[2] = {0.0f, 0.0f};
    float out[DEPTH / 8][4] = {};
    if (ASYNC) {
        copy<TILE, DEPTH, THREADS, true>(ks, k);
        tensor_core::commit();
    }
#pragma unroll 1
    for (int j0 = 0; j0 < KEYS; j0 += TILE) {
        if (ASYNC) {
            tensor_core::wait<0>();
            __syncthreads();
            copy<TILE, DEPTH, THREADS, true>(vs, v + j0 * DEPTH);
            tensor_core::commit();
        } else {
            __syncthreads();
            copy<TILE, DEPTH, THREADS>(ks, k + j0 * DEPTH);
            copy<TILE, DEPTH, THREADS>(vs, v + j0 * DEPTH);
            __syncthreads();
        }

        float s[2][4];
        scores<DEPTH>(s, qf, ks + warp * 16 * kStride<DEPTH>);
        if (ASYNC) {
            tensor_core::wait<0>();
            __syncthreads();
            if (j0 + TILE < KEYS) {
                copy<TILE, DEPTH, THREADS, true>(ks, k + (j0 + TILE) * DEPTH);
                tensor_core::commit();
            }
        }
#pragma unroll
        for (int r = 0; r < 2; r++) {
            int row = lane / 4 + 8 * r;
            float larger = m[r];
            for (int c = 0; c < 4; c++) {
                float &x = s[c / 2][2 * r + c % 2];
                int key = j0 + warp * 16 + c / 2 * 8 + lane % 4 * 2 + c % 2;
                if (CAUSAL && key > row) x = -INFINITY;
                larger = fmaxf(larger, x);
            }
            larger = row_max(larger);
            // a row whose keys were all masked until now has no maximum
            float base = CAUSAL && larger == -INFINITY ? 0.0f : larger * scale;
            float rescale = BASE2 ? exp2f(m[r] * scale - base) : __expf(m[r] * scale - base);
            m[r] = larger;
            l[r] *= rescale;
            for (int c = 0; c < 4; c++) {
                float &x = s[c / 2][2 * r + c % 2];
                x = BASE2 ? exp2f(x * scale - base) : __expf(x * scale - base);
                l[r] += x;
            }
            for (int n = 0; n < DEPTH / 8; n++) {
                out[n][2 * r] *= rescale;
                out[n][2 * r + 1] *= rescale;
            }
        }
        uint32_t p[4] = {tensor_core::pack(s[0][0], s[0][1]), tensor_core::pack(s[0][2], s[0][3]),
                         tensor_core::pack(s[1][0], s[1][1]), tensor_core::pack(s[1][2], s[1][3])};
        const half *values = vs + (warp * 16 + lane % 16) * kStride<DEPTH> + lane / 16 * 8;
#pragma unroll
        for (int n = 0; n < DEPTH / 8; n += 2) {
            uint32_t b[4];
            tensor_core::load_transposed(b, values + n * 8);
            tensor_core::multiply(out[n], p, b[0], b[1]);
            tensor_core::multiply(out[n + 1], p, b[2], b[3]);
        }
    }

#pragma unroll
    for (int r = 0; r < 2; r++) {
        int row = lane / 4 + 8 * r;
        l[r] = row_sum(l[r]);
        if (lane % 4 == 0) {
            ms[warp][row] = m[r];
            ls[warp][row] = l[r];
        }
        for (int n = 0; n < DEPTH / 8; n++) {
            float *to = &os[warp][row][n * 8 + lane % 4 * 2];
            *reinterpret_cast<float2 *>(to) = make_float2(out[n][2 * r], out[n][2 * r + 1]);
        }
    }
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < kRows * DEPTH; i += THREADS) {
        int e = i + threadIdx.x, row = e / DEPTH, column = e % DEPTH;
        float larger = ms[0][row];
        for (int w = 1; w < WARPS; w++) {
            larger = fmaxf(larger, ms[w][row]);
        }
        float sum = 0.0f, total = 0.0f;
        for (int w = 0; w < WARPS; w++) {
            float x = (ms[w][row] - larger) * scale;
            float weight = BASE2 ? exp2f(x) : __expf(x);
            sum += weight * ls[w][row];
            total += weight * os[w][row][column];
        }
        o[e] = total / sum;
    }
}

#define KERNEL(name, body)                                                                         \
    extern "C" __global__ void name(ARGUMENTS) { body; }

// 512 keys, depth 64: the table's size
KERNEL(attention_naive, (naive<512, 64, false>(PASS)))
KERNEL(attention_fa1, (fa1<512, 64, 4, false>(PASS)))
KERNEL(attention_fa1_tree, (fa1<512, 64, 4, true>(PASS)))
KERNEL(attention_fa2, (fa2<512, 64, 4, true, false, false>(PASS)))
KERNEL(attention_fa2_async, (fa2<512, 64, 4, true, false, true>(PASS)))
KERNEL(attention_fa2_expf, (fa2<512, 64, 4, false, false, false>(PASS)))

// 64 keys, depth 16, two warps
KERNEL(naive_small, (naive<64, 16, false>(PASS)))
KERNEL(fa1_small, (fa1<64, 16, 2, false>(PASS)))
KERNEL(fa1_tree_small, (fa1<64, 16, 2, true>(PASS)))
KERNEL(fa2_small, (fa2<64, 16, 2, true, false, false>(PASS)))
KERNEL(fa2_async_small, (fa2<64, 16, 2, true, false, true>(PASS)))
KERNEL(fa2_expf_small, (fa2<64, 16, 2, false, false, false>(PASS)))
KERNEL(causal_naive_small, (naive<64, 16, true>(PASS)))
KERNEL(causal_fa2_small, (fa2<64, 16, 2, true, true, false>(PASS)))
