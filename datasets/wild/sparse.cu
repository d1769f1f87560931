// Sparse rows and ragged batches: CSR, ELL and blocks, two of four, products at sampled places, jagged rows padded and packed.
// Row pointers are concrete; columns are data, with ranges.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

namespace cg = cooperative_groups;

// ---- y = A x, A in CSR

KERNEL(0) void csr_scalar(const int *row, const int *column, const float *value, const float *x, float *y, int rows) {
    int r = threadIdx.x;
    if (r < rows) {
        float sum = 0.0f;
        for (int k = row[r]; k < row[r + 1]; k++) {
            sum += value[k] * x[column[k]];
        }
        y[r] = sum;
    }
}

// eight lanes a row; mistake 1: the last entry of each row is left out; mistake 2: it runs into the next row
KERNEL(2) void csr_vector(const int *row, const int *column, const float *value, const float *x, float *y, int rows) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int r = tile.meta_group_rank(), end = row[r + 1] - (WRONG(1) ? 1 : WRONG(2) ? -1 : 0);
    float sum = 0.0f;
    for (int k = row[r] + tile.thread_rank(); k < end; k += tile.size()) {
        sum = fmaf(value[k], __ldg(x + column[k]), sum); //@ csr-vector-next-row
    }
    for (int lanes = tile.size() / 2; lanes > 0; lanes /= 2) {
        sum += tile.shfl_down(sum, lanes);
    }
    if (tile.thread_rank() == 0) {
        y[r] = sum;
    }
}

// entries in equal shares, rows by bisection, sums of shares added row by row (merge-based); mistake 1: the carry is lost
KERNEL(1) void csr_shares(const int *row, const int *column, const float *value, const float *x, float *y, int rows) {
    __shared__ float carry[4];
    __shared__ int carry_row[4];
    int t = threadIdx.x, entries = row[rows], share = (entries + 3) / 4;
    int begin = min(t * share, entries), end = min(begin + share, entries), low = 0, high = rows;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (row[middle] <= begin) {
            low = middle;
        } else {
            high = middle;
        }
    }
    float sum = 0.0f;
    if (t < rows) {
        y[t] = 0.0f;
    }
    __syncthreads();
    int r = low;
    for (int k = begin; k < end; k++) {
        while (k >= row[r + 1]) {
            y[r++] = sum;
            sum = 0.0f;
        }
        sum += value[k] * x[column[k]];
    }
    if (t == 3) {
        y[r] = sum;
    }
    carry[t] = sum;
    carry_row[t] = r;
    __syncthreads();
    if (t == 0 && !WRONG(1)) {
        for (int s = 0; s < 3; s++) {
            y[carry_row[s]] += carry[s];
        }
    }
}

// A in ELL, columns of entries side by side, padded with column 0 and value 0
KERNEL(0) void ell_plain(const int *column, const float *value, const float *x, float *y, int rows, int width) {
    for (int r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (int k = 0; k < width; k++) {
            sum += value[k * rows + r] * x[column[k * rows + r]];
        }
        y[r] = sum;
    }
}

// mistake 1: entries of a row side by side
KERNEL(1) void ell_rows(const int *column, const float *value, const float *x, float *y, int rows, int width) {
    int r = threadIdx.x;
    float even = 0.0f, odd = 0.0f;
    for (int k = 0; k < width; k += 2) {
        int at = WRONG(1) ? r * width + k : k * rows + r, next = at + (WRONG(1) ? 1 : rows);
        even = fmaf(value[at], x[column[at]], even);
        odd = fmaf(value[next], x[column[next]], odd);
    }
    y[r] = even + odd;
}

// A in blocks of 2 x 2, rows of blocks by concrete pointers
KERNEL(0) void blocks_plain(const int *row, const int *column, const float *block, const float *x, float *y, int rows) {
    for (int r = 0; r < 2 * rows; r++) {
        y[r] = 0.0f;
        for (int k = row[r / 2]; k < row[r / 2 + 1]; k++) {
            for (int c = 0; c < 2; c++) {
                y[r] += block[k * 4 + r % 2 * 2 + c] * x[column[k] * 2 + c];
            }
        }
    }
}

// a thread a row of blocks, vectors; mistake 1: blocks are read transposed
KERNEL(1) void blocks_vectors(const int *row, const int *column, const float4 *block, const float2 *x, float2 *y,
                               int rows) {
    int r = threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int k = row[r]; k < row[r + 1]; k++) {
        float4 b = block[k];
        float2 v = x[column[k]];
        sum.x += b.x * v.x + (WRONG(1) ? b.z : b.y) * v.y;
        sum.y += (WRONG(1) ? b.y : b.z) * v.x + b.w * v.y;
    }
    y[r] = sum;
}

// ---- Two of four: values and two bits of place for each

KERNEL(0) void two_of_four_plain(const float *value, const int *place, const float *x, float *y, int columns) {
    int r = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < columns / 2; k++) {
        sum += value[r * columns / 2 + k] * x[k / 2 * 4 + place[r * columns / 2 + k]];
    }
    y[r] = sum;
}

// places of eight values in 16 bits (concrete); mistake 1: the higher place of a group comes first
KERNEL(1) void two_of_four_packed(const float *value, const unsigned short *packed, const float *x, float *y, int columns) {
    int r = threadIdx.x;
    unsigned bits = packed[r];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        int place = bits >> 2 * (WRONG(1) ? k ^ 1 : k) & 3;
        sum = fmaf(value[r * 8 + k], x[k / 2 * 4 + place], sum);
    }
    y[r] = sum;
}

// ---- Products at sampled places: z[k] = a row of A times a column of B

