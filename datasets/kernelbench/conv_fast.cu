// Convolutions as one would write them for speed: tiles with a halo in shared memory (55 67), sums for several outputs in
// registers (56), a product of matrices whose second factor is never stored (50), planes one after the other (54), rows of
// a column in registers (84), two convolutions in one kernel (86), a product in tiles (87).
#include "conv_mistakes.cuh"

// 67 in tiles: a CTA eight outputs of one filter; every channel's ten inputs lie in shared memory while they are used.
template <Mistake M>
__device__ void conv1d_tiled(const float *x, const float *w, float *y, int C, int L, int O) {
    constexpr int TILE = 8;
    __shared__ float tile[TILE + 2];
    int first = blockIdx.x * TILE, t = first + threadIdx.x, o = blockIdx.y, n = blockIdx.z;
    float sum = 0.0f;
    for (int c = 0; c < C; c++) {
        for (int i = threadIdx.x; i < TILE + (M == NARROW_HALO ? 1 : 2); i += TILE) {
            if (first + i < L) {
                tile[i] = x[(n * C + c) * L + first + i]; //@ conv1d-tiled-067-overwritten
            }
        }
        __syncthreads();
        if (t < L - 2) {
#pragma unroll
            for (int u = 0; u < 3; u++) {
                float tap = w[(o * C + c) * 3 + (M == FLIPPED ? 2 - u : u)];
                sum = fmaf(tile[threadIdx.x + u], tap, sum); //@ conv1d-tiled-067-narrow-halo
            }
        }
        if (M != OVERWRITTEN) {
            __syncthreads();
        }
    }
    if (t < L - 2) {
        y[(n * O + o) * (L - 2) + t] = sum;
    }
}

extern "C" __global__ void conv1d_tiled_067(const float *x, const float *w, float *y, int C, int L, int O) {
    conv1d_tiled<MISTAKE(NARROW_HALO, OVERWRITTEN, FLIPPED)>(x, w, y, C, L, O);
}

// 55 in tiles: a CTA 4 x 4 outputs of one filter, a channel's 6 x 6 inputs in shared memory. One mistake reads the tile
// before all of it is there, one does not ask where the image ends.
template <Mistake M>
__device__ void conv2d_tiled(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    constexpr int TILE = 4, HALO = TILE + 2;
    __shared__ float tile[HALO][HALO];
    int tiles = (W - 2 + TILE - 1) / TILE, left = blockIdx.x % tiles * TILE, top = blockIdx.x / tiles * TILE;
    int at = threadIdx.y * TILE + threadIdx.x, v = left + threadIdx.x, h = top + threadIdx.y, o = blockIdx.y, n = blockIdx.z;
    float sum = 0.0f;
    for (int c = 0; c < C; c++) {
        for (int e = at; e < HALO * HALO; e += TILE * TILE) {
            int i = top + e / HALO, j = left + e % HALO;
            bool there = M == HIGH_BORDER || (i < H && j < W);
            tile[e / HALO][e % HALO] = there ? x[((n * C + c) * H + i) * W + j] : 0.0f; //@ conv2d-tiled-055-high-border
        }
        if (M != NO_BARRIER) {
            __syncthreads();
        }
        const float *taps = w + (o * C + c) * 9;
#pragma unroll
        for (int r = 0; r < 3; r++) {
#pragma unroll
            for (int q = 0; q < 3; q++) {
                float tap = taps[M == TRANSPOSED ? q * 3 + r : r * 3 + q];
                sum = fmaf(tile[threadIdx.y + r][threadIdx.x + q], tap, sum); //@ conv2d-tiled-055-no-barrier
            }
        }
        __syncthreads();
    }
    if (h < H - 2 && v < W - 2) {
        y[((n * O + o) * (H - 2) + h) * (W - 2) + v] = sum;
    }
}

extern "C" __global__ void conv2d_tiled_055(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    conv2d_tiled<MISTAKE(NO_BARRIER, HIGH_BORDER, TRANSPOSED)>(x, w, y, C, H, W, O);
}

