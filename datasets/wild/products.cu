// Products of matrices as libraries compose them: layouts and epilogues as template parameters, splits along k with a ticket
// and with atomics, groups of unequal sizes, low-rank additions, strided batches.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

namespace cg = cooperative_groups;

// ---- Layouts, a tile of threads and an epilogue as template parameters

namespace gemm {

struct RowMajor {
    int stride;
    __device__ int operator()(int row, int column) const { return row * stride + column; }
};

struct ColumnMajor {
    int stride;
    __device__ int operator()(int row, int column) const { return column * stride + row; }
};

template <typename T, typename Layout>
struct TensorRef {
    T *data;
    Layout layout;
    __device__ T &at(int row, int column) const { return data[layout(row, column)]; }
};

struct Gelu {
    __device__ static float of(float x) { return 0.5f * x * (1.0f + erff(x * 0.70710678f)); }
};

struct Identity {
    __device__ static float of(float x) { return x; }
};

template <typename Activation>
struct LinearCombinationBias {
    float alpha, beta;
    __device__ float operator()(float acc, float source, float bias) const {
        return Activation::of(alpha * acc + beta * source + bias);
    }
};

template <typename A, typename B, typename Epilogue>
__device__ void plain(TensorRef<const float, A> a, TensorRef<const float, B> b, TensorRef<float, RowMajor> c,
                      const float *bias, int k, Epilogue epilogue) {
    int row = threadIdx.y, column = threadIdx.x;
    float acc = 0.0f;
    for (int i = 0; i < k; i++) {
        acc += a.at(row, i) * b.at(i, column);
    }
    c.at(row, column) = epilogue(acc, c.at(row, column), bias[column]);
}

// tiles of 4 along k in shared memory. Mistake 1: the bias of the row. Mistake 2: no barrier before the tile is overwritten.
template <int TILE, typename A, typename B, typename Epilogue>
__device__ void tiled(TensorRef<const float, A> a, TensorRef<const float, B> b, TensorRef<float, RowMajor> c,
                      const float *bias, int k, Epilogue epilogue) {
    __shared__ float of_a[8][TILE + 1], of_b[TILE][8];
    int row = threadIdx.y, column = threadIdx.x;
    float acc = 0.0f;
    for (int begin = 0; begin < k; begin += TILE) {
        if (column < TILE) {
            of_a[row][column] = begin + column < k ? a.at(row, begin + column) : 0.0f; //@ gemm-bias-gelu-tile-overwritten
        }
        if (row < TILE) {
            of_b[row][column] = begin + row < k ? b.at(begin + row, column) : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) {
            acc = fmaf(of_a[row][i], of_b[i][column], acc);
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
    }
    c.at(row, column) = epilogue(acc, c.at(row, column), bias[WRONG(1) ? row : column]);
}

} // namespace gemm

KERNEL(0) void gemm_plain(const float *a, const float *b, float *c, const float *bias, int k, float alpha, float beta) {
    gemm::plain<gemm::RowMajor, gemm::ColumnMajor>({a, {k}}, {b, {k}}, {c, {8}}, bias, k,
                                                   gemm::LinearCombinationBias<gemm::Gelu>{alpha, beta});
}

KERNEL(2) void gemm_tiled(const float *a, const float *b, float *c, const float *bias, int k, float alpha, float beta) {
    gemm::tiled<4, gemm::RowMajor, gemm::ColumnMajor>({a, {k}}, {b, {k}}, {c, {8}}, bias, k,
                                                      gemm::LinearCombinationBias<gemm::Gelu>{alpha, beta});
}

// ---- Splits along k

KERNEL(0) void dot_plain(const float *a, const float *b, float *c, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            float sum = 0.0f;
            for (int l = 0; l < k; l++) {
                sum += a[i * k + l] * b[l * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

// a CTA a part of k; the last to take a ticket sums what all have stored. Mistake 1: the ticket of the last but one; mistake
// 2: no fence between the sums and the ticket
KERNEL(2) void split_k_ticket(const float *a, const float *b, float *c, float *part, unsigned *ticket, int m, int n,
                               int k) {
    __shared__ bool last;
    int i = threadIdx.x / n, j = threadIdx.x % n, share = k / gridDim.x;
    float sum = 0.0f;
    for (int l = blockIdx.x * share; l < (blockIdx.x + 1) * share; l++) {
        sum = fmaf(a[i * k + l], b[l * n + j], sum);
    }
    part[blockIdx.x * m * n + threadIdx.x] = sum;
    if (!WRONG(2)) {
        __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(ticket, 1u) == gridDim.x - (WRONG(1) ? 2 : 1);
    }
    __syncthreads();
    if (last) { //@ split-k-ticket-early
        __threadfence();
        float all = 0.0f;
        for (int s = 0; s < gridDim.x; s++) {
            all += part[s * m * n + threadIdx.x]; //@ split-k-ticket-without-fence
        }
        c[threadIdx.x] = all;
    }
}

// sums added to c, which holds 0; the first part adds the bias. Mistake 1: every part does
KERNEL(0) void split_k_plain(const float *a, const float *b, const float *bias, float *c, int m, int n, int k) {
    int i = threadIdx.x / n, j = threadIdx.x % n;
    float sum = bias[j];
    for (int l = 0; l < k; l++) {
        sum += a[i * k + l] * b[l * n + j];
    }
    c[threadIdx.x] += sum;
}

KERNEL(1) void split_k_atomic(const float *a, const float *b, const float *bias, float *c, int m, int n, int k) {
    int i = threadIdx.x / n, j = threadIdx.x % n, share = k / gridDim.x;
    float sum = WRONG(1) || blockIdx.x == 0 ? bias[j] : 0.0f;
    for (int l = blockIdx.x * share; l < (blockIdx.x + 1) * share; l++) {
        sum = fmaf(a[i * k + l], b[l * n + j], sum);
    }
    atomicAdd(c + threadIdx.x, sum);
}

// ---- Groups of unequal sizes: rows offset[e] to offset[e + 1] belong to expert e

KERNEL(0) void grouped_rows(const float *x, const float *w, const int *offset, float *y, int experts, int n, int k) {
    for (int e = 0; e < experts; e++) {
        for (int r = offset[e]; r < offset[e + 1]; r++) {
            for (int j = 0; j < n; j++) {
                float sum = 0.0f;
                for (int l = 0; l < k; l++) {
                    sum += x[r * k + l] * w[(e * n + j) * k + l];
                }
                y[r * n + j] = sum;
            }
        }
    }
}

// a CTA a tile of two rows of one expert; mistake 1: tiles are counted as if each expert had whole ones; mistake 2: the last
// row of an odd expert is not guarded
KERNEL(2) void grouped_tiles(const float *x, const float *w, const int *offset, float *y, int experts, int n, int k) {
    int tile = blockIdx.x, e = 0;
    while (e < experts) {
        int rows = offset[e + 1] - offset[e], tiles = WRONG(1) ? rows / 2 : (rows + 1) / 2;
        if (tile < tiles) {
            break;
        }
        tile -= tiles;
        e++;
    }
    if (e == experts) {
        return;
    }
    int r = offset[e] + tile * 2 + threadIdx.x / n, j = threadIdx.x % n;
    if (WRONG(2) || r < offset[e + 1]) {
        float sum = 0.0f;
        for (int l = 0; l < k; l += 4) {
            float4 u = *reinterpret_cast<const float4 *>(x + r * k + l);
            float4 v = *reinterpret_cast<const float4 *>(w + (e * n + j) * k + l);
            sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
        }
        y[r * n + j] = sum; //@ grouped-tiles-unguarded
    }
}

// ---- y = W x + s B (A x), a low-rank addition

KERNEL(0) void low_rank(const float *w, const float *a, const float *b, const float *x, float *y, int n, int k, int rank,
                         float scale) {
    for (int i = 0; i < n; i++) {
        float sum = 0.0f;
        for (int l = 0; l < k; l++) {
            float merged = w[i * k + l];
            for (int r = 0; r < rank; r++) {
                merged += scale * b[i * rank + r] * a[r * k + l];
            }
            sum += merged * x[l];
        }
        y[i] = sum;
    }
}

// first A x in shared memory by groups of lanes; mistake 1: the scale is left out; mistake 2: no barrier
KERNEL(2) void low_rank_fused(const float *w, const float *a, const float *b, const float *x, float *y, int n, int k,
                               int rank, float scale) {
    __shared__ float inner[4];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int r = tile.meta_group_rank(); r < rank; r += tile.meta_group_size()) {
        float sum = 0.0f;
        for (int l = tile.thread_rank(); l < k; l += 8) {
            sum += a[r * k + l] * x[l];
        }
        sum = cg::reduce(tile, sum, cg::plus<float>());
        if (tile.thread_rank() == 0) {
            inner[r] = WRONG(1) ? sum : sum * scale;
        }
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    if (threadIdx.x < n) {
        float sum = 0.0f;
        for (int l = 0; l < k; l++) {
            sum += w[threadIdx.x * k + l] * x[l];
        }
        for (int r = 0; r < rank; r++) {
            sum += b[threadIdx.x * rank + r] * inner[r]; //@ low-rank-without-barrier
        }
        y[threadIdx.x] = sum;
    }
}

// ---- Strided batches of products with vectors; matrices are column-major

KERNEL(0) void batched_plain(const float *a, const float *x, float *y, int m, int k, int stride) {
    int b = blockIdx.x;
    for (int i = 0; i < m; i++) {
        float sum = 0.0f;
        for (int l = 0; l < k; l++) {
            sum += a[b * stride + l * m + i] * x[b * k + l];
        }
        y[b * m + i] = sum;
    }
}

// four parts of k, summed in shared memory; mistake 1: the batch is as large as its matrix, without the padding; mistake 2:
// row-major
KERNEL(2) void batched_parts(const float *a, const float *x, float *y, int m, int k, int stride) {
    __shared__ float part[4][9];
    int b = blockIdx.x, i = threadIdx.x, p = threadIdx.y;
    float sum = 0.0f;
    for (int l = p; l < k; l += 4) {
        sum += a[b * (WRONG(1) ? m * k : stride) + (WRONG(2) ? i * k + l : l * m + i)] * x[b * k + l];
    }
    part[p][i] = sum;
    __syncthreads();
    if (p == 0) {
        y[b * m + i] = (part[0][i] + part[1][i]) + (part[2][i] + part[3][i]);
    }
}
