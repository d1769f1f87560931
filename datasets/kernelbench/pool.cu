// Poolings as they are defined, a thread an output: the greatest 41 42 43, the average 44 45 46; then in other ways: 42 by
// rows and then by columns, 44 by a window that moves, 45 by a warp.
#include <math_constants.h>

#include "conv_mistakes.cuh"

// Window, stride, padding and dilation along every axis.
template <int WINDOW, int STRIDE, int PAD, int DILATION>
struct Pool {
    static constexpr int K = WINDOW, S = STRIDE, P = PAD, D = DILATION;
    static __device__ int size(int n) { return (n + 2 * P - D * (K - 1) - 1) / S + 1; }
};

// Position u of the window at t along an axis of n elements.
template <class G, Mistake M>
__device__ int position(int t, int u, int n) {
    int i = t * (M == NO_STRIDE ? 1 : G::S) + u * (M == NO_DILATION ? 1 : G::D) - (M == NO_PADDING ? 0 : G::P);
    return M == EDGE_PADDING ? min(max(i, 0), n - 1) : i;
}

template <Mistake M>
__device__ bool inside(int i, int n) {
    return i >= (M == LOW_BORDER) && i < n - (M == LAST_INPUT);
}

// Padding never wins. One mistake begins with 0 instead of -inf, and one takes padding for 0.
template <class G, Mistake M>
__device__ void max1d(const float *x, float *y, int N, int C, int L) {
    int length = G::size(L), at = blockIdx.x * blockDim.x + threadIdx.x, t = at % length;
    if (at >= N * C * length || (M == LAST_COLUMN && t == length - 1)) {
        return;
    }
    const float *of_x = x + at / length * L;
    float best = -CUDART_INF_F;
#pragma unroll 1
    for (int u = 0; u < G::K - (M == MISSING_TAP); u++) {
        int i = position<G, M>(t, u, L);
        if (inside<M>(i, L)) {
            best = fmaxf(best, of_x[i]);
        } else if (M == ZERO_PADDING) {
            best = fmaxf(best, 0.0f);
        }
    }
    y[at] = best;
}

template <class G, Mistake M>
__device__ void max2d(const float *x, float *y, int N, int C, int H, int W) {
    int height = G::size(H), width = G::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height;
    if ((M != UNGUARDED && at >= N * C * height * width) || (M == LAST_COLUMN && v == width - 1)) {
        return;
    }
    const float *of_x = x + at / width / height * H * W;
    float best = M == ZERO_PADDING ? 0.0f : -CUDART_INF_F;
#pragma unroll 1
    for (int r = 0; r < G::K - (M == MISSING_ROW); r++) {
        int i = position<G, M>(h, r, H);
#pragma unroll 1
        for (int q = 0; q < G::K; q++) {
            int j = position<G, M>(v, q, W);
            if (inside<M>(i, H) && inside<M>(j, W)) {
                best = fmaxf(best, of_x[i * W + j]); //@ maxpool-042-unguarded
            }
        }
    }
    y[at] = best;
}

template <class G, Mistake M>
__device__ void max3d(const float *x, float *y, int N, int C, int F, int H, int W) {
    int depth = G::size(F), height = G::size(H), width = G::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, f = at / (width * height) % depth;
    if (at >= N * C * depth * height * width) {
        return;
    }
    const float *of_x = x + at / (width * height * depth) * F * H * W;
    float best = M == ZERO_PADDING ? 0.0f : -CUDART_INF_F;
#pragma unroll 1
    for (int k = 0; k < G::K; k++) {
        int l = position<G, M>(f, k, F);
#pragma unroll 1
        for (int r = 0; r < G::K; r++) {
            int i = position<G, M>(h, r, H);
#pragma unroll 1
            for (int q = 0; q < G::K; q++) {
                int j = position<G, M>(v, q, W);
                if (inside<NONE>(l, F) && inside<M>(i, H) && inside<M>(j, W)) {
                    best = fmaxf(best, of_x[(l * H + i) * W + j]);
                }
            }
        }
    }
    y[at] = best;
}