// 56 in registers: a thread two outputs side by side of two filters; a row of taps meets eight inputs. One mistake does not
// ask whether the second column, one whether the second filter exists.
template <Mistake M>
__device__ void conv2d_blocked(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    int height = H - 4, width = W - 6, pairs = (width + 1) / 2;
    int at = blockIdx.x * blockDim.x + threadIdx.x, h = at / pairs, v = at % pairs * 2, o = blockIdx.y * 2, n = blockIdx.z;
    if (h >= height) {
        return;
    }
    bool column = M == HIGH_BORDER || v + 1 < width, filter = o + 1 < O;
    float sum[2][2] = {};
#pragma unroll 1
    for (int c = 0; c < C; c++) {
#pragma unroll 1
        for (int r = 0; r < 5; r++) {
            const float *of_x = x + ((n * C + c) * H + h + r) * W + v, *of_w = w + ((o * C + c) * 5 + r) * 7;
            float last = of_x[0];
#pragma unroll
            for (int q = 0; q < 7 - (M == MISSING_TAP); q++) {
                float next = q < 6 || column ? of_x[q + 1] : 0.0f;
                float a = of_w[q], b = filter ? of_w[(M == TAP_PITCH ? 1 : C) * 35 + q] : 0.0f;
                sum[0][0] += last * a;
                sum[0][1] += next * a;
                sum[1][0] += last * b;
                sum[1][1] += next * b;
                last = next;
            }
        }
    }
    for (int k = 0; k < 2; k++) {
        if (k == 0 || filter) {
            float *to = y + ((n * O + o + k) * height + h) * width + v;
            to[0] = sum[k][0]; //@ conv2d-blocked-056-high-border
            if (column) {
                to[1] = sum[k][1];
            }
        }
    }
}

extern "C" __global__ void conv2d_blocked_056(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    conv2d_blocked<MISTAKE(HIGH_BORDER, MISSING_TAP, TAP_PITCH)>(x, w, y, C, H, W, O);
}

// 50 as a product of matrices: filters x taps times taps x pixels, tiles of 4 x 8 and 8 taps a step. The second factor is
// the image, read where the tap falls. One mistake overwrites a tile in use, one takes taps beyond the last for others.
template <Mistake M>
__device__ void conv2d_implicit(const float *x, const float *w, const float *b, float *y, int C, int H, int W, int O) {
    constexpr int R = 11, S = 4, P = 2, STEP = 8;
    __shared__ float of_w[4][STEP], of_x[STEP][8];
    int height = (H + 2 * P - R) / S + 1, width = (W + 2 * P - R) / S + 1, taps = C * R * R;
    int row = threadIdx.x / 8, column = threadIdx.x % 8, o = blockIdx.y * 4 + row, pixel = blockIdx.x * 8 + column;
    int h = pixel / width, v = pixel % width, n = blockIdx.z;
    float sum = 0.0f;
#pragma unroll 1
    for (int begin = 0; begin < taps; begin += STEP) {
        int k = begin + column;
        of_w[row][column] = o < O && (k < taps || M == UNGUARDED) ? w[o * taps + k] : 0.0f; //@ conv2d-implicit-050-unguarded
        for (int part = row; part < STEP; part += 4) {
            int tap = begin + part, c = tap / (R * R), i = h * S + tap / R % R - P, j = v * S + tap % R - P;
            bool there = tap < taps && h < height && i >= 0 && i < H && j >= (M == LOW_BORDER) && j < W;
            of_x[part][column] = there ? x[((n * C + c) * H + i) * W + j] : 0.0f; //@ conv2d-implicit-050-overwritten
        }
        __syncthreads();
#pragma unroll
        for (int l = 0; l < STEP; l++) {
            sum = fmaf(of_w[row][l], of_x[l][column], sum);
        }
        if (M != OVERWRITTEN) {
            __syncthreads();
        }
    }
    if (o < O && h < height) {
        y[(n * O + o) * height * width + pixel] = sum + b[o];
    }
}

