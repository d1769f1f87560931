// What bench.conf runs: few lines that make many accesses under many barriers, in the proportions of
// the kernels that WEFT is measured on (figure 9), and one that is larger than those.

#include "named_barrier.cuh"

// ---- z = a x + y: two warps copy tiles of 256 elements, eight compute (saxpy_single)

constexpr int kTile = 256;
constexpr int kTileAndCopy = kTile + 32;

__device__ __forceinline__ void copy_tiles(const float4 *from, float4 *tile, int empty, int full,
                                           int tiles) {
    int lane = threadIdx.x % 32;
    from += blockIdx.x * (kTile / 4) + lane;
#pragma unroll 1
    for (int t = 0; t < tiles; t++) {
        float4 low = from[0], high = from[32];
        from += gridDim.x * (kTile / 4);
        named::sync(empty, kTileAndCopy);
        tile[lane] = low;
        tile[lane + 32] = high;
        named::arrive(full, kTileAndCopy);
    }
}

extern "C" __global__ void saxpy_tiles(float a, const float *x, const float *y, float *z,
                                       int tiles) {
    constexpr int x_empty = 1, x_full = 2, y_empty = 3, y_full = 4;
    __shared__ float4 xs[kTile / 4], ys[kTile / 4];
    if (threadIdx.x < kTile) {
        int i = threadIdx.x;
        float *to = z + blockIdx.x * kTile + i;
        named::arrive(x_empty, kTileAndCopy);
        named::arrive(y_empty, kTileAndCopy);
#pragma unroll 1
        for (int t = 0; t < tiles; t++) {
            named::sync(x_full, kTileAndCopy);
            float xi = reinterpret_cast<const float *>(xs)[i];
            if (t + 1 < tiles) named::arrive(x_empty, kTileAndCopy);
            named::sync(y_full, kTileAndCopy);
            float yi = reinterpret_cast<const float *>(ys)[i];
            if (t + 1 < tiles) named::arrive(y_empty, kTileAndCopy);
            *to = a * xi + yi;
            to += gridDim.x * kTile;
        }
    } else if (threadIdx.x < kTile + 32) {
        copy_tiles(reinterpret_cast<const float4 *>(x), xs, x_empty, x_full, tiles);
    } else {
        copy_tiles(reinterpret_cast<const float4 *>(y), ys, y_empty, y_full, tiles);
    }
}

// ---- y = A x, 128 rows, column by column: chunks of 128 elements of x, read by all threads

constexpr int kRows = 128;
constexpr int kChunk = 128;

__device__ __forceinline__ float chunk(const float *&column, const float *xs, float sum) {
#pragma unroll
    for (int k = 0; k < kChunk; k++) {
        sum += column[0] * xs[k];
        column += kRows;
    }
    return sum;
}

// One warp copies the chunks (sgemv_vecsingle).
extern "C" __global__ void sgemv_chunks(const float *A, const float *x, float *y, int chunks) {
    constexpr int empty = 1, full = 2, all = kRows + 32;
    __shared__ float xs[kChunk];
    if (threadIdx.x < kRows) {
        const float *column = A + threadIdx.x;
        float sum = 0.0f;
        named::arrive(empty, all);
        for (int c = 0; c < chunks; c++) {
            named::sync(full, all);
            sum = chunk(column, xs, sum);
            named::arrive(empty, all);
        }
        y[threadIdx.x] = sum;
    } else {
        int lane = threadIdx.x % 32;
        for (int c = 0; c < chunks; c++) {
            named::sync(empty, all);
            for (int k = lane; k < kChunk; k += 32) xs[k] = x[c * kChunk + k];
            named::arrive(full, all);
        }
        named::sync(empty, all);
    }
}

// All threads copy and compute by turns, with barriers over the whole CTA.
extern "C" __global__ void sgemv_turns(const float *A, const float *x, float *y, int chunks) {
    __shared__ float xs[kChunk];
    const float *column = A + threadIdx.x;
    float sum = 0.0f;
    for (int c = 0; c < chunks; c++) {
        xs[threadIdx.x] = x[c * kChunk + threadIdx.x];
        __syncthreads();
        sum = chunk(column, xs, sum);
        __syncthreads();
    }
    y[threadIdx.x] = sum;
}

// ---- 1024 threads in eight teams of 128: each reads what the team before it has made, 21 values a
// thread, and makes eight values a thread for the team after it; 14 hand-offs a round

constexpr int kTeam = 128, kTeams = 8, kMade = 8, kRead = 21;

extern "C" __global__ void relay(const float *x, float *y, int rounds) {
    __shared__ float made[kTeams - 1][kTeam * kMade];
    constexpr int both = 2 * kTeam;
    int team = threadIdx.x / kTeam, i = threadIdx.x % kTeam;
    bool reads = team > 0, makes = team < kTeams - 1;
    int full = 2 * team + 1, empty = 2 * team + 2; // of the team's own buffer
    float sum = x[threadIdx.x];
    if (reads) named::arrive(empty - 2, both);
#pragma unroll 1
    for (int r = 0; r < rounds; r++) {
        if (reads) {
            named::sync(full - 2, both);
            const float *from = made[team - 1];
#pragma unroll
            for (int k = 0; k < kRead; k++) sum += from[(i + 49 * k) % (kTeam * kMade)];
            if (r + 1 < rounds) named::arrive(empty - 2, both);
        }
        if (makes) {
            named::sync(empty, both);
#pragma unroll
            for (int k = 0; k < kMade; k++) made[team][k * kTeam + i] = sum;
            named::arrive(full, both);
        }
    }
    y[threadIdx.x] = sum;
}
