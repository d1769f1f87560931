// Reductions as libraries write them: functors that combine and project, pairs of value and place, moments, cooperative
// groups, blocks that reduce twice through one buffer, rows of unequal lengths, columns.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

namespace cg = cooperative_groups;

// ---- One template for all reductions of rows

template <typename T>
struct MeanOps {
    T factor;
    static constexpr T identity = 0;
    __device__ T reduce(T acc, T x) const { return acc + x; }
    __device__ T combine(T a, T b) const { return a + b; }
    __device__ T project(T acc) const { return acc * factor; }
};

template <typename T>
struct NormOps {
    static constexpr T identity = 0;
    __device__ T reduce(T acc, T x) const { return acc + x * x; }
    __device__ T combine(T a, T b) const { return a + (WRONG(1) ? b * b : b); }
    __device__ T project(T acc) const { return sqrtf(acc); }
};

template <typename T>
struct MaxAbsOps {
    static constexpr T identity = 0;
    __device__ T reduce(T acc, T x) const { return fmaxf(acc, WRONG(1) ? x : fabsf(x)); }
    __device__ T combine(T a, T b) const { return fmaxf(a, b); }
    __device__ T project(T acc) const { return acc; }
};

KERNEL(0) void mean_rows(const float *x, float *y, int columns) {
    float sum = 0.0f;
    for (int c = 0; c < columns; c++) {
        sum += x[blockIdx.x * columns + c];
    }
    y[blockIdx.x] = sum / columns;
}

KERNEL(0) void norm_rows(const float *x, float *y, int columns) {
    float sum = 0.0f;
    for (int c = 0; c < columns; c++) {
        sum += x[blockIdx.x * columns + c] * x[blockIdx.x * columns + c];
    }
    y[blockIdx.x] = sqrtf(sum);
}

KERNEL(0) void max_abs_rows(const float *x, float *y, int columns) {
    float most = 0.0f;
    for (int c = 0; c < columns; c++) {
        most = fmaxf(most, fabsf(x[blockIdx.x * columns + c]));
    }
    y[blockIdx.x] = most;
}

// A thread has UNROLL accumulators; then shared memory down to a warp, then shuffles. Mistake 2: no barrier inside the
// tree.
template <int UNROLL, typename Ops>
__global__ void reduce_rows(const float *x, float *y, int columns, Ops ops) {
    __shared__ float partial[128];
    const float *row = x + blockIdx.x * columns;
    float acc[UNROLL];
#pragma unroll
    for (int u = 0; u < UNROLL; u++) {
        acc[u] = Ops::identity;
    }
    int c = threadIdx.x;
    for (; c + (UNROLL - 1) * blockDim.x < columns; c += UNROLL * blockDim.x) {
#pragma unroll
        for (int u = 0; u < UNROLL; u++) {
            acc[u] = ops.reduce(acc[u], row[c + u * blockDim.x]);
        }
    }
    for (; c < columns; c += blockDim.x) {
        acc[0] = ops.reduce(acc[0], row[c]);
    }
#pragma unroll
    for (int u = 1; u < UNROLL; u++) {
        acc[0] = ops.combine(acc[0], acc[u]);
    }
    float value = acc[0];
    if (blockDim.x > 32) {
        partial[threadIdx.x] = value;
        for (int half = blockDim.x / 2; half >= 32; half /= 2) {
            if (!WRONG(2)) {
                __syncthreads();
            }
            if (threadIdx.x < half) {
                value = ops.combine(value, partial[threadIdx.x + half]); //@ mean-rows-without-barrier
                partial[threadIdx.x] = value;
            }
        }
    }
    if (threadIdx.x < 32) {
#pragma unroll
        for (int lanes = 16; lanes > 0; lanes /= 2) {
            value = ops.combine(value, __shfl_down_sync(0xffffffffu, value, lanes));
        }
        if (threadIdx.x == 0) {
            y[blockIdx.x] = ops.project(value);
        }
    }
}

