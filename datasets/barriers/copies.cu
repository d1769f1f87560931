// Warp-specialised copies in the style of CudaDMA: copying warps bring tiles to shared memory,
// computing warps use them. Each buffer has two named barriers: at `empty` the computing warps
// arrive when they have read a tile and the copying warps wait, at `full` it is the other way
// round. Nobody waits at the end of the kernel, and no arrival may be left over there.

#include "named_barrier.cuh"

constexpr int kCompute = 64; // threads 0-63
constexpr int kCopy = 64;    // threads 64-127
constexpr int kAll = kCompute + kCopy;
constexpr int kTile = 64;

__device__ __forceinline__ int empty(int buffer) { return 1 + 2 * buffer; }
__device__ __forceinline__ int full(int buffer) { return 2 + 2 * buffer; }

// ---- z = a x + y

// One thread after the other, no tiles.
extern "C" __global__ void saxpy(float a, const float *x, const float *y, float *z, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) z[i] = a * x[i] + y[i];
}

// One warp copies x, one copies y.
template <int Buffers>
__device__ void saxpy_copied(float a, const float *x, const float *y, float *z, int tiles) {
    __shared__ float2 xs[Buffers][kTile / 2], ys[Buffers][kTile / 2];
    if (threadIdx.x < kCompute) {
        int i = threadIdx.x;
        for (int b = 0; b < Buffers; b++) named::arrive(empty(b), kAll);
        for (int tile = 0; tile < tiles; tile++) {
            int b = tile % Buffers;
            named::sync(full(b), kAll);
            float xi = reinterpret_cast<const float *>(xs[b])[i];
            float yi = reinterpret_cast<const float *>(ys[b])[i];
            if (tile + Buffers < tiles) named::arrive(empty(b), kAll);
            z[tile * kTile + i] = a * xi + yi;
        }
    } else {
        int lane = threadIdx.x % 32;
        bool copies_x = threadIdx.x < kCompute + 32;
        const float2 *from = reinterpret_cast<const float2 *>(copies_x ? x : y);
        for (int tile = 0; tile < tiles; tile++) {
            int b = tile % Buffers;
            float2 pair = from[tile * (kTile / 2) + lane];
            named::sync(empty(b), kAll);
            (copies_x ? xs[b] : ys[b])[lane] = pair;
            named::arrive(full(b), kAll);
        }
    }
}

extern "C" __global__ void saxpy_single(float a, const float *x, const float *y, float *z, int n) {
    saxpy_copied<1>(a, x, y, z, n / kTile);
}

extern "C" __global__ void saxpy_double(float a, const float *x, const float *y, float *z, int n) {
    saxpy_copied<2>(a, x, y, z, n / kTile);
}

extern "C" __global__ void saxpy_quad(float a, const float *x, const float *y, float *z, int n) {
    saxpy_copied<4>(a, x, y, z, n / kTile);
}

// ---- y = A x, one row a thread, 64 rows; chunks of 16 columns

constexpr int kChunk = 16;

extern "C" __global__ void sgemv(const float *A, const float *x, float *y, int columns) {
    float sum = 0.0f;
    for (int k = 0; k < columns; k++) sum += A[threadIdx.x * columns + k] * x[k];
    y[threadIdx.x] = sum;
}

// The vector is copied, the matrix is read where it lies. 64 + 32 threads.
template <int Buffers>
__device__ void sgemv_vector_copied(const float *A, const float *x, float *y, int columns) {
    constexpr int all = kCompute + 32;
    __shared__ float xs[Buffers][kChunk];
    int chunks = columns / kChunk;
    if (threadIdx.x < kCompute) {
        const float *row = A + threadIdx.x * columns;
        float sum = 0.0f;
        for (int b = 0; b < Buffers; b++) named::arrive(empty(b), all);
        for (int c = 0; c < chunks; c++) {
            int b = c % Buffers;
            named::sync(full(b), all);
#pragma unroll 2
            for (int k = 0; k < kChunk; k++) sum += row[c * kChunk + k] * xs[b][k];
            if (c + Buffers < chunks) named::arrive(empty(b), all);
        }
        y[threadIdx.x] = sum;
    } else {
        int lane = threadIdx.x % 32;
        for (int c = 0; c < chunks; c++) {
            int b = c % Buffers;
            named::sync(empty(b), all);
            if (lane < kChunk) xs[b][lane] = x[c * kChunk + lane];
            named::arrive(full(b), all);
        }
    }
}

