// Convolutions of sequences (67 76) and volumes (54 59 60 66) as they are defined, a thread an output; none has padding.
#include "conv_mistakes.cuh"

// y[n, o, t] = sum over c and u of x[n, c, t * S + u * D] * w[o, c, u]
template <int R, int S, int D, Mistake M>
__device__ void conv1d(const float *x, const float *w, float *y, int N, int C, int L, int O) {
    int length = (L - D * (R - 1) - 1) / S + 1;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int t = at % length, o = at / length % O, n = at / (length * O);
    if ((M != UNGUARDED && n >= N) || (M == LAST_COLUMN && t == length - 1)) {
        return;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int c = 0; c < C; c++) {
#pragma unroll 1
        for (int u = 0; u < R - (M == MISSING_TAP); u++) {
            int i = t * (M == NO_STRIDE ? 1 : S) + u * (M == NO_DILATION ? 1 : D);
            int tap = M == FLIPPED ? R - 1 - u : u;
            sum += x[(n * C + c) * L + i] * w[(M == WEIGHTS_OUT_IN ? c * O + o : o * C + c) * R + tap]; //@ conv1d-067-unguarded
        }
    }
    y[at] = sum;
}

#define CONV1D(name, R, S, D, m1, m2, m3)                                                                                     \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int L, int O) {                   \
        conv1d<R, S, D, MISTAKE(m1, m2, m3)>(x, w, y, N, C, L, O);                                                            \
    }

// 67: 3 taps
CONV1D(conv1d_067, 3, 1, 1, FLIPPED, MISSING_TAP, UNGUARDED)
// 76: 3 taps, stride 3, dilation 4
CONV1D(conv1d_076, 3, 3, 4, NO_DILATION, NO_STRIDE, LAST_COLUMN)

// y[n, o] = sum over c of x[n, c] * w[o, c] for K x R x Q taps
template <int K, int R, int Q, Mistake M>
__device__ void conv3d(const float *x, const float *w, float *y, int N, int C, int F, int H, int W, int O) {
    int depth = F - K + 1, height = H - R + 1, width = W - Q + 1, at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, f = at / (width * height) % depth;
    int o = at / (width * height * depth) % O, n = at / (width * height * depth) / O;
    if ((M != UNGUARDED && n >= N) || (M == LAST_COLUMN && v == width - 1) || (M == LAST_ROW && h == height - 1) ||
        (M == LAST_PLANE && f == depth - 1)) {
        return;
    }
    if (M == FIRST_IMAGE) {
        n = 0;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int c = 0; c < C; c++) {
        const float *of_x = x + (n * C + c) * F * H * W;
        const float *of_w = w + (M == WEIGHTS_OUT_IN ? c * O + o : o * C + c) * K * R * Q;
        if (M == LAST_CHANNEL) {
            sum = 0.0f;
        }
#pragma unroll 1
        for (int k = 0; k < K - (M == MISSING_PLANE); k++) {
#pragma unroll 1
            for (int r = 0; r < R - (M == MISSING_ROW); r++) {
#pragma unroll 1
                for (int q = 0; q < Q - (M == MISSING_TAP); q++) {
                    int tap = M == FLIPPED      ? ((K - 1 - k) * R + R - 1 - r) * Q + Q - 1 - q
                              : M == TRANSPOSED ? (r * K + k) * Q + q
                              : M == TAP_PITCH  ? (k * R + r) * R + q
                                                : (k * R + r) * Q + q;
                    sum += of_x[((f + k) * H + h + r) * W + v + q] * of_w[tap]; //@ conv3d-066-unguarded
                }
            }
        }
    }
    y[at] = sum;
}

#define CONV3D(name, K, R, Q, m1, m2, m3)                                                                                     \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int F, int H, int W, int O) {     \
        conv3d<K, R, Q, MISTAKE(m1, m2, m3)>(x, w, y, N, C, F, H, W, O);                                                      \
    }

// 54: 3 x 3 x 3 taps
CONV3D(conv3d_054, 3, 3, 3, TRANSPOSED, MISSING_PLANE, LAST_CHANNEL)
// 59: 3 x 3 x 1 taps
CONV3D(conv3d_059, 3, 3, 1, FLIPPED, WEIGHTS_OUT_IN, LAST_PLANE)
// 60: 3 x 5 x 7 taps
CONV3D(conv3d_060, 3, 5, 7, TAP_PITCH, MISSING_ROW, FIRST_IMAGE)
// 66: 3 x 5 x 7 taps
CONV3D(conv3d_066, 3, 5, 7, MISSING_TAP, LAST_ROW, UNGUARDED)