template __global__ void reduce_rows<4>(const float *, float *, int, MeanOps<float>);
#if MISTAKES < 2
template __global__ void reduce_rows<2>(const float *, float *, int, NormOps<float>);
template __global__ void reduce_rows<1>(const float *, float *, int, MaxAbsOps<float>);
#endif

// ---- Greatest element and its place; the first of equal ones

KERNEL(0) void arg_max(const float *x, float *value, int *place, int n) {
    float best = x[0];
    int at = 0;
    for (int i = 1; i < n; i++) {
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    }
    *value = best;
    *place = at;
}

struct ValuePlace {
    float value;
    int place;
};

// mistake 1: among equal values the later place wins
__device__ ValuePlace better(ValuePlace a, ValuePlace b) {
    bool first = WRONG(1) ? a.value > b.value || (a.value == b.value && a.place > b.place)
                          : a.value > b.value || (a.value == b.value && a.place < b.place);
    return first ? a : b;
}

KERNEL(1) void arg_max_lanes(const float *x, float *value, int *place, int n) {
    ValuePlace own{-INFINITY, 0x7fffffff};
    for (int i = threadIdx.x; i < n; i += 2) {
        own = better(own, {x[i], i});
    }
    for (int lanes = 1; lanes > 0; lanes /= 2) {
        ValuePlace other{__shfl_xor_sync(0x3u, own.value, lanes), __shfl_xor_sync(0x3u, own.place, lanes)};
        own = better(own, other);
    }
    if (threadIdx.x == 0) {
        *value = own.value;
        *place = own.place;
    }
}

// ---- Variance by Welford's recurrence, combined by Chan's

KERNEL(0) void variance(const float *x, float *mean, float *var, int n) {
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += x[i];
    }
    for (int i = 0; i < n; i++) {
        squares += (x[i] - sum / n) * (x[i] - sum / n);
    }
    *mean = sum / n;
    *var = squares / (n - 1);
}

struct Moments {
    float mean, m2, count;
};

template <typename T, bool UNBIASED>
struct WelfordOps {
    __device__ Moments reduce(Moments acc, T x) const {
        float delta = x - acc.mean, mean = acc.mean + delta / (acc.count + 1.0f);
        return {mean, acc.m2 + delta * (x - mean), acc.count + 1.0f};
    }
    __device__ Moments combine(Moments a, Moments b) const {
        float delta = b.mean - a.mean, count = a.count + b.count, share = b.count / count;
        return {a.mean + delta * share, a.m2 + b.m2 + delta * delta * a.count * (WRONG(2) ? 1.0f : share), count};
    }
    __device__ float project(Moments acc) const { return acc.m2 / (UNBIASED ? acc.count - 1.0f : acc.count); }
};

// mistake 1: the variance is the biased one; mistake 2: the squares of the means have the wrong weight
KERNEL(2) void variance_welford(const float *x, float *mean, float *var, int n) {
    WelfordOps<float, !WRONG(1)> ops;
    Moments acc{0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        acc = ops.reduce(acc, x[i]);
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        Moments other{__shfl_down_sync(0xffffffffu, acc.mean, lanes), __shfl_down_sync(0xffffffffu, acc.m2, lanes),
                      __shfl_down_sync(0xffffffffu, acc.count, lanes)};
        acc = ops.combine(acc, other);
    }
    if (threadIdx.x == 0) {
        *mean = acc.mean;
        *var = ops.project(acc);
    }
}

// ---- log of the sum of e^x

KERNEL(0) void log_sum_exp(const float *x, float *y, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += expf(x[i]);
    }
    *y = logf(sum);
}

