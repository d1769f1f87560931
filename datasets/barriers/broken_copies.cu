// Mistakes in the copies of copies.cu. Where a test would not see them, the comment says why.

#include "named_barrier.cuh"

constexpr int kCompute = 64, kCopy = 64, kAll = kCompute + kCopy;
constexpr int kTile = 64;

__device__ __forceinline__ int empty(int buffer) { return 1 + 2 * buffer; }
__device__ __forceinline__ int full(int buffer) { return 2 + 2 * buffer; }

// ---- z = a x + y with two buffers

enum Mistake {
    ASKS_TOO_LATE,        // waits for a tile and then asks for it, as the copying warps wait to be asked
    ONE_FULL_BARRIER,     // both buffers have one `full`
    NOT_DELIVERED,        // the last tile is not announced
    HALF_DELIVERED,       // only one of the copying warps announces the last tile
    RELEASED_TOO_EARLY,   // y is read after its buffer has been given back
    DELIVERED_TOO_EARLY,  // a tile is announced before it is stored; works while the store is fast
    OTHER_BUFFER,         // reads the buffer that is being filled
    SAME_SCALE,           // every copying thread stores the factor
    COUNTS_DISAGREE,      // the copying warps think there is one warp less
    COUNT_TOO_SMALL,      // both sides leave the others out: each half of the CTA meets itself
    COUNT_TOO_LARGE,      // a warp is counted that does not exist
    ODD_COUNT,            // a count that is no multiple of 32
    LEFT_OVER,            // the last tiles are given back although nobody waits for it
    NO_SUCH_BARRIER,      // ids of eight buffers do not fit
    X_TWICE               // the second copying warp copies x, too
};

template <Mistake mistake>
__device__ void saxpy(float a, const float *x, const float *y, float *z, int tiles) {
    constexpr int buffers = 2;
    constexpr int all = mistake == COUNT_TOO_SMALL ? 64 : mistake == COUNT_TOO_LARGE ? 160 : kAll;
    __shared__ float2 xs[buffers][kTile / 2], ys[buffers][kTile / 2];
    __shared__ float scale;
    if (threadIdx.x < kCompute) {
        int i = threadIdx.x;
        if (mistake == ODD_COUNT) named::arrive(empty(0), kAll - 4); //@ saxpy-odd-count
        else if (mistake == NO_SUCH_BARRIER) named::arrive(empty(7) + 1, all); //@ saxpy-no-such-barrier
        else if (mistake != ASKS_TOO_LATE) named::arrive(empty(0), all); //@ saxpy-counts-disagree
        if (mistake != ASKS_TOO_LATE) named::arrive(empty(1), all);
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            int b = tile % buffers;
            if (mistake == ONE_FULL_BARRIER)
                named::sync(full(0), all); //@ saxpy-one-full-barrier
            else
                named::sync(full(b), all); //@ saxpy-asks-too-late saxpy-not-delivered saxpy-half-delivered saxpy-count-too-large
            if (mistake == ASKS_TOO_LATE && tile < buffers) named::arrive(empty(b), all);
            int from = mistake == OTHER_BUFFER ? 1 - b : b;
            float xi = reinterpret_cast<const float *>(xs[from])[i]; //@ saxpy-other-buffer saxpy-delivered-too-early
            float yi;
            if (mistake == RELEASED_TOO_EARLY) {
                if (tile + buffers < tiles) named::arrive(empty(b), all);
                yi = reinterpret_cast<const float *>(ys[from])[i]; //@ saxpy-released-too-early
            } else {
                yi = reinterpret_cast<const float *>(ys[from])[i];
                if (mistake == LEFT_OVER)
                    named::arrive(empty(b), all); //@ saxpy-left-over
                else if (tile + buffers < tiles)
                    named::arrive(empty(b), all);
            }
            z[tile * kTile + i] = (mistake == SAME_SCALE ? scale : a) * xi + yi;
        }
    } else {
        int lane = threadIdx.x % 32;
        bool copies_x = threadIdx.x < kCompute + 32;
        const float2 *from = reinterpret_cast<const float2 *>(copies_x || mistake == X_TWICE ? x : y);
        if (mistake == SAME_SCALE) scale = a; //@ saxpy-same-scale
#pragma unroll 1
        for (int tile = 0; tile < tiles; tile++) {
            int b = tile % buffers;
            bool last = tile + 1 == tiles;
            float2 pair = from[tile * (kTile / 2) + lane];
            if (mistake == COUNTS_DISAGREE) named::sync(empty(b), all - 32);
            else named::sync(empty(b), all); //@ saxpy-count-too-small
            if (mistake == DELIVERED_TOO_EARLY) named::arrive(full(b), all);
            (copies_x ? xs[b] : ys[b])[lane] = pair;
            if (mistake == ONE_FULL_BARRIER) named::arrive(full(0), all);
            else if (mistake == DELIVERED_TOO_EARLY || (mistake == NOT_DELIVERED && last)) continue;
            else if (mistake != HALF_DELIVERED || !last || copies_x) named::arrive(full(b), all);
        }
    }
}