extern "C" __global__ void conv2d_implicit_050(const float *x, const float *w, const float *b, float *y, int C, int H, int W,
                                               int O) {
    conv2d_implicit<MISTAKE(OVERWRITTEN, LOW_BORDER, UNGUARDED)>(x, w, b, y, C, H, W, O);
}

// 54 plane by plane: a CTA a filter, a thread a column of outputs. A plane of the input lies in shared memory while it is
// added to the three planes of the output that it reaches; the sums move one on with every plane. One mistake stores the
// sum of the plane before.
template <Mistake M>
__device__ void conv3d_planes(const float *x, const float *w, float *y, int C, int F, int H, int W, int O) {
    extern __shared__ float plane[];
    int v = threadIdx.x % (W - 2), h = threadIdx.x / (W - 2), o = blockIdx.x, n = blockIdx.y;
    float sum[3] = {};
#pragma unroll 1
    for (int f = 0; f < F; f++) {
        for (int e = threadIdx.x; e < C * H * W; e += blockDim.x) {
            plane[e] = x[((n * C + e / (H * W)) * F + f) * H * W + e % (H * W)];
        }
        if (M != NO_BARRIER) {
            __syncthreads();
        }
        sum[2] = sum[1];
        sum[1] = sum[0];
        sum[0] = 0.0f;
#pragma unroll 1
        for (int c = 0; c < C; c++) {
#pragma unroll 1
            for (int r = 0; r < 3; r++) {
#pragma unroll 1
                for (int q = 0; q < 3; q++) {
                    float a = plane[(c * H + h + r) * W + v + q]; //@ conv3d-planes-054-no-barrier
                    for (int k = 0; k < 3; k++) {
                        sum[k] += a * w[((o * C + c) * 3 + (M == FLIPPED ? 2 - k : k)) * 9 + r * 3 + q];
                    }
                }
            }
        }
        __syncthreads();
        if (f >= 2) {
            y[((n * O + o) * (F - 2) + f - 2) * (H - 2) * (W - 2) + threadIdx.x] = sum[M == MISSING_PLANE ? 1 : 2];
        }
    }
}

extern "C" __global__ void conv3d_planes_054(const float *x, const float *w, float *y, int C, int F, int H, int W, int O) {
    conv3d_planes<MISTAKE(NO_BARRIER, FLIPPED, MISSING_PLANE)>(x, w, y, C, F, H, W, O);
}

// 84 down a column: a thread a column of one channel; the three rows that a window spans stay in registers. One mistake ends
// a row early, one keeps rows in the wrong order.
template <Mistake M>
__device__ void depthwise_rows(const float *x, const float *w, float *y, int channels, int C, int H, int W) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, v = at % (W - 2), channel = at / (W - 2);
    if (channel >= channels) {
        return;
    }
    const float *of_x = x + channel * H * W + v, *taps = w + (M == SHARED_TAPS ? 0 : channel % C) * 9;
    float row[3][3] = {};
#pragma unroll 1
    for (int i = 0; i < H - (M == LAST_ROW); i++) {
        float sum = 0.0f;
#pragma unroll
        for (int q = 0; q < 3; q++) {
            row[0][q] = row[1][q];
            row[1][q] = row[2][q];
            row[2][q] = of_x[i * W + q];
#pragma unroll
            for (int r = 0; r < 3; r++) {
                sum += row[r][q] * taps[M == FLIPPED ? (2 - r) * 3 + q : r * 3 + q];
            }
        }
        if (i >= 2) {
            y[(channel * (H - 2) + i - 2) * (W - 2) + v] = sum;
        }
    }
}

extern "C" __global__ void depthwise_rows_084(const float *x, const float *w, float *y, int channels, int C, int H, int W) {
    depthwise_rows<MISTAKE(SHARED_TAPS, LAST_ROW, FLIPPED)>(x, w, y, channels, C, H, W);
}

