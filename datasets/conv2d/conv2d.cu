// 3 x 3 convolution (as neural networks mean it: correlation) of a 2 x 6 x 6 image with 2 filters and
// one row of zero padding, one CTA: y[f][r][s] = sum over c, i, j of x[c][r + i - 1][s + j - 1] * w[f][c][i][j].

#define ARGUMENTS const float *x, const float *w, float *y
#define CHANNELS 2
#define FILTERS 2
#define SIZE 6
#define AREA (SIZE * SIZE)

__device__ __forceinline__ float padded(const float *x, int c, int r, int s) {
    return r >= 0 && r < SIZE && s >= 0 && s < SIZE ? x[c * AREA + r * SIZE + s] : 0.0f;
}

// One thread an output.
extern "C" __global__ void direct(ARGUMENTS) {
    int f = threadIdx.x / AREA, r = threadIdx.x % AREA / SIZE, s = threadIdx.x % SIZE;
    float sum = 0.0f;
    for (int c = 0; c < CHANNELS; c++) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                sum += padded(x, c, r + i - 1, s + j - 1) * w[((f * CHANNELS + c) * 3 + i) * 3 + j];
            }
        }
    }
    y[threadIdx.x] = sum;
}

// The image is unfolded into a matrix of 18 x 36 in shared memory; then it is a matrix product.
extern "C" __global__ void im2col(ARGUMENTS) {
    const int DEPTH = CHANNELS * 9;
    __shared__ float column[DEPTH * AREA];
    for (int e = threadIdx.x; e < DEPTH * AREA; e += blockDim.x) {
        int k = e / AREA, p = e % AREA;
        column[e] = padded(x, k / 9, p / SIZE + k % 9 / 3 - 1, p % SIZE + k % 3 - 1);
    }
    __syncthreads();
    for (int e = threadIdx.x; e < FILTERS * AREA; e += blockDim.x) {
        float sum = 0.0f;
        for (int k = DEPTH - 1; k >= 0; k--) {
            sum = fmaf(w[e / AREA * DEPTH + k], column[k * AREA + e % AREA], sum);
        }
        y[e] = sum;
    }
}

// A tile with its halo of zeros lies in shared memory, one channel at a time.
extern "C" __global__ void shared_tile(ARGUMENTS) {
    const int EDGE = SIZE + 2;
    __shared__ float tile[EDGE * EDGE];
    int r = threadIdx.x / SIZE, s = threadIdx.x % SIZE;
    float sum[FILTERS] = {0.0f};
    for (int c = 0; c < CHANNELS; c++) {
        for (int e = threadIdx.x; e < EDGE * EDGE; e += blockDim.x) {
            tile[e] = padded(x, c, e / EDGE - 1, e % EDGE - 1);
        }
        __syncthreads();
        for (int f = 0; f < FILTERS; f++) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    sum[f] += tile[(r + i) * EDGE + s + j] * w[((f * CHANNELS + c) * 3 + i) * 3 + j];
                }
            }
        }
        __syncthreads();
    }
    for (int f = 0; f < FILTERS; f++) {
        y[f * AREA + threadIdx.x] = sum[f];
    }
}

// B^T d of Winograd's F(2, 3), for four values a stride apart.
__device__ __forceinline__ void transform_input(float *d, int stride) {
    float d0 = d[0], d1 = d[stride], d2 = d[2 * stride], d3 = d[3 * stride];
    d[0] = d0 - d2;
    d[stride] = d1 + d2;
    d[2 * stride] = d2 - d1;
    d[3 * stride] = d1 - d3;
}

// G g of F(2, 3): three values in, four out.
__device__ __forceinline__ void transform_filter(const float *g, int from, float *u, int to) {
    float g0 = g[0], g1 = g[from], g2 = g[2 * from];
    u[0] = g0;
    u[to] = 0.5f * (g0 + g1 + g2);
    u[2 * to] = 0.5f * (g0 - g1 + g2);
    u[3 * to] = g2;
}

// Winograd's F(2 x 2, 3 x 3): one thread for each 2 x 2 tile and filter, 16 products instead of 36.
extern "C" __global__ void winograd(ARGUMENTS) {
    const int TILES = SIZE / 2;
    int f = threadIdx.x / (TILES * TILES);
    int r = threadIdx.x % (TILES * TILES) / TILES * 2, s = threadIdx.x % TILES * 2;
    float m[16] = {0.0f};
    for (int c = 0; c < CHANNELS; c++) {
        float d[16];
        for (int e = 0; e < 16; e++) {
            d[e] = padded(x, c, r + e / 4 - 1, s + e % 4 - 1);
        }
        for (int e = 0; e < 4; e++) transform_input(&d[e], 4);
        for (int e = 0; e < 4; e++) transform_input(&d[4 * e], 1);
        float half[12], u[16];
        for (int e = 0; e < 3; e++) transform_filter(&w[(f * CHANNELS + c) * 9 + e], 3, &half[e], 3);
        for (int e = 0; e < 4; e++) transform_filter(&half[3 * e], 1, &u[4 * e], 1);
        for (int e = 0; e < 16; e++) m[e] += d[e] * u[e];
    }
    float t[8];
    for (int e = 0; e < 4; e++) {
        t[e] = m[e] + m[4 + e] + m[8 + e];
        t[4 + e] = m[4 + e] - m[8 + e] - m[12 + e];
    }
    for (int e = 0; e < 2; e++) {
        y[f * AREA + (r + e) * SIZE + s] = t[4 * e] + t[4 * e + 1] + t[4 * e + 2];
        y[f * AREA + (r + e) * SIZE + s + 1] = t[4 * e + 1] - t[4 * e + 2] - t[4 * e + 3];
    }
}

// One dimension, 16 outputs of 18 inputs and 3 weights: six products for two outputs ...
extern "C" __global__ void direct1d(ARGUMENTS) {
    y[threadIdx.x] = x[threadIdx.x] * w[0] + x[threadIdx.x + 1] * w[1] + x[threadIdx.x + 2] * w[2];
}

// ... and four: F(2, 3).
extern "C" __global__ void winograd1d(ARGUMENTS) {
    const float *d = x + 2 * threadIdx.x;
    float m1 = (d[0] - d[2]) * w[0];
    float m2 = (d[1] + d[2]) * (w[0] + w[1] + w[2]) / 2;
    float m3 = (d[2] - d[1]) * (w[0] - w[1] + w[2]) / 2;
    float m4 = (d[1] - d[3]) * w[2];
    y[2 * threadIdx.x] = m1 + m2 + m3;
    y[2 * threadIdx.x + 1] = m2 - m3 - m4;
}

// Largest of each 2 x 2 window of a 6 x 6 image: by window, and by rows and then columns.
extern "C" __global__ void pool_by_window(const float *x, float *y) {
    int r = threadIdx.x / 3 * 2, s = threadIdx.x % 3 * 2;
    float m = -INFINITY;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            float v = x[(r + i) * SIZE + s + j];
            if (v > m) m = v;
        }
    }
    y[threadIdx.x] = m;
}

extern "C" __global__ void pool_by_rows(const float *x, float *y) {
    __shared__ float rows[SIZE * 3];
    int r = threadIdx.x / 3, s = threadIdx.x % 3;
    rows[threadIdx.x] = fmaxf(x[r * SIZE + 2 * s], x[r * SIZE + 2 * s + 1]);
    __syncthreads();
    if (r < 3) {
        y[threadIdx.x] = fmaxf(rows[2 * r * 3 + s], rows[(2 * r + 1) * 3 + s]);
    }
}