// 41: window 8, padding 4, dilation 3
extern "C" __global__ void maxpool_041(const float *x, float *y, int N, int C, int L) {
    max1d<Pool<8, 1, 4, 3>, MISTAKE(ZERO_PADDING, NO_DILATION, MISSING_TAP)>(x, y, N, C, L);
}

// 42: window 4, padding 1
extern "C" __global__ void maxpool_042(const float *x, float *y, int N, int C, int H, int W) {
    max2d<Pool<4, 1, 1, 1>, MISTAKE(ZERO_PADDING, LAST_INPUT, UNGUARDED)>(x, y, N, C, H, W);
}

// 43: window 3, stride 2, padding 1, dilation 3
extern "C" __global__ void maxpool_043(const float *x, float *y, int N, int C, int F, int H, int W) {
    max3d<Pool<3, 2, 1, 3>, MISTAKE(ZERO_PADDING, EDGE_PADDING, NO_DILATION)>(x, y, N, C, F, H, W);
}

// The padding counts. One mistake divides by what of the window lies inside, as count_include_pad = False does.
template <class G, Mistake M>
__device__ void average1d(const float *x, float *y, int N, int C, int L) {
    int length = G::size(L), at = blockIdx.x * blockDim.x + threadIdx.x, t = at % length, count = 0;
    if ((M != UNGUARDED && at >= N * C * length) || (M == LAST_COLUMN && t == length - 1)) {
        return;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int u = 0; u < G::K; u++) {
        int i = position<G, M>(t, u, L);
        if (inside<M>(i, L)) {
            sum += x[at / length * L + i]; //@ avgpool-044-unguarded
            count++;
        }
    }
    y[at] = sum / (M == CLIPPED_WINDOW ? count : G::K);
}

template <class G, Mistake M>
__device__ void average2d(const float *x, float *y, int N, int C, int H, int W) {
    int height = G::size(H), width = G::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height;
    if (at >= N * C * height * width) {
        return;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int r = 0; r < G::K; r++) {
#pragma unroll 1
        for (int q = 0; q < G::K - (M == MISSING_TAP); q++) {
            sum += x[(at / width / height * H + position<G, M>(h, r, H)) * W + position<G, M>(v, q, W)];
        }
    }
    y[at] = sum / (G::K * G::K - (M == ONE_LESS));
}

template <class G, Mistake M>
__device__ void average3d(const float *x, float *y, int N, int C, int F, int H, int W) {
    int depth = G::size(F), height = G::size(H), width = G::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, f = at / (width * height) % depth, count = 0;
    if (at >= N * C * depth * height * width || (M == LAST_PLANE && f == depth - 1)) {
        return;
    }
    const float *of_x = x + at / (width * height * depth) * F * H * W;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < G::K; k++) {
        int l = position<G, M>(f, k, F);
#pragma unroll 1
        for (int r = 0; r < G::K; r++) {
            int i = position<G, M>(h, r, H);
#pragma unroll 1
            for (int q = 0; q < G::K; q++) {
                int j = position<G, M>(v, q, W);
                if (inside<M>(l, F) && inside<NONE>(i, H) && inside<NONE>(j, W)) {
                    sum += of_x[(l * H + i) * W + j];
                    count++;
                }
            }
        }
    }
    y[at] = sum / (M == CLIPPED_WINDOW ? count : G::K * G::K * G::K);
}

// 44: window 8, padding 4
extern "C" __global__ void avgpool_044(const float *x, float *y, int N, int C, int L) {
    average1d<Pool<8, 1, 4, 1>, MISTAKE(CLIPPED_WINDOW, LAST_COLUMN, UNGUARDED)>(x, y, N, C, L);
}

// 45: windows of 11
extern "C" __global__ void avgpool_045(const float *x, float *y, int N, int C, int H, int W) {
    average2d<Pool<11, 11, 0, 1>, MISTAKE(ONE_LESS, MISSING_TAP, NO_STRIDE)>(x, y, N, C, H, W);
}

// 46: window 3, stride 2, padding 1
extern "C" __global__ void avgpool_046(const float *x, float *y, int N, int C, int F, int H, int W) {
    average3d<Pool<3, 2, 1, 1>, MISTAKE(CLIPPED_WINDOW, LOW_BORDER, LAST_PLANE)>(x, y, N, C, F, H, W);
}

