// Transposed convolutions as gathers, a thread an output: of sequences 64 74 79, of images 57 65 69 71 75 78 81, of volumes
// 58 61 68 70 72 73 77. Output t is the sum over the inputs i and taps u with i * stride + u * dilation - padding = t: for
// every tap there is one input or none, and a division finds it. Weights are [C, O / groups, ...].
#include "conv_mistakes.cuh"

// The same along an axis: taps, stride, padding, dilation and how many outputs more at the end.
template <int TAPS, int STRIDE = 1, int PAD = 0, int DILATION = 1, int MORE = 0>
struct Axis {
    static constexpr int R = TAPS, S = STRIDE, P = PAD, D = DILATION, X = MORE;
    static __device__ int size(int n) { return (n - 1) * S - 2 * P + D * (R - 1) + X + 1; }
};

// The input that tap u adds to output t; -1 if there is none.
template <class A, Mistake M>
__device__ int source(int t, int u, int n) {
    constexpr int P = M == NO_PADDING ? 0 : A::P, D = M == NO_DILATION ? 1 : A::D;
    int i = t + P - u * D;
    if (i < 0 || (A::S > 1 && M != NO_STRIDE && i % A::S != 0)) {
        return -1;
    }
    i /= A::S;
    return i < n + (M == HIGH_BORDER) - (M == LAST_INPUT) && i >= (M == LOW_BORDER) ? i : -1;
}

template <class A, Mistake M>
__device__ void transposed1d(const float *x, const float *w, float *y, int N, int C, int L, int O) {
    int length = A::size(L), at = blockIdx.x * blockDim.x + threadIdx.x;
    int t = at % length, o = at / length % O, n = at / (length * O);
    if ((M != UNGUARDED && n >= N) || (M == LAST_COLUMN && t == length - 1)) {
        return;
    }
    float sum = 0.0f;
#pragma unroll 1
    for (int c = 0; c < C; c++) {
#pragma unroll 1
        for (int u = 0; u < A::R; u++) {
            int i = source<A, M>(t, u, L), tap = M == FLIPPED ? A::R - 1 - u : u;
            if (i >= 0) {
                const float *taps = w + (M == WEIGHTS_OUT_IN ? o * C + c : c * O + o) * A::R;
                sum += x[(n * C + c) * L + i] * taps[tap]; //@ convT1d-064-high-border convT1d-079-unguarded
            }
        }
    }
    y[at] = sum;
}

#define TRANSPOSED1D(name, axis, a, b, c)                                                                                     \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int L, int O) {                   \
        transposed1d<axis, MISTAKE(a, b, c)>(x, w, y, N, C, L, O);                                                            \
    }
#define AXIS(...) Axis<__VA_ARGS__>

// 64: 3 taps
TRANSPOSED1D(convT1d_064, AXIS(3), FLIPPED, HIGH_BORDER, LAST_COLUMN)
// 74: 5 taps, dilation 3
TRANSPOSED1D(convT1d_074, AXIS(5, 1, 0, 3), NO_DILATION, WEIGHTS_OUT_IN, LAST_INPUT)
// 79: 3 taps, stride 2, padding 1, dilation 2
TRANSPOSED1D(convT1d_079, AXIS(3, 2, 1, 2), NO_STRIDE, NO_PADDING, UNGUARDED)

template <class A, class B, int GROUPS, Mistake M>
__device__ void transposed2d(const float *x, const float *w, float *y, int N, int C, int H, int W, int O) {
    int height = A::size(H), width = B::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, o = at / (width * height) % O, n = at / (width * height) / O;
    if (n >= N || (M == LAST_COLUMN && v == width - 1) || (M == LAST_ROW && h == height - 1)) {
        return;
    }
    int each = C / GROUPS, out = O / GROUPS, first = GROUPS == 1 || M == FIRST_GROUP ? 0 : o / out * each;
    float sum = 0.0f;
#pragma unroll 1
    for (int c = first; c < first + each; c++) {
        const float *of_x = x + ((M == FIRST_IMAGE ? 0 : n * C) + c) * H * W;
        const float *of_w = w + (M == WEIGHTS_OUT_IN ? o * C + c : c * out + o % out) * A::R * B::R;
#pragma unroll 1
        for (int r = 0; r < A::R; r++) {
            int i = M == SWAPPED_STRIDE ? source<B, M>(h, r, H) : source<A, M>(h, r, H);
#pragma unroll 1
            for (int q = 0; q < B::R - (M == MISSING_TAP) && i >= 0; q++) {
                int j = M == SWAPPED_STRIDE ? source<A, M>(v, q, W) : source<B, M>(v, q, W);
                int tap = M == FLIPPED      ? (A::R - 1 - r) * B::R + B::R - 1 - q
                          : M == TRANSPOSED ? q * A::R + r
                          : M == TAP_PITCH  ? r * A::R + q
                                            : r * B::R + q;
                if (j >= 0) {
                    sum += of_x[i * W + j] * of_w[tap];
                }
            }
        }
    }
    y[at] = sum;
}

#define TRANSPOSED2D(name, rows, columns, groups, a, b, c)                                                                    \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int H, int W, int O) {            \
        transposed2d<rows, columns, groups, MISTAKE(a, b, c)>(x, w, y, N, C, H, W, O);                                        \
    }