extern "C" __global__ void sgemv_vector_single(const float *A, const float *x, float *y, int n) {
    sgemv_vector_copied<1>(A, x, y, n);
}

extern "C" __global__ void sgemv_vector_double(const float *A, const float *x, float *y, int n) {
    sgemv_vector_copied<2>(A, x, y, n);
}

// Both are copied, by different warps with barriers of their own: the vector by one warp, the
// matrix by two; 64 + 32 + 64 threads. Even and odd columns are summed apart.
template <int Buffers>
__device__ void sgemv_both_copied(const float *A, const float *x, float *y, int columns) {
    constexpr int vector = kCompute + 32, matrix = kCompute + 64;
    __shared__ float xs[Buffers][kChunk];
    __shared__ float As[Buffers][kCompute][kChunk + 1];
    const int matrix_empty = 1, matrix_full = 1 + Buffers;
    const int vector_empty = 1 + 2 * Buffers, vector_full = 1 + 3 * Buffers;
    int chunks = columns / kChunk;
    if (threadIdx.x < kCompute) {
        float even = 0.0f, odd = 0.0f;
        for (int b = 0; b < Buffers; b++) {
            named::arrive(matrix_empty + b, matrix);
            named::arrive(vector_empty + b, vector);
        }
        for (int c = 0; c < chunks; c++) {
            int b = c % Buffers;
            named::sync(matrix_full + b, matrix);
            named::sync(vector_full + b, vector);
#pragma unroll 1
            for (int k = 0; k < kChunk; k += 2) {
                even += As[b][threadIdx.x][k] * xs[b][k];
                odd += As[b][threadIdx.x][k + 1] * xs[b][k + 1];
            }
            if (c + Buffers < chunks) {
                named::arrive(matrix_empty + b, matrix);
                named::arrive(vector_empty + b, vector);
            }
        }
        y[threadIdx.x] = even + odd;
    } else if (threadIdx.x < kCompute + 32) {
        int lane = threadIdx.x % 32;
        for (int c = 0; c < chunks; c++) {
            int b = c % Buffers;
            named::sync(vector_empty + b, vector);
            if (lane < kChunk) xs[b][lane] = x[c * kChunk + lane];
            named::arrive(vector_full + b, vector);
        }
    } else {
        int i = threadIdx.x - kCompute - 32;
        for (int c = 0; c < chunks; c++) {
            int b = c % Buffers;
            named::sync(matrix_empty + b, matrix);
            for (int k = i; k < kCompute * kChunk; k += 64)
                As[b][k / kChunk][k % kChunk] = A[k / kChunk * columns + c * kChunk + k % kChunk];
            named::arrive(matrix_full + b, matrix);
        }
    }
}

extern "C" __global__ void sgemv_both_single(const float *A, const float *x, float *y, int n) {
    sgemv_both_copied<1>(A, x, y, n);
}

extern "C" __global__ void sgemv_both_double(const float *A, const float *x, float *y, int n) {
    sgemv_both_copied<2>(A, x, y, n);
}

// ---- Seven-point stencil on 16 x 4 columns, plane by plane; the field has a margin of one.

constexpr int kX = 16, kY = 4, kRow = kX + 2, kPlane = kRow * (kY + 2);

extern "C" __global__ void stencil(const float *u, float *v, float c0, float c1, int planes) {
    int x = threadIdx.x % kX, y = threadIdx.x / kX;
    for (int z = 1; z <= planes; z++) {
        const float *at = u + z * kPlane + (y + 1) * kRow + x + 1;
        float sum = at[-1] + at[1] + at[-kRow] + at[kRow] + at[-kPlane] + at[kPlane];
        v[(z - 1) * kCompute + threadIdx.x] = c0 * at[0] + c1 * sum;
    }
}

