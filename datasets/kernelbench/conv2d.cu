// Convolutions of images as they are defined, a thread an output: 50 55 56 62 63 80, of every channel alone: 82-86, and of
// pixels: 87. Taps, stride, padding and dilation are those of the problem and known to the compiler; the sizes are not.
#include "conv_mistakes.cuh"

// Taps, stride, padding and dilation along the rows and the columns.
template <int TAPS_H, int TAPS_W, int STRIDE = 1, int PAD_H = 0, int PAD_W = 0, int DILATION_H = 1, int DILATION_W = 1>
struct Window2d {
    static constexpr int R = TAPS_H, Q = TAPS_W, S = STRIDE, P = PAD_H, U = PAD_W, D = DILATION_H, E = DILATION_W;
    static constexpr int span_h = D * (R - 1) + 1, span_w = E * (Q - 1) + 1;
    static __device__ int height(int h) { return (h + 2 * P - span_h) / S + 1; }
    static __device__ int width(int w) { return (w + 2 * U - span_w) / S + 1; }
};

// One channel's part of the sum at row h and column v of the output. A tap outside the image counts as 0; without padding
// there is none, and nothing is compared.
template <class G, Mistake M>
__device__ float window(const float *x, const float *w, int H, int W, int h, int v) {
    constexpr int P = M == NO_PADDING ? 0 : M == SWAPPED_PADDING ? G::U : G::P;
    constexpr int U = M == NO_PADDING ? 0 : M == SWAPPED_PADDING ? G::P : G::U;
    constexpr int D = M == NO_DILATION ? 1 : M == SWAPPED_DILATION ? G::E : G::D;
    constexpr int E = M == NO_DILATION ? 1 : M == SWAPPED_DILATION ? G::D : G::E;
    constexpr int R = G::R - (M == MISSING_ROW), Q = G::Q - (M == MISSING_TAP), S = M == NO_STRIDE ? 1 : G::S;
    constexpr bool guarded = G::P > 0 || G::U > 0;
    float sum = 0.0f;
#pragma unroll 1
    for (int r = 0; r < R; r++) {
        int i = h * S + r * D - P;
        if (guarded && (i < (M == LOW_BORDER) || i >= H + (M == HIGH_BORDER) - (M == LAST_INPUT))) {
            continue;
        }
#pragma unroll 1
        for (int q = 0; q < Q; q++) {
            int j = v * S + q * E - U;
            if (guarded && (j < 0 || j >= W)) {
                continue;
            }
            int tap = M == FLIPPED       ? (G::R - 1 - r) * G::Q + G::Q - 1 - q
                      : M == FLIPPED_ROW ? r * G::Q + G::Q - 1 - q
                      : M == TRANSPOSED  ? q * G::R + r
                      : M == TAP_PITCH   ? r * G::R + q
                                         : r * G::Q + q;
            sum += x[i * W + j] * w[tap]; //@ conv2d-056-unguarded conv2d-080-high-border
        }
    }
    return sum;
}

// y[n, o] = b[o] + sum over c of x[n, c] * w[o, c]
template <class G, Mistake M>
__device__ void conv2d(const float *x, const float *w, const float *b, float *y, int N, int C, int H, int W, int O) {
    int height = G::height(H), width = G::width(W);
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, o = at / (width * height) % O, n = at / (width * height) / O;
    if ((M != UNGUARDED && n >= N) || (M == LAST_COLUMN && v == width - 1) || (M == LAST_ROW && h == height - 1)) {
        return;
    }
    if (M == FIRST_IMAGE) {
        n = 0;
    }
    float bias = b == nullptr ? 0.0f : b[M == FIRST_BIAS ? 0 : o];
    float sum = bias;
#pragma unroll 1
    for (int c = 0; c < C - (M == ODD_CHANNEL ? C % 2 : 0); c++) {
        float part = window<G, M>(x + (n * C + c) * H * W, w + (o * C + c) * G::R * G::Q, H, W, h, v);
        sum = M == LAST_CHANNEL ? part : sum + part + (M == BIAS_EACH && c > 0 ? bias : 0.0f);
    }
    y[at] = sum; //@ pointwise-087-unguarded
}

#define CONV2D(name, window, a, b, c)                                                                                         \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int H, int W, int O) {           \
        conv2d<window, MISTAKE(a, b, c)>(x, w, nullptr, y, N, C, H, W, O);                                                   \
    }
#define WINDOW(...) Window2d<__VA_ARGS__>

