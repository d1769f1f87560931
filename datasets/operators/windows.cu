// Convolutions and poolings, in the shape that Triton gives them: a program computes a block of elements of the
// output, each thread some of them, and goes through the window with masks at the ends of the input.
#include "tiles.cuh"


// ---- convolutions

// One dimension, with a bias; y is [n, o, l - r + 1].
extern "C" __global__ void conv1d(const float *x, const float *w, const float *b, float *y, int n, int c, int l,
                                  int o, int r) {
    int out = l - r + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * out) continue;
        int t = i % out, f = i / out % o, batch = i / out / o;
        float acc = b[f];
        for (int d = 0; d < c; d++)
            for (int u = 0; u < r; u++) acc += x[(batch * c + d) * l + t + u] * w[(f * c + d) * r + u];
        y[i] = acc;
    }
}

// Every second element, as far beyond the ends as the window reaches.
extern "C" __global__ void conv1d_dilated(const float *x, const float *w, float *y, int n, int c, int l, int o) {
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * l) continue;
        int t = i % l, f = i / l % o, batch = i / l / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int u = 0; u < 3; u++) {
                int at = t + 2 * u - 2;
                float v = at >= 0 && at < l ? x[(batch * c + d) * l + at] : 0.0f;
                acc += v * w[(f * c + d) * 3 + u];
            }
        y[i] = acc;
    }
}

extern "C" __global__ void conv2d(const float *x, const float *w, float *y, int n, int c, int h, int v, int o, int r,
                                  int q) {
    int rows = h - r + 1, columns = v - q + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, f = i / columns / rows % o, batch = i / columns / rows / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int a = 0; a < r; a++)
                for (int e = 0; e < q; e++)
                    acc += x[((batch * c + d) * h + row + a) * v + column + e] * w[((f * c + d) * r + a) * q + e];
        y[i] = acc;
    }
}

// 3 x 3, every second row and column, one row and column beyond the ends.
extern "C" __global__ void conv2d_strided(const float *x, const float *w, const float *b, float *y, int n, int c,
                                          int h, int v, int o) {
    int rows = (h - 1) / 2 + 1, columns = (v - 1) / 2 + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, f = i / columns / rows % o, batch = i / columns / rows / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int a = 0; a < 9; a++) {
                int p = 2 * row + a / 3 - 1, q = 2 * column + a % 3 - 1;
                bool in = p >= 0 && p < h && q >= 0 && q < v;
                float own = in ? x[((batch * c + d) * h + p) * v + q] : 0.0f;
                acc += own * w[(f * c + d) * 9 + a];
            }
        y[i] = acc + b[f];
    }
}

// 3 x 3 in two groups: half of the filters sees half of the channels, c of them.
extern "C" __global__ void conv2d_grouped(const float *x, const float *w, float *y, int n, int c, int h, int v,
                                          int o) {
    int rows = h - 2, columns = v - 2;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * 2 * o * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, f = i / columns / rows % (2 * o);
        int batch = i / columns / rows / (2 * o), group = f / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int a = 0; a < 9; a++)
                acc += x[((batch * 2 * c + group * c + d) * h + row + a / 3) * v + column + a % 3] *
                       w[(f * c + d) * 9 + a];
        y[i] = acc;
    }
}

// 3 x 3, each channel with a filter of its own; one row and column beyond the ends.
extern "C" __global__ void conv2d_depthwise(const float *x, const float *w, float *y, int n, int c, int h, int v) {
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * c * h * v) continue;
        int column = i % v, row = i / v % h, plane = i / v / h, channel = plane % c;
        float acc = 0.0f;
        for (int a = 0; a < 9; a++) {
            int p = row + a / 3 - 1, q = column + a % 3 - 1;
            float own = p >= 0 && p < h && q >= 0 && q < v ? x[(plane * h + p) * v + q] : 0.0f;
            acc += own * w[channel * 9 + a];
        }
        y[i] = acc;
    }
}

// 2 x 2 x 2 in three dimensions.
extern "C" __global__ void conv3d(const float *x, const float *w, float *y, int n, int c, int d, int h, int v,
                                  int o) {
    int slices = d - 1, rows = h - 1, columns = v - 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * slices * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, slice = i / columns / rows % slices;
        int f = i / columns / rows / slices % o, batch = i / columns / rows / slices / o;
        float acc = 0.0f;
        for (int e = 0; e < c; e++)
            for (int a = 0; a < 8; a++) {
                int at = ((batch * c + e) * d + slice + a / 4) * h + row + a / 2 % 2;
                acc += x[at * v + column + a % 2] * w[(f * c + e) * 8 + a];
            }
        y[i] = acc;
    }
}

// ---- transposed convolutions, of which each element gathers what reaches it

