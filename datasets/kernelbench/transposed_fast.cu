// Transposed convolutions in other ways than as gathers: pixels that add to what they reach (57 with atomics, 74 tap by tap),
// a convolution of the padded input with flipped taps (61), the one tap that can reach an output (81).
#include "conv_mistakes.cuh"

// 57 as a scatter: a CTA a filter, its sums in shared memory; every pixel of every channel adds its nine products there.
// Mistakes: no barrier after the sums are set to 0; added without atomics; no barrier before they are stored.
template <Mistake M>
__device__ void scatter(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    extern __shared__ float sum[];
    int height = H + 2, width = W + 2, o = blockIdx.x, n = blockIdx.y;
    for (int e = threadIdx.x; e < height * width; e += blockDim.x) {
        sum[e] = 0.0f;
    }
    if (M != STALE_PADDING) {
        __syncthreads();
    }
    for (int e = threadIdx.x; e < C * H * W; e += blockDim.x) {
        int j = e % W, i = e / W % H, c = e / (H * W);
        float a = x[n * C * H * W + e];
        for (int tap = 0; tap < 9; tap++) {
            float *to = sum + (i + tap / 3) * width + j + tap % 3;
            float product = a * w[(c * O + o) * 9 + tap];
            if (M == NOT_ATOMIC) {
                *to += product; //@ convT2d-scatter-057-not-atomic
            } else {
                atomicAdd(to, product); //@ convT2d-scatter-057-not-zero
            }
        }
    }
    if (M != NO_BARRIER) {
        __syncthreads();
    }
    for (int e = threadIdx.x; e < height * width; e += blockDim.x) {
        y[(n * O + o) * height * width + e] = sum[e]; //@ convT2d-scatter-057-no-barrier
    }
}

extern "C" __global__ void convT2d_scatter_057(const float *x, const float *w, float *y, int C, int H, int W, int O) {
    scatter<MISTAKE(STALE_PADDING, NOT_ATOMIC, NO_BARRIER)>(x, w, y, C, H, W, O);
}

// 74 as a scatter without atomics: one tap at a time no two inputs meet, and a barrier lies between the taps. One mistake
// has none, one neighbours instead of every third.
template <Mistake M>
__device__ void taps(const float *x, const float *w, float *y, int C, int L, int O) {
    extern __shared__ float sum[];
    int length = L + 12, i = threadIdx.x, o = blockIdx.x, n = blockIdx.y;
    for (int e = i; e < length; e += L) {
        sum[e] = 0.0f;
    }
    for (int c = 0; c < C; c++) {
        float a = x[(n * C + c) * L + i];
#pragma unroll 1
        for (int u = 0; u < 5; u++) {
            if (M != NO_BARRIER) {
                __syncthreads();
            }
            float product = a * w[(M == WEIGHTS_OUT_IN ? o * C + c : c * O + o) * 5 + u];
            sum[i + u * (M == NO_DILATION ? 1 : 3)] += product; //@ convT1d-taps-074-no-barrier
        }
    }
    __syncthreads();
    for (int e = i; e < length; e += L) {
        y[(n * O + o) * length + e] = sum[e];
    }
}

extern "C" __global__ void convT1d_taps_074(const float *x, const float *w, float *y, int C, int L, int O) {
    taps<MISTAKE(NO_BARRIER, NO_DILATION, WEIGHTS_OUT_IN)>(x, w, y, C, L, O);
}

// 61 as a convolution: a channel lies in shared memory with two zeros on every side, and the taps are flipped. A CTA a
// filter, a thread an output. Mistakes: one zero before it and three after it; taps not flipped; overwritten while in use.
template <Mistake M>
__device__ void padded(const float *x, const float *w, float *y, int C, int F, int H, int W, int O) {
    extern __shared__ float cube[];
    int depth = F + 4, height = H + 4, width = W + 4, outputs = (F + 2) * (H + 2) * (W + 2), o = blockIdx.x, n = blockIdx.y;
    int v = threadIdx.x % (W + 2), h = threadIdx.x / (W + 2) % (H + 2), f = threadIdx.x / ((W + 2) * (H + 2));
    float sum = 0.0f;
    for (int c = 0; c < C; c++) {
        for (int e = threadIdx.x; e < depth * height * width; e += blockDim.x) {
            int j = e % width - 2, i = e / width % height - 2, l = e / (width * height) - (M == LOW_BORDER ? 1 : 2);
            bool there = l >= 0 && l < F && i >= 0 && i < H && j >= 0 && j < W;
            cube[e] = there ? x[(((n * C + c) * F + l) * H + i) * W + j] : 0.0f; //@ convT3d-padded-061-overwritten
        }
        __syncthreads();
        if (threadIdx.x < outputs) {
#pragma unroll 1
            for (int tap = 0; tap < 27; tap++) {
                int k = tap / 9, r = tap / 3 % 3, q = tap % 3;
                sum += cube[((f + k) * height + h + r) * width + v + q] * w[(c * O + o) * 27 + (M == FLIPPED ? tap : 26 - tap)];
            }
        }
        if (M != OVERWRITTEN) {
            __syncthreads();
        }
    }
    if (threadIdx.x < outputs) {
        y[(n * O + o) * outputs + threadIdx.x] = sum;
    }
}

extern "C" __global__ void convT3d_padded_061(const float *x, const float *w, float *y, int C, int F, int H, int W, int O) {
    padded<MISTAKE(LOW_BORDER, FLIPPED, OVERWRITTEN)>(x, w, y, C, F, H, W, O);
}

// 81 without a search: i * 5 + u * 2 - 1 = t has at most one tap u below 5, which is 3 (t + 1) modulo 5, and it exists if
// u < 3. Mistakes: the padding forgotten; the remainder of t * 2, which is no inverse of 2; the last column not stored.
template <Mistake M>
__device__ void one_tap(const float *x, const float *w, float *y, int N, int C, int H, int W, int O) {
    int height = (H - 1) * 5 + 3, width = (W - 1) * 5 + 3, at = blockIdx.x * blockDim.x + threadIdx.x;
    int v = at % width, h = at / width % height, o = at / (width * height) % O, n = at / (width * height) / O;
    if (n >= N || (M == LAST_COLUMN && v == width - 1)) {
        return;
    }
    constexpr int inverse = M == NO_DILATION ? 2 : 3, P = M == NO_PADDING ? 0 : 1;
    int r = (h + P) * inverse % 5, q = (v + P) * inverse % 5, i = (h + P - 2 * r) / 5, j = (v + P - 2 * q) / 5;
    float sum = 0.0f;
    if (r < 3 && q < 3 && h + P >= 2 * r && v + P >= 2 * q && i < H && j < W) {
        for (int c = 0; c < C; c++) {
            sum += x[((n * C + c) * H + i) * W + j] * w[((c * O + o) * 3 + r) * 3 + q];
        }
    }
    y[at] = sum;
}

extern "C" __global__ void convT2d_one_tap_081(const float *x, const float *w, float *y, int N, int C, int H, int W, int O) {
    one_tap<MISTAKE(NO_PADDING, NO_DILATION, LAST_COLUMN)>(x, w, y, N, C, H, W, O);
}