// ---- In other ways

// 42 separated: a CTA a channel; the greatest of four along the rows goes to shared memory, the greatest of four of those
// along the columns to the output. One mistake has no barrier between, one sets rows outside the image to 0.
template <Mistake M>
__device__ void max_separated(const float *x, float *y, int H, int W) {
    extern __shared__ float row[];
    int width = W - 1, height = H - 1;
    for (int at = threadIdx.x; at < H * width; at += blockDim.x) {
        int i = at / width, v = at % width;
        float best = -CUDART_INF_F;
#pragma unroll
        for (int q = -1; q < 3 - (M == MISSING_TAP); q++) {
            if (v + q >= 0 && v + q < W) {
                best = fmaxf(best, x[(blockIdx.x * H + i) * W + v + q]);
            }
        }
        row[at] = best;
    }
    if (M != NO_BARRIER) {
        __syncthreads();
    }
    for (int at = threadIdx.x; at < height * width; at += blockDim.x) {
        int h = at / width, v = at % width;
        float best = row[h * width + v];
        if (h > 0 || M == ZERO_PADDING) {
            best = fmaxf(best, h > 0 ? row[(h - 1) * width + v] : 0.0f); //@ maxpool-separated-042-no-barrier
        }
        best = fmaxf(best, row[(h + 1) * width + v]);
        if (h + 2 < H) {
            best = fmaxf(best, row[(h + 2) * width + v]);
        }
        y[blockIdx.x * height * width + at] = best;
    }
}

extern "C" __global__ void maxpool_separated_042(const float *x, float *y, int H, int W) {
    max_separated<MISTAKE(NO_BARRIER, ZERO_PADDING, MISSING_TAP)>(x, y, H, W);
}

// 44 by a window that moves: a thread a row of the input; every step adds what enters the window and subtracts what leaves it.
// One mistake begins with an empty window, though the first has four elements; one lets the last to leave stay.
template <Mistake M>
__device__ void average_moving(const float *x, float *y, int rows, int L) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (M != UNGUARDED && row >= rows) {
        return;
    }
    float sum = 0.0f;
    if (M != NO_PADDING) {
        for (int i = 0; i < min(4, L); i++) {
            sum += x[row * L + i]; //@ avgpool-moving-044-unguarded
        }
    }
    for (int t = 0; t <= L; t++) {
        y[row * (L + 1) + t] = sum * 0.125f;
        sum += t + 4 < L ? x[row * L + t + 4] : 0.0f;
        sum -= t > 3 + (M == LOW_BORDER) ? x[row * L + t - 4] : 0.0f;
    }
}

extern "C" __global__ void avgpool_moving_044(const float *x, float *y, int rows, int L) {
    average_moving<MISTAKE(NO_PADDING, LOW_BORDER, UNGUARDED)>(x, y, rows, L);
}

// 45 by a warp: its lanes share the 121 elements of a window and sum by shuffles. One mistake adds the lanes' sums only down
// to distance 2, one gives lanes 25 elements less, so that a part is left out.
template <Mistake M>
__device__ void average_warp(const float *x, float *y, int H, int W) {
    int height = H / 11, width = W / 11, v = blockIdx.x % width, h = blockIdx.x / width % height;
    const float *corner = x + (blockIdx.x / (width * height) * H + h * 11) * W + v * 11;
    float sum = 0.0f;
    for (int at = threadIdx.x; at < (M == MISSING_ROW ? 96 : 121); at += 32) {
        sum += corner[at / 11 * (M == TAP_PITCH ? 11 : W) + at % 11];
    }
#pragma unroll
    for (int distance = 16; distance > (M == LAST_CHANNEL); distance /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, distance);
    }
    if (threadIdx.x == 0) {
        y[blockIdx.x] = sum * (1.0f / 121.0f);
    }
}

extern "C" __global__ void avgpool_warp_045(const float *x, float *y, int H, int W) {
    average_warp<MISTAKE(MISSING_ROW, TAP_PITCH, LAST_CHANNEL)>(x, y, H, W);
}