// pairs (maximum, sum) of a warp; mistake 1: the other lane's sum is not brought to the new maximum
KERNEL(1) void log_sum_exp_pairs(const float *x, float *y, int n) {
    float most = -INFINITY, sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float next = fmaxf(most, x[i]);
        sum = sum * expf(most - next) + expf(x[i] - next);
        most = next;
    }
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        float other_most = __shfl_xor_sync(0xffffffffu, most, lanes), other = __shfl_xor_sync(0xffffffffu, sum, lanes);
        float next = fmaxf(most, other_most);
        sum = sum * expf(most - next) + (WRONG(1) ? other : other * expf(other_most - next));
        most = next;
    }
    if (threadIdx.x == 0) {
        *y = most + logf(sum);
    }
}

// ---- Cosine of the angle between rows, each norm at least eps

KERNEL(0) void cosine(const float *a, const float *b, float *y, int n, float eps) {
    float dot = 0.0f, aa = 0.0f, bb = 0.0f;
    for (int i = 0; i < n; i++) {
        dot += a[i] * b[i];
        aa += a[i] * a[i];
        bb += b[i] * b[i];
    }
    *y = dot / (sqrtf(fmaxf(aa, eps * eps)) * sqrtf(fmaxf(bb, eps * eps)));
}

// three sums in one float4, reduced by cooperative groups; mistake 1: one norm counts twice
KERNEL(1) void cosine_tile(const float *a, const float *b, float *y, int n, float eps) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float dot = 0.0f, aa = 0.0f, bb = 0.0f;
    for (int i = warp.thread_rank(); i < n; i += warp.size()) {
        float u = a[i], v = b[i];
        dot = fmaf(u, v, dot);
        aa = fmaf(u, u, aa);
        bb = fmaf(v, v, bb);
    }
    dot = cg::reduce(warp, dot, cg::plus<float>());
    aa = cg::reduce(warp, aa, cg::plus<float>());
    bb = cg::reduce(warp, bb, cg::plus<float>());
    if (warp.thread_rank() == 0) {
        *y = dot * rsqrtf(fmaxf(aa, eps * eps)) * rsqrtf(fmaxf(WRONG(1) ? aa : bb, eps * eps));
    }
}

// ---- A block reduces twice, through one buffer

KERNEL(0) void centred_scale(const float *x, float *y, int n) {
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += x[i];
    }
    for (int i = 0; i < n; i++) {
        squares += (x[i] - sum / n) * (x[i] - sum / n);
    }
    for (int i = 0; i < n; i++) {
        y[i] = (x[i] - sum / n) * rsqrtf(squares / n + 1e-5f);
    }
}

template <int THREADS>
struct BlockReduce {
    struct Storage {
        float warps[THREADS / 32], all;
    };
    Storage &storage;

    __device__ float sum(float value) {
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
        for (int lanes = 16; lanes > 0; lanes /= 2) {
            value += __shfl_xor_sync(0xffffffffu, value, lanes);
        }
        if (lane == 0) {
            storage.warps[warp] = value; //@ centred-scale-buffer-reused
        }
        __syncthreads();
        float all = 0.0f;
#pragma unroll
        for (int w = 0; w < THREADS / 32; w++) {
            all += storage.warps[w];
        }
        return all;
    }
};

// mistake 1: the sum of squares is divided by n − 1; mistake 2: no barrier before the buffer is used again
KERNEL(2) void centred_scale_block(const float *x, float *y, int n) {
    using Reduce = BlockReduce<64>;
    __shared__ Reduce::Storage storage;
    float value = x[threadIdx.x];
    float centred = value - Reduce{storage}.sum(value) / n;
    if (!WRONG(2)) {
        __syncthreads();
    }
    float squares = Reduce{storage}.sum(centred * centred);
    y[threadIdx.x] = centred * rsqrtf(squares / (WRONG(1) ? n - 1 : n) + 1e-5f);
}

// ---- Cooperative groups: a block's warps reduce, then one tile of 4 over the warps

KERNEL(0) void sum_plain(const float *x, float *y, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += x[i];
    }
    *y = sum;
}