#define SAXPY(name, mistake)                                                                       \
    extern "C" __global__ void saxpy_##name(float a, const float *x, const float *y, float *z,     \
                                            int n) {                                               \
        saxpy<mistake>(a, x, y, z, n / kTile);                                                     \
    }

SAXPY(asks_too_late, ASKS_TOO_LATE)
SAXPY(one_full_barrier, ONE_FULL_BARRIER)
SAXPY(not_delivered, NOT_DELIVERED)
SAXPY(half_delivered, HALF_DELIVERED)
SAXPY(released_too_early, RELEASED_TOO_EARLY)
SAXPY(delivered_too_early, DELIVERED_TOO_EARLY)
SAXPY(other_buffer, OTHER_BUFFER)
SAXPY(same_scale, SAME_SCALE)
SAXPY(counts_disagree, COUNTS_DISAGREE)
SAXPY(count_too_small, COUNT_TOO_SMALL)
SAXPY(count_too_large, COUNT_TOO_LARGE)
SAXPY(odd_count, ODD_COUNT)
SAXPY(left_over, LEFT_OVER)
SAXPY(no_such_barrier, NO_SUCH_BARRIER)
SAXPY(x_twice, X_TWICE)

// ---- y = A x: the vector by one warp, the matrix by two, one buffer each; 64 + 32 + 64 threads

enum Crossing {
    CROSSED,         // each copying side waits for the other one's tile before it announces its own
    ONE_EMPTY,       // vector and matrix ask on one barrier
    MATRIX_FIRST,    // the matrix is used before it is waited for
    UNPADDED_CHUNK   // the last chunk is copied although the columns end before
};

template <Crossing mistake>
__device__ void sgemv(const float *A, const float *x, float *y, int columns) {
    constexpr int vector = kCompute + 32, matrix = kCompute + 64, chunk = 16;
    constexpr int matrix_empty = 1, matrix_full = 2, vector_full = 4, crossing = 5;
    constexpr int vector_empty = mistake == ONE_EMPTY ? matrix_empty : 3;
    __shared__ float xs[chunk], As[kCompute][chunk + 1];
    int chunks = (columns + chunk - 1) / chunk;
    if (threadIdx.x < kCompute) {
        float sum = 0.0f;
#pragma unroll 1
        for (int c = 0; c < chunks; c++) {
            named::arrive(matrix_empty, matrix);
            named::arrive(vector_empty, vector); //@ sgemv-one-empty
            if (mistake == MATRIX_FIRST) sum += As[threadIdx.x][0]; //@ sgemv-matrix-first
            named::sync(matrix_full, matrix);
            named::sync(vector_full, vector);
#pragma unroll 1
            for (int k = mistake == MATRIX_FIRST; k < chunk; k++) sum += As[threadIdx.x][k] * xs[k];
        }
        y[threadIdx.x] = sum;
    } else if (threadIdx.x < kCompute + 32) {
        int lane = threadIdx.x % 32;
#pragma unroll 1
        for (int c = 0; c < chunks; c++) {
            named::sync(vector_empty, vector);
            if (lane < chunk) xs[lane] = x[c * chunk + lane]; //@ sgemv-unpadded-chunk
            if (mistake == CROSSED) named::sync(crossing, vector); //@ sgemv-crossed
            if (mistake == CROSSED) named::arrive(crossing + 1, vector);
            named::arrive(vector_full, vector);
        }
    } else {
        int i = threadIdx.x - kCompute - 32;
#pragma unroll 1
        for (int c = 0; c < chunks; c++) {
            named::sync(matrix_empty, matrix);
            if (mistake == CROSSED) named::sync(crossing + 1, vector);
#pragma unroll 1
            for (int k = i; k < kCompute * chunk; k += 64)
                if (c * chunk + k % chunk < columns)
                    As[k / chunk][k % chunk] = A[k / chunk * columns + c * chunk + k % chunk];
            if (mistake == CROSSED) named::arrive(crossing, vector);
            named::arrive(matrix_full, matrix);
        }
    }
}

extern "C" __global__ void sgemv_crossed(const float *A, const float *x, float *y, int columns) {
    sgemv<CROSSED>(A, x, y, columns);
}

