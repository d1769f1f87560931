// The convolutions of conv2d.cu, each with one mistake.

#define ARGUMENTS const float *x, const float *w, float *y
#define CHANNELS 2
#define FILTERS 2
#define SIZE 6
#define AREA (SIZE * SIZE)
#define EDGE (SIZE + 2)

enum Mistake {
    FLIPPED,
    TRANSPOSED,
    CHANNEL_OVERWRITTEN,
    SHIFTED,
    EDGE_INCLUDED,
    NO_PADDING,
};

// One thread an output, as `direct`.
template <Mistake M>
__device__ __forceinline__ void direct(ARGUMENTS) {
    int f = threadIdx.x / AREA, r = threadIdx.x % AREA / SIZE, s = threadIdx.x % SIZE;
    const int limit = M == EDGE_INCLUDED ? SIZE + 1 : SIZE;
    float sum = 0.0f;
    for (int c = 0; c < CHANNELS; c++) {
        float channel = 0.0f;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                int row = r + i - (M == SHIFTED ? 0 : 1), col = s + j - 1;
                bool inside = row >= 0 && row < limit && col >= 0 && col < SIZE;
                float v = 0.0f;
                if (M == NO_PADDING || inside) v = x[c * AREA + row * SIZE + col]; //@ edge-included no-padding
                int at = M == FLIPPED ? (2 - i) * 3 + 2 - j : M == TRANSPOSED ? j * 3 + i : i * 3 + j;
                channel += v * w[(f * CHANNELS + c) * 9 + at];
            }
        }
        sum = M == CHANNEL_OVERWRITTEN ? channel : sum + channel;
    }
    y[threadIdx.x] = sum;
}

#define KERNEL(name, mistake)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { direct<mistake>(x, w, y); }

// A true convolution turns the filter around; right for symmetric filters.
KERNEL(flipped, FLIPPED)
// Rows and columns of the filter are confused; right for symmetric filters.
KERNEL(transposed, TRANSPOSED)
// Only the last channel counts.
KERNEL(channel_overwritten, CHANNEL_OVERWRITTEN)
// The window starts one row too low.
KERNEL(shifted, SHIFTED)
// `<=` for `<`: row 6 of the last channel lies behind the image.
KERNEL(edge_included, EDGE_INCLUDED)
// No bounds test at all: row -1 lies before the image.
KERNEL(no_padding, NO_PADDING)

// The image passes through shared memory, as `shared_tile`. BARRIERS: bit 0 before, bit 1 after use.
template <int BARRIERS, bool CORNERS>
__device__ __forceinline__ void tiled(ARGUMENTS) {
    __shared__ float tile[EDGE * EDGE];
    int r = threadIdx.x / SIZE, s = threadIdx.x % SIZE;
    float sum[FILTERS] = {0.0f};
    for (int c = 0; c < CHANNELS; c++) {
        for (int e = threadIdx.x; e < EDGE * EDGE; e += blockDim.x) {
            int row = e / EDGE - 1, col = e % EDGE - 1;
            bool inside = row >= 0 && row < SIZE && col >= 0 && col < SIZE;
            bool corner = (row < 0 || row >= SIZE) && (col < 0 || col >= SIZE);
            if (CORNERS || !corner) tile[e] = inside ? x[c * AREA + row * SIZE + col] : 0.0f;
        }
        if (BARRIERS & 1) __syncthreads();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                float v = tile[(r + i) * EDGE + s + j]; //@ tile-not-complete tile-overwritten halo-without-corners
                for (int f = 0; f < FILTERS; f++) {
                    sum[f] += v * w[(f * CHANNELS + c) * 9 + i * 3 + j];
                }
            }
        }
        if (BARRIERS & 2) __syncthreads();
    }
    for (int f = 0; f < FILTERS; f++) {
        y[f * AREA + threadIdx.x] = sum[f];
    }
}

// The tile is used while other threads still fill it.
extern "C" __global__ void tile_not_complete(ARGUMENTS) { tiled<2, true>(x, w, y); }
// The next channel overwrites the tile while other threads still use it.
extern "C" __global__ void tile_overwritten(ARGUMENTS) { tiled<1, true>(x, w, y); }
// The corners of the halo are never written.
extern "C" __global__ void halo_without_corners(ARGUMENTS) { tiled<3, false>(x, w, y); }

// Winograd's F(2, 3) in one dimension: the third product has the wrong sign in the second output.
extern "C" __global__ void winograd_wrong_sign(ARGUMENTS) {
    const float *d = x + 2 * threadIdx.x;
    float m1 = (d[0] - d[2]) * w[0];
    float m2 = (d[1] + d[2]) * (w[0] + w[1] + w[2]) / 2;
    float m3 = (d[2] - d[1]) * (w[0] - w[1] + w[2]) / 2;
    float m4 = (d[1] - d[3]) * w[2];
    y[2 * threadIdx.x] = m1 + m2 + m3;
    y[2 * threadIdx.x + 1] = m2 + m3 - m4;
}

// The same with a filter transform that forgets one half.
extern "C" __global__ void winograd_wrong_filter(ARGUMENTS) {
    const float *d = x + 2 * threadIdx.x;
    float m1 = (d[0] - d[2]) * w[0];
    float m2 = (d[1] + d[2]) * (w[0] + w[1] + w[2]) / 2;
    float m3 = (d[2] - d[1]) * (w[0] - w[1] + w[2]);
    float m4 = (d[1] - d[3]) * w[2];
    y[2 * threadIdx.x] = m1 + m2 + m3;
    y[2 * threadIdx.x + 1] = m2 - m3 - m4;
}

// The largest of a window, from zero: wrong where the whole window is negative.
extern "C" __global__ void pool_from_zero(const float *x, float *y) {
    int r = threadIdx.x / 3 * 2, s = threadIdx.x % 3 * 2;
    float m = 0.0f;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            m = fmaxf(m, x[(r + i) * SIZE + s + j]);
        }
    }
    y[threadIdx.x] = m;
}

// Windows overlap: the stride is 1 where 2 is meant.
extern "C" __global__ void pool_wrong_stride(const float *x, float *y) {
    int r = threadIdx.x / 3, s = threadIdx.x % 3;
    float m = -INFINITY;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            m = fmaxf(m, x[(r + i) * SIZE + s + j]);
        }
    }
    y[threadIdx.x] = m;
}