// Planes with their margin are copied; what lies above and below stays in registers.
template <int Buffers>
__device__ void stencil_copied(const float *u, float *v, float c0, float c1, int planes) {
    __shared__ float plane[Buffers][kPlane];
    if (threadIdx.x < kCompute) {
        int x = threadIdx.x % kX, y = threadIdx.x / kX;
        int here = (y + 1) * kRow + x + 1;
        float below = u[here], centre = u[kPlane + here];
        for (int b = 0; b < Buffers; b++) named::arrive(empty(b), kAll);
        for (int z = 1; z <= planes; z++) {
            int b = (z - 1) % Buffers;
            float above = u[(z + 1) * kPlane + here];
            named::sync(full(b), kAll);
            const float *at = plane[b] + here;
            float sum = at[-1] + at[1] + at[-kRow] + at[kRow] + below + above;
            if (z + Buffers <= planes) named::arrive(empty(b), kAll);
            v[(z - 1) * kCompute + threadIdx.x] = c0 * centre + c1 * sum;
            below = centre;
            centre = above;
        }
    } else {
        for (int z = 1; z <= planes; z++) {
            int b = (z - 1) % Buffers;
            named::sync(empty(b), kAll);
            for (int i = threadIdx.x - kCompute; i < kPlane; i += kCopy)
                plane[b][i] = u[z * kPlane + i];
            named::arrive(full(b), kAll);
        }
    }
}

extern "C" __global__ void stencil_single(const float *u, float *v, float c0, float c1, int n) {
    stencil_copied<1>(u, v, c0, c1, n);
}

extern "C" __global__ void stencil_double(const float *u, float *v, float c0, float c1, int n) {
    stencil_copied<2>(u, v, c0, c1, n);
}

extern "C" __global__ void stencil_quad(const float *u, float *v, float c0, float c1, int n) {
    stencil_copied<4>(u, v, c0, c1, n);
}

// Two phases on one buffer: first the inner rows with their sides, then the two outer rows. The
// second copy of a plane overlaps the sums along x, the first copy of the next those along y.
extern "C" __global__ void stencil_two_phase(const float *u, float *v, float c0, float c1, int n) {
    constexpr int rows_empty = 1, rows_full = 2, outer_empty = 3, outer_full = 4;
    __shared__ float rows[kY][kRow], outer[2][kX];
    if (threadIdx.x < kCompute) {
        int x = threadIdx.x % kX, y = threadIdx.x / kX;
        int here = (y + 1) * kRow + x + 1;
        float below = u[here], centre = u[kPlane + here];
        named::arrive(rows_empty, kAll);
        named::arrive(outer_empty, kAll);
        for (int z = 1; z <= n; z++) {
            float above = u[(z + 1) * kPlane + here];
            named::sync(rows_full, kAll);
            float sum = rows[y][x] + rows[y][x + 2] + below + above;
            float front = y > 0 ? rows[y - 1][x + 1] : 0.0f;
            float back = y + 1 < kY ? rows[y + 1][x + 1] : 0.0f;
            if (z < n) named::arrive(rows_empty, kAll);
            named::sync(outer_full, kAll);
            if (y == 0) front = outer[0][x];
            if (y == kY - 1) back = outer[1][x];
            if (z < n) named::arrive(outer_empty, kAll);
            v[(z - 1) * kCompute + threadIdx.x] = c0 * centre + c1 * (sum + front + back);
            below = centre;
            centre = above;
        }
    } else {
        int i = threadIdx.x - kCompute;
        for (int z = 1; z <= n; z++) {
            named::sync(rows_empty, kAll);
            for (int k = i; k < kY * kRow; k += kCopy)
                rows[k / kRow][k % kRow] = u[z * kPlane + kRow + k];
            named::arrive(rows_full, kAll);
            named::sync(outer_empty, kAll);
            if (i < 2 * kX)
                outer[i / kX][i % kX] = u[z * kPlane + i / kX * (kY + 1) * kRow + i % kX + 1];
            named::arrive(outer_full, kAll);
        }
    }
}