// 57: 3 x 3 taps
TRANSPOSED2D(convT2d_057, AXIS(3), AXIS(3), 1, FLIPPED, LAST_INPUT, FIRST_IMAGE)
// 65: 3 x 7 taps
TRANSPOSED2D(convT2d_065, AXIS(3), AXIS(7), 1, TAP_PITCH, MISSING_TAP, LAST_ROW)
// 69: 3 x 5 taps
TRANSPOSED2D(convT2d_069, AXIS(3), AXIS(5), 1, TRANSPOSED, WEIGHTS_OUT_IN, LOW_BORDER)
// 71: 3 x 3 taps
TRANSPOSED2D(convT2d_071, AXIS(3), AXIS(3), 1, TRANSPOSED, LAST_COLUMN, WEIGHTS_OUT_IN)
// 75: 3 x 5 taps, stride 2 x 3, padding 1 x 2, dilation 2 x 1, 4 groups
TRANSPOSED2D(convT2d_075, AXIS(3, 2, 1, 2), AXIS(5, 3, 2, 1), 4, FIRST_GROUP, NO_DILATION, SWAPPED_STRIDE)
// 78: 3 x 7 taps, padding 1 x 3
TRANSPOSED2D(convT2d_078, AXIS(3, 1, 1), AXIS(7, 1, 3), 1, NO_PADDING, FLIPPED, MISSING_TAP)
// 81: 3 x 3 taps, stride 5, padding 1, dilation 2
TRANSPOSED2D(convT2d_081, AXIS(3, 5, 1, 2), AXIS(3, 5, 1, 2), 1, NO_DILATION, NO_STRIDE, LAST_INPUT)

template <class Z, class A, class B, int GROUPS, Mistake M>
__device__ void transposed3d(const float *x, const float *w, float *y, int N, int C, int F, int H, int W, int O) {
    int depth = Z::size(F), height = A::size(H), width = B::size(W), at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, f = at / (width * height) % depth;
    int o = at / (width * height * depth) % O, n = at / (width * height * depth) / O;
    if (n >= N || (M == LAST_COLUMN && v == width - 1) || (M == LAST_PLANE && f == depth - 1)) {
        return;
    }
    int each = C / GROUPS, out = O / GROUPS, first = GROUPS == 1 || M == FIRST_GROUP ? 0 : o / out * each;
    float sum = 0.0f;
#pragma unroll 1
    for (int c = first; c < first + each; c++) {
        const float *of_x = x + (n * C + c) * F * H * W;
        const float *of_w = w + (M == WEIGHTS_OUT_IN ? o * C + c : c * out + o % out) * Z::R * A::R * B::R;
        if (M == LAST_CHANNEL) {
            sum = 0.0f;
        }
#pragma unroll 1
        for (int k = 0; k < Z::R - (M == MISSING_PLANE); k++) {
            int l = source<Z, M>(f, k, F);
#pragma unroll 1
            for (int r = 0; r < A::R && l >= 0; r++) {
                int i = source<A, M>(h, r, H);
#pragma unroll 1
                for (int q = 0; q < B::R - (M == MISSING_TAP) && i >= 0; q++) {
                    int j = source<B, M>(v, q, W);
                    int tap = M == FLIPPED      ? ((Z::R - 1 - k) * A::R + A::R - 1 - r) * B::R + B::R - 1 - q
                              : M == TRANSPOSED ? (r * Z::R + k) * B::R + q
                              : M == TAP_PITCH  ? (k * A::R + r) * A::R + q
                                                : (k * A::R + r) * B::R + q;
                    if (j >= 0) {
                        sum += of_x[(l * H + i) * W + j] * of_w[tap];
                    }
                }
            }
        }
    }
    y[at] = sum;
}

#define TRANSPOSED3D(name, planes, rows, columns, groups, a, b, c)                                                            \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int F, int H, int W, int O) {     \
        transposed3d<planes, rows, columns, groups, MISTAKE(a, b, c)>(x, w, y, N, C, F, H, W, O);                             \
    }

// 58: 3 x 5 x 7 taps
TRANSPOSED3D(convT3d_058, AXIS(3), AXIS(5), AXIS(7), 1, TAP_PITCH, LOW_BORDER, LAST_CHANNEL)
// 61: 3 x 3 x 3 taps
TRANSPOSED3D(convT3d_061, AXIS(3), AXIS(3), AXIS(3), 1, FLIPPED, TRANSPOSED, WEIGHTS_OUT_IN)
// 68: 3 x 5 x 5 taps
TRANSPOSED3D(convT3d_068, AXIS(3), AXIS(5), AXIS(5), 1, MISSING_PLANE, TRANSPOSED, LAST_PLANE)
// 70: 3 x 3 x 3 taps
TRANSPOSED3D(convT3d_070, AXIS(3), AXIS(3), AXIS(3), 1, LAST_INPUT, MISSING_TAP, LAST_CHANNEL)
// 72: 3 x 5 x 7 taps, stride 2, padding 1 x 2 x 3, 4 groups, one more output at the end of every axis. Its second mistake
// leaves out the last tap, which alone reaches some of those at the end.
TRANSPOSED3D(convT3d_072, AXIS(3, 2, 1, 1, 1), AXIS(5, 2, 2, 1, 1), AXIS(7, 2, 3, 1, 1), 4, FIRST_GROUP, MISSING_TAP,
             LAST_COLUMN)
// 73: 3 x 3 x 3 taps, stride 2, padding 1
TRANSPOSED3D(convT3d_073, AXIS(3, 2, 1), AXIS(3, 2, 1), AXIS(3, 2, 1), 1, NO_STRIDE, FLIPPED, NO_PADDING)
// 77: 3 x 3 x 3 taps, stride 2, padding 1, dilation 2
TRANSPOSED3D(convT3d_077, AXIS(3, 2, 1, 2), AXIS(3, 2, 1, 2), AXIS(3, 2, 1, 2), 1, NO_DILATION, NO_STRIDE, WEIGHTS_OUT_IN)