// 50: 11 x 11 taps, stride 4, padding 2, bias
extern "C" __global__ void conv2d_050(const float *x, const float *w, const float *b, float *y, int N, int C, int H, int W,
                                      int O) {
    conv2d<Window2d<11, 11, 4, 2, 2>, MISTAKE(LOW_BORDER, BIAS_EACH, NO_PADDING)>(x, w, b, y, N, C, H, W, O);
}

// 55: 3 x 3 taps
CONV2D(conv2d_055, WINDOW(3, 3), FLIPPED, LAST_COLUMN, FIRST_IMAGE)
// 56: 5 x 7 taps
CONV2D(conv2d_056, WINDOW(5, 7), TAP_PITCH, MISSING_TAP, UNGUARDED)
// 62: 5 x 9 taps
CONV2D(conv2d_062, WINDOW(5, 9), TRANSPOSED, MISSING_ROW, LAST_CHANNEL)
// 63: 3 x 3 taps
CONV2D(conv2d_063, WINDOW(3, 3), TRANSPOSED, ODD_CHANNEL, LAST_ROW)
// 80: 5 x 9 taps, padding 2 x 4, dilation 2 x 3
CONV2D(conv2d_080, WINDOW(5, 9, 1, 2, 4, 2, 3), SWAPPED_DILATION, HIGH_BORDER, SWAPPED_PADDING)
// 87: 1 x 1 taps
CONV2D(pointwise_087, WINDOW(1, 1), ODD_CHANNEL, UNGUARDED, LAST_CHANNEL)

// y[n, c] = x[n, c] * w[c]
template <class G, Mistake M>
__device__ void depthwise(const float *x, const float *w, float *y, int N, int C, int H, int W) {
    int height = G::height(H), width = G::width(W);
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, c = at / (width * height) % C, n = at / (width * height) / C;
    if ((M != UNGUARDED && n >= N) || (M == LAST_COLUMN && v == width - 1) || (M == LAST_ROW && h == height - 1)) {
        return;
    }
    int taps = M == SHARED_TAPS ? 0 : c, channel = M == FIRST_IMAGE ? c : M == FIRST_GROUP ? n * C : n * C + c;
    y[at] = window<G, M>(x + channel * H * W, w + taps * G::R * G::Q, H, W, h, v); //@ depthwise-083-unguarded
}

#define DEPTHWISE(name, window, a, b, c)                                                                                      \
    extern "C" __global__ void name(const float *x, const float *w, float *y, int N, int C, int H, int W) {                   \
        depthwise<window, MISTAKE(a, b, c)>(x, w, y, N, C, H, W);                                                             \
    }

// 82: 3 x 3 taps
DEPTHWISE(depthwise_082, WINDOW(3, 3), SHARED_TAPS, FLIPPED, LAST_COLUMN)
// 83: 3 x 1 taps, a column
DEPTHWISE(depthwise_083, WINDOW(3, 1), FIRST_GROUP, MISSING_ROW, UNGUARDED)
// 84: 3 x 3 taps
DEPTHWISE(depthwise_084, WINDOW(3, 3), TRANSPOSED, FIRST_IMAGE, MISSING_TAP)
// 85: 3 x 7 taps
DEPTHWISE(depthwise_085, WINDOW(3, 7), TAP_PITCH, FLIPPED_ROW, LAST_ROW)

// 86: 3 x 3 taps d with padding 1 for every channel, then the channels times p; a thread an output that computes what it
// needs of the first convolution again. Its third mistake puts the taps of the first channel on all.
template <Mistake M>
__device__ void separable(const float *x, const float *d, const float *p, float *y, int N, int C, int H, int W, int O) {
    using G = Window2d<3, 3, 1, 1, 1>;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= N * O * H * W) {
        return;
    }
    int v = at % W, h = at / W % H, o = at / (W * H) % O, n = at / (W * H) / O;
    float sum = 0.0f;
#pragma unroll 1
    for (int c = 0; c < C; c++) {
        const float *taps = d + (M == SHARED_TAPS ? 0 : c) * 9;
        sum += window<G, M>(x + (n * C + c) * H * W, taps, H, W, h, v) * p[M == WEIGHTS_OUT_IN ? c * O + o : o * C + c];
    }
    y[at] = sum;
}

extern "C" __global__ void separable_086(const float *x, const float *d, const float *p, float *y, int N, int C, int H, int W,
                                         int O) {
    separable<MISTAKE(LAST_INPUT, WEIGHTS_OUT_IN, SHARED_TAPS)>(x, d, p, y, N, C, H, W, O);
}