// mistake 1: the last tile has two lanes for four sums; mistake 2: no barrier before it reads
KERNEL(2) void sum_groups(const float *x, float *y, int n) {
    __shared__ float sums[4];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    float value = 0.0f;
    for (int i = block.thread_rank(); i < n; i += block.size()) {
        value += x[i];
    }
    value = cg::reduce(warp, value, cg::plus<float>());
    if (warp.thread_rank() == 0) {
        sums[warp.meta_group_rank()] = value;
    }
    if (!WRONG(2)) {
        block.sync();
    }
    auto tile = cg::tiled_partition<WRONG(1) ? 2 : 4>(block);
    if (tile.meta_group_rank() == 0) {
        float own = sums[tile.thread_rank()]; //@ sum-groups-without-barrier
        for (int lanes = tile.size() / 2; lanes > 0; lanes /= 2) {
            own += tile.shfl_xor(own, lanes);
        }
        if (tile.thread_rank() == 0) {
            *y = own;
        }
    }
}

// ---- Prefix sums by groups

KERNEL(0) void exclusive_plain(const int *x, int *y, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        y[i] = sum;
        sum += x[i];
    }
}

// mistake 1: inclusive within the tile; mistake 2: the tile's total is that of its last lane before it was added to
KERNEL(2) void exclusive_groups(const int *x, int *y, int n) {
    __shared__ int totals[2];
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int own = x[block.thread_rank()];
    int inclusive = cg::inclusive_scan(warp, own);
    if (warp.thread_rank() == warp.size() - 1) {
        totals[warp.meta_group_rank()] = WRONG(2) ? inclusive - own : inclusive;
    }
    block.sync();
    int before = warp.meta_group_rank() == 1 ? totals[0] : 0;
    y[block.thread_rank()] = before + inclusive - (WRONG(1) ? 0 : own);
}

// ---- Rows of unequal lengths: row r is x[offset[r]] to x[offset[r + 1]]

KERNEL(0) void segment_mean(const float *x, const int *offset, float *y, int rows) {
    for (int r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (int i = offset[r]; i < offset[r + 1]; i++) {
            sum += x[i];
        }
        y[r] = offset[r] < offset[r + 1] ? sum / (offset[r + 1] - offset[r]) : 0.0f;
    }
}

// eight lanes a row; mistake 1: an empty row divides by one and the others by one more; mistake 2: the end counts, too
KERNEL(2) void segment_mean_lanes(const float *x, const int *offset, float *y, int rows) {
    int r = threadIdx.x / 8, lane = threadIdx.x % 8, begin = offset[r], end = offset[r + 1];
    float sum = 0.0f;
    for (int i = begin + lane; WRONG(2) ? i <= end : i < end; i += 8) {
        sum += x[i]; //@ segment-mean-end-counts
    }
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes, 8);
    }
    if (lane == 0) {
        y[r] = sum / (WRONG(1) ? end - begin + 1 : max(end - begin, 1));
    }
}

// ---- Sums of columns: the gradient of a bias

KERNEL(0) void column_sums(const float *x, float *y, int rows, int columns) {
    for (int c = 0; c < columns; c++) {
        float sum = 0.0f;
        for (int r = 0; r < rows; r++) {
            sum += x[r * columns + c];
        }
        y[c] += sum;
    }
}

// 16 columns by 8 threads each; mistake 1: sets instead of adds; mistake 2: no barrier before the first row of threads adds
KERNEL(2) void column_sums_tile(const float *x, float *y, int rows, int columns) {
    __shared__ float partial[8][16];
    int c = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int r = threadIdx.y; r < rows; r += 8) {
        sum += x[r * columns + c];
    }
    partial[threadIdx.y][threadIdx.x] = sum;
    if (!WRONG(2)) {
        __syncthreads();
    }
    if (threadIdx.y == 0) {
        sum = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            sum += partial[k][threadIdx.x]; //@ column-sums-without-barrier
        }
        y[c] = WRONG(1) ? sum : y[c] + sum;
    }
}