KERNEL(0) void sampled_plain(const float *a, const float *b, const int *row, const int *column, float *z, int n, int depth) {
    for (int k = 0; k < n; k++) {
        float sum = 0.0f;
        for (int d = 0; d < depth; d++) {
            sum += a[row[k] * depth + d] * b[column[k] * depth + d];
        }
        z[k] = sum;
    }
}

// four lanes a place; mistake 1: row and column are exchanged
KERNEL(1) void sampled_lanes(const float *a, const float *b, const int *row, const int *column, float *z, int n, int depth) {
    int k = threadIdx.x / 4, lane = threadIdx.x % 4;
    const float4 *pa = reinterpret_cast<const float4 *>(a + (WRONG(1) ? column[k] : row[k]) * depth);
    const float4 *pb = reinterpret_cast<const float4 *>(b + (WRONG(1) ? row[k] : column[k]) * depth);
    float sum = 0.0f;
    for (int d = lane; d < depth / 4; d += 4) {
        float4 u = pa[d], v = pb[d];
        sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    sum += __shfl_xor_sync(0xffffffffu, sum, 2);
    sum += __shfl_xor_sync(0xffffffffu, sum, 1);
    if (lane == 0) {
        z[k] = sum;
    }
}

// ---- Ragged batches: rows begin at offsets

KERNEL(0) void jagged_to_padded(const float *x, const int *offset, float *y, int rows, int width, float padding) {
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < width; c++) {
            y[r * width + c] = c < offset[r + 1] - offset[r] ? x[offset[r] + c] : padding;
        }
    }
}

// a thread an element, long rows are cut; mistake 1: what is behind a row is the next row; mistake 2: no padding
KERNEL(2) void jagged_to_padded_flat(const float *x, const int *offset, float *y, int rows, int width, float padding) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / width, c = i % width;
    if (r >= rows) {
        return;
    }
    int begin = offset[r], at = begin + c;
    bool inside = WRONG(1) ? at < offset[rows] : at < offset[r + 1];
    if (inside) {
        y[i] = x[at];
    } else if (!WRONG(2)) {
        y[i] = padding;
    }
}

// softmax of each row of a packed batch
KERNEL(0) void packed_softmax(const float *x, const int *offset, float *y, int rows) {
    for (int r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (int i = offset[r]; i < offset[r + 1]; i++) {
            sum += expf(x[i]);
        }
        for (int i = offset[r]; i < offset[r + 1]; i++) {
            y[i] = expf(x[i]) / sum;
        }
    }
}

// the row of an element by counting the offsets below it; mistake 1: the row after it
KERNEL(1) void packed_softmax_elements(const float *x, const int *offset, float *y, int rows) {
    int i = threadIdx.x, r = 0;
    while (WRONG(1) ? offset[r + 1] < i : offset[r + 1] <= i) {
        r++;
    }
    float most = -INFINITY, sum = 0.0f;
    for (int k = offset[r]; k < offset[r + 1]; k++) {
        most = fmaxf(most, x[k]);
    }
    for (int k = offset[r]; k < offset[r + 1]; k++) {
        sum += __expf(x[k] - most);
    }
    y[i] = __expf(x[i] - most) / sum;
}

// ---- Outputs of experts: entry j goes back to its token with its weight (data decide the token)

KERNEL(0) void combine_tokens(const float *x, const float *weight, const int *token, float *y, int entries, int depth) {
    int t = threadIdx.x / depth, d = threadIdx.x % depth;
    for (int j = 0; j < entries; j++) {
        y[threadIdx.x] += token[j] == t ? weight[j] * x[j * depth + d] : 0.0f;
    }
}

// a thread a cell of an entry, by atomics; mistake 1: without the weight; mistake 2: adds without atomics
KERNEL(2) void combine_entries(const float *x, const float *weight, const int *token, float *y, int entries, int depth) {
    int j = threadIdx.x / depth, d = threadIdx.x % depth;
    float value = (WRONG(1) ? 1.0f : weight[j]) * x[threadIdx.x];
    float *to = y + token[j] * depth + d;
    if (WRONG(2)) {
        *to += value; //@ combine-entries-without-atomics
    } else {
        atomicAdd(to, value);
    }
}

// ---- Means over neighbours in a graph

KERNEL(0) void neighbours_plain(const int *row, const int *column, const float *x, float *y, int nodes, int depth) {
    for (int v = 0; v < nodes; v++) {
        for (int d = 0; d < depth; d++) {
            float sum = x[v * depth + d];
            for (int k = row[v]; k < row[v + 1]; k++) {
                sum += x[column[k] * depth + d];
            }
            y[v * depth + d] = sum / (row[v + 1] - row[v] + 1);
        }
    }
}

// a thread two columns, loads two neighbours ahead; mistake 1: the node itself is not counted; mistake 2: an odd neighbour
// is left out
KERNEL(2) void neighbours_pairs(const int *row, const int *column, const float2 *x, float2 *y, int nodes, int depth) {
    int v = threadIdx.x / (depth / 2), d = threadIdx.x % (depth / 2), begin = row[v], end = row[v + 1], k = begin;
    float2 sum = x[v * (depth / 2) + d];
    for (; k + 1 < end; k += 2) {
        float2 a = x[column[k] * (depth / 2) + d], b = x[column[k + 1] * (depth / 2) + d];
        sum.x += a.x + b.x;
        sum.y += a.y + b.y;
    }
    if (!WRONG(2) && k < end) {
        float2 a = x[column[k] * (depth / 2) + d];
        sum.x += a.x;
        sum.y += a.y;
    }
    float inverse = 1.0f / (end - begin + (WRONG(1) ? 0 : 1));
    y[v * (depth / 2) + d] = make_float2(sum.x * inverse, sum.y * inverse);
}
