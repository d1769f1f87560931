#include <cstdint>
typedef long long i64;

// An index over four sizes is taken apart and put together again.
extern "C" __global__ void planes(float *dst, const float *src, i64 n0, i64 n1, i64 n2, i64 total) {
    i64 i = (i64) blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) {
        return;
    }
    i64 i0 = i % n0;
    i64 i1 = (i / n0) % n1;
    i64 i2 = (i / (n0 * n1)) % n2;
    i64 i3 = i / (n0 * n1 * n2);
    dst[((i3 * n2 + i2) * n1 + i1) * n0 + i0] = src[i]; // @planes
}

// The same, but rows have the length n1.
extern "C" __global__ void planes_wrong_row(float *dst, const float *src, i64 n0, i64 n1, i64 n2, i64 total) {
    i64 i = (i64) blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= total) {
        return;
    }
    i64 i0 = i % n0;
    i64 i1 = (i / n0) % n1;
    i64 i2 = (i / (n0 * n1)) % n2;
    i64 i3 = i / (n0 * n1 * n2);
    dst[((i3 * n2 + i2) * n0 + i1) * n1 + i0] = src[i]; // @wrong_row
}

// The planes are counted modulo n3, which the guard makes no difference.
extern "C" __global__ void rolled(const float *src, float *dst, i64 n0, i64 n1, i64 n2, i64 n3, int by) {
    i64 i = (i64) blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n0 * n1 * n2 * n3) {
        return;
    }
    i64 i0 = i % n0;
    i64 i1 = (i / n0) % n1;
    i64 i2 = (i / (n0 * n1)) % n2;
    i64 i3 = (i / (n0 * n1 * n2)) % n3;
    i64 from = i0 - by;
    if (from < 0) {
        from += n0;
    }
    dst[i3 * (n0 * n1 * n2) + i2 * (n1 * n0) + i1 * n0 + i0] = src[i - i0 + from]; // @rolled
}

// Without a guard the planes are counted modulo n3.
extern "C" __global__ void rolled_far(const float *src, float *dst, i64 n0, i64 n1, i64 n2, i64 n3, int by) {
    i64 i = (i64) blockDim.x * blockIdx.x + threadIdx.x;
    i64 i0 = i % n0;
    i64 i1 = (i / n0) % n1;
    i64 i2 = (i / (n0 * n1)) % n2;
    i64 i3 = (i / (n0 * n1 * n2)) % n3;
    dst[i3 * (n0 * n1 * n2) + i2 * (n1 * n0) + i1 * n0 + i0] = src[i] + by; // @far
}

// int sizes: what is left of a plane is divided again.
extern "C" __global__ void transposed(const float *x, float *y, int rows, int columns, int planes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns * planes) {
        int p = i / (rows * columns);
        int rest = i - p * rows * columns;
        int r = rest / columns;
        int c = rest % columns;
        y[(p * columns + c) * rows + r] = x[i]; // @transposed
    }
}

// The same, but planes of y are only rows long.
extern "C" __global__ void transposed_short(const float *x, float *y, int rows, int columns, int planes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns * planes) {
        int p = i / (rows * columns);
        int rest = i - p * rows * columns;
        int r = rest / columns;
        int c = rest % columns;
        y[(p + c) * rows + r] = x[i]; // @short
    }
}