// 86 in one kernel: a CTA eight pixels; the first convolution of all channels goes to shared memory, the second reads it
// there. One mistake reads before it is there, one reads rows beside the image.
template <Mistake M>
__device__ void separable_fused(const float *x, const float *d, const float *p, float *y, int C, int H, int W, int O) {
    constexpr int TILE = 8;
    extern __shared__ float middle[]; // [C][TILE]
    int first = blockIdx.x * TILE, n = blockIdx.y;
    for (int e = threadIdx.x; e < C * TILE; e += blockDim.x) {
        int c = e / TILE, pixel = first + e % TILE, h = pixel / W, v = pixel % W;
        float sum = 0.0f;
        if (pixel < H * W) {
            for (int r = 0; r < 3; r++) {
                for (int q = 0; q < 3; q++) {
                    int i = h + r - 1, j = v + q - 1;
                    if (i >= 0 && i < H && (M == EDGE_PADDING || (j >= 0 && j < W))) {
                        sum += x[((n * C + c) * H + i) * W + j] * d[c * 9 + r * 3 + q]; //@ separable-fused-086-edge
                    }
                }
            }
        }
        middle[e] = sum;
    }
    if (M != NO_BARRIER) {
        __syncthreads();
    }
    for (int e = threadIdx.x; e < O * TILE; e += blockDim.x) {
        int o = e / TILE, pixel = first + e % TILE;
        float sum = 0.0f;
        for (int c = 0; c < C - (M == ODD_CHANNEL ? C % 2 : 0); c++) {
            sum += p[o * C + c] * middle[c * TILE + e % TILE]; //@ separable-fused-086-no-barrier
        }
        if (pixel < H * W) {
            y[(n * O + o) * H * W + pixel] = sum;
        }
    }
}

extern "C" __global__ void separable_fused_086(const float *x, const float *d, const float *p, float *y, int C, int H, int W,
                                               int O) {
    separable_fused<MISTAKE(NO_BARRIER, EDGE_PADDING, ODD_CHANNEL)>(x, d, p, y, C, H, W, O);
}

// 87 as a product in tiles: a CTA four filters at eight pixels, four channels a step. One mistake does not set the channels
// beyond the last to 0: what the step before has left is added again.
template <Mistake M>
__device__ void pointwise_tiled(const float *x, const float *w, float *y, int C, int pixels, int O) {
    constexpr int STEP = 4;
    __shared__ float of_w[4][STEP], of_x[STEP][8];
    int row = threadIdx.x / 8, column = threadIdx.x % 8, o = blockIdx.y * 4 + row, at = blockIdx.x * 8 + column, n = blockIdx.z;
    float sum = 0.0f;
    for (int begin = 0; begin < C; begin += STEP) {
        if (column < STEP) {
            if (o < O && begin + column < C) {
                of_w[row][column] = w[o * C + begin + column]; //@ pointwise-tiled-087-overwritten
            } else if (M != STALE_PADDING) {
                of_w[row][column] = 0.0f;
            }
        }
        if (begin + row < C && at < pixels) {
            of_x[row][column] = x[(n * C + begin + row) * pixels + at];
        } else if (M != STALE_PADDING) {
            of_x[row][column] = 0.0f;
        }
        __syncthreads();
        for (int l = 0; l < STEP; l++) {
            sum = fmaf(of_w[row][l], of_x[l][column], sum);
        }
        if (M != OVERWRITTEN) {
            __syncthreads();
        }
    }
    if ((M == UNGUARDED || o < O) && at < pixels) {
        y[(n * O + o) * pixels + at] = sum; //@ pointwise-tiled-087-unguarded
    }
}

extern "C" __global__ void pointwise_tiled_087(const float *x, const float *w, float *y, int C, int pixels, int O) {
    pointwise_tiled<MISTAKE(STALE_PADDING, OVERWRITTEN, UNGUARDED)>(x, w, y, C, pixels, O);
}