extern "C" __global__ void sgemv_one_empty(const float *A, const float *x, float *y, int columns) {
    sgemv<ONE_EMPTY>(A, x, y, columns);
}

extern "C" __global__ void sgemv_matrix_first(const float *A, const float *x, float *y, int columns) {
    sgemv<MATRIX_FIRST>(A, x, y, columns);
}

extern "C" __global__ void sgemv_unpadded_chunk(const float *A, const float *x, float *y, int columns) {
    sgemv<UNPADDED_CHUNK>(A, x, y, columns);
}

// ---- Seven-point stencil, one buffer

constexpr int kX = 16, kY = 4, kRow = kX + 2, kPlane = kRow * (kY + 2);

enum Slip {
    RELEASED_BEFORE_LAST_USE, // as in the two-phase kernels of CudaDMA (WEFT, listing 3)
    SAME_COEFFICIENTS,        // every copying thread loads the two coefficients, as CudaDMA's did
    NO_MARGIN,                // the outer rows are not copied
    ONE_WARP_SHORT            // the stride of the copy is that of all threads: every second part lacks
};

template <Slip slip>
__device__ void stencil(const float *u, float *v, const float *c, int planes) {
    __shared__ float plane[kPlane], coefficients[2];
    if (threadIdx.x < kCompute) {
        int x = threadIdx.x % kX, y = threadIdx.x / kX;
        int here = (y + 1) * kRow + x + 1;
        float below = u[here], centre = u[kPlane + here];
        named::arrive(empty(0), kAll);
#pragma unroll 1
        for (int z = 1; z <= planes; z++) {
            float above = u[(z + 1) * kPlane + here];
            named::sync(full(0), kAll);
            const float *at = plane + here;
            float sum = at[-1] + at[1] + below + above;
            if (slip == RELEASED_BEFORE_LAST_USE && z < planes) named::arrive(empty(0), kAll);
            sum += at[-kRow] + at[kRow]; //@ stencil-released-before-last-use stencil-no-margin stencil-one-warp-short
            if (slip != RELEASED_BEFORE_LAST_USE && z < planes) named::arrive(empty(0), kAll);
            float c0 = slip == SAME_COEFFICIENTS ? coefficients[0] : c[0];
            float c1 = slip == SAME_COEFFICIENTS ? coefficients[1] : c[1];
            v[(z - 1) * kCompute + threadIdx.x] = c0 * centre + c1 * sum;
            below = centre;
            centre = above;
        }
    } else {
        int i = threadIdx.x - kCompute;
        if (slip == SAME_COEFFICIENTS) {
            coefficients[i % 2] = c[i % 2]; //@ stencil-same-coefficients
        }
        int stride = slip == ONE_WARP_SHORT ? kAll : kCopy;
        int begin = slip == NO_MARGIN ? kRow : 0, end = slip == NO_MARGIN ? kPlane - kRow : kPlane;
#pragma unroll 1
        for (int z = 1; z <= planes; z++) {
            named::sync(empty(0), kAll);
#pragma unroll 1
            for (int k = begin + i; k < end; k += stride) plane[k] = u[z * kPlane + k];
            named::arrive(full(0), kAll);
        }
    }
}

extern "C" __global__ void stencil_released_before_last_use(const float *u, float *v,
                                                            const float *c, int planes) {
    stencil<RELEASED_BEFORE_LAST_USE>(u, v, c, planes);
}

extern "C" __global__ void stencil_same_coefficients(const float *u, float *v, const float *c,
                                                     int planes) {
    stencil<SAME_COEFFICIENTS>(u, v, c, planes);
}

extern "C" __global__ void stencil_no_margin(const float *u, float *v, const float *c, int planes) {
    stencil<NO_MARGIN>(u, v, c, planes);
}

extern "C" __global__ void stencil_one_warp_short(const float *u, float *v, const float *c,
                                                  int planes) {
    stencil<ONE_WARP_SHORT>(u, v, c, planes);
}

// The plain stencil with its coefficients in memory.
extern "C" __global__ void stencil_plain(const float *u, float *v, const float *c, int planes) {
    int x = threadIdx.x % kX, y = threadIdx.x / kX;
#pragma unroll 1
    for (int z = 1; z <= planes; z++) {
        const float *at = u + z * kPlane + (y + 1) * kRow + x + 1;
        float sum = at[-1] + at[1] + at[-kRow] + at[kRow] + at[-kPlane] + at[kPlane];
        v[(z - 1) * kCompute + threadIdx.x] = c[0] * at[0] + c[1] * sum;
    }
}