// Stride 2; y is [n, o, 2 * l + r - 2].
extern "C" __global__ void conv_transpose1d(const float *x, const float *w, float *y, int n, int c, int l, int o,
                                            int r) {
    int out = 2 * (l - 1) + r;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * out) continue;
        int t = i % out, f = i / out % o, batch = i / out / o;
        float acc = 0.0f;
        for (int d = 0; d < c; d++)
            for (int u = 0; u < r; u++) {
                int from = t - u;
                bool in = from >= 0 && from % 2 == 0 && from / 2 < l;
                if (in) acc += x[(batch * c + d) * l + from / 2] * w[(d * o + f) * r + u];
            }
        y[i] = acc;
    }
}

// 3 x 3, stride 2, a row and a column cut off at each end, with a bias; y is [n, o, 2 * h - 1, 2 * v - 1].
extern "C" __global__ void conv_transpose2d(const float *x, const float *w, const float *b, float *y, int n, int c,
                                            int h, int v, int o) {
    int rows = 2 * h - 1, columns = 2 * v - 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, f = i / columns / rows % o, batch = i / columns / rows / o;
        float acc = b[f];
        for (int d = 0; d < c; d++)
            for (int a = 0; a < 9; a++) {
                int p = row + 1 - a / 3, q = column + 1 - a % 3;
                bool in = p >= 0 && p % 2 == 0 && p / 2 < h && q >= 0 && q % 2 == 0 && q / 2 < v;
                if (in) acc += x[((batch * c + d) * h + p / 2) * v + q / 2] * w[(d * o + f) * 9 + a];
            }
        y[i] = acc;
    }
}

// 2 x 2 x 2 with stride 1; y is [n, o, d + 1, h + 1, v + 1].
extern "C" __global__ void conv_transpose3d(const float *x, const float *w, float *y, int n, int c, int d, int h,
                                            int v, int o) {
    int slices = d + 1, rows = h + 1, columns = v + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= n * o * slices * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, slice = i / columns / rows % slices;
        int f = i / columns / rows / slices % o, batch = i / columns / rows / slices / o;
        float acc = 0.0f;
        for (int e = 0; e < c; e++)
            for (int a = 0; a < 8; a++) {
                int s = slice - a / 4, p = row - a / 2 % 2, q = column - a % 2;
                if (s >= 0 && s < d && p >= 0 && p < h && q >= 0 && q < v)
                    acc += x[(((batch * c + e) * d + s) * h + p) * v + q] * w[(e * o + f) * 8 + a];
            }
        y[i] = acc;
    }
}

// ---- poolings

// Windows of 3, every 2 elements.
extern "C" __global__ void max_pool1d(const float *x, float *y, int planes, int l) {
    int out = (l - 3) / 2 + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= planes * out) continue;
        const float *own = x + i / out * l + 2 * (i % out);
        y[i] = fmaxf(fmaxf(own[0], own[1]), own[2]);
    }
}

// Windows of 3 x 3, every 2 elements, one beyond the ends.
extern "C" __global__ void max_pool2d(const float *x, float *y, int planes, int h, int v) {
    int rows = (h - 1) / 2 + 1, columns = (v - 1) / 2 + 1;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= planes * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, plane = i / columns / rows;
        float top = -INFINITY;
        for (int a = 0; a < 9; a++) {
            int p = 2 * row + a / 3 - 1, q = 2 * column + a % 3 - 1;
            top = fmaxf(top, p >= 0 && p < h && q >= 0 && q < v ? x[(plane * h + p) * v + q] : -INFINITY);
        }
        y[i] = top;
    }
}

// Windows of 2 x 2 that do not overlap.
extern "C" __global__ void avg_pool2d(const float *x, float *y, int planes, int h, int v) {
    int rows = h / 2, columns = v / 2;
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= planes * rows * columns) continue;
        int column = i % columns, row = i / columns % rows, plane = i / columns / rows;
        const float *own = x + (plane * h + 2 * row) * v + 2 * column;
        y[i] = (own[0] + own[1] + own[v] + own[v + 1]) / 4;
    }
}

// Windows of 3, one element beyond the ends, which counts as 0.
extern "C" __global__ void avg_pool1d(const float *x, float *y, int planes, int l) {
#pragma unroll 1
    for (int k = 0; k < PER_THREAD; k++) {
        int i = blockIdx.x * BLOCK + place(k);
        if (i >= planes * l) continue;
        int t = i % l;
        float acc = x[i];
        if (t > 0) acc += x[i - 1];
        if (t < l - 1) acc += x[i + 1];
        y[i] = acc / 3;
    }
}

// The mean of each plane, a program a plane.
extern "C" __global__ void global_avg_pool(const float *x, float *y, int size) {
    float v[PER_THREAD];
    load(v, x + blockIdx.x * size, size, 0.0f);
    float all = reduced<Sum>(v);
    if (threadIdx.x == 0) y[blockIdx.x] = all / size;
}
