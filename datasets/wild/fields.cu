// Fields and recurrences of scientific and image code: stencils, pooling, interpolation, bodies, paths, alignment, options.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- Heat in three dimensions, seven points

KERNEL(0) void heat_plain(const float *u, float *next, int nx, int ny, int nz, float c) {
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    for (int z = 1; z < nz - 1; z++) {
        int i = (z * ny + y) * nx + x;
        next[i] = u[i] + c * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - nx * ny] + u[i + nx * ny] - 6.0f * u[i]);
    }
}

// planes go through registers and shared memory; mistake 1: the centre counts five times; mistake 2: no barrier before the
// plane is overwritten
KERNEL(2) void heat_queue(const float *u, float *next, int nx, int ny, int nz, float c) {
    __shared__ float plane[6][10];
    int x = threadIdx.x, y = threadIdx.y, i = y * nx + x, area = nx * ny;
    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    float below = u[i], here = u[i + area];
    for (int z = 1; z < nz - 1; z++) {
        float above = u[i + (z + 1) * area];
        plane[y][x] = here; //@ heat-plane-overwritten
        __syncthreads();
        if (inside) {
            float around = plane[y][x - 1] + plane[y][x + 1] + plane[y - 1][x] + plane[y + 1][x];
            next[i + z * area] = fmaf(c, around + below + above - (WRONG(1) ? 5.0f : 6.0f) * here, here);
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
        below = here;
        here = above;
    }
}

// ---- Sums over windows

KERNEL(0) void box_plain(const float *x, float *y, int n, int radius) {
    for (int i = 0; i < n; i++) {
        float sum = 0.0f;
        for (int k = -radius; k <= radius; k++) {
            sum += i + k >= 0 && i + k < n ? x[i + k] : 0.0f;
        }
        y[i] = sum / (2 * radius + 1);
    }
}

// a running sum for each row of 8; mistake 1: what leaves the window is taken one too late
KERNEL(1) void box_running(const float *x, float *y, int n, int radius) {
    int begin = threadIdx.x * 8;
    float sum = 0.0f, scale = 1.0f / (2 * radius + 1);
    for (int k = begin - radius; k < begin + radius; k++) {
        sum += k >= 0 && k < n ? x[k] : 0.0f;
    }
    for (int i = begin; i < begin + 8; i++) {
        sum += i + radius < n ? x[i + radius] : 0.0f;
        y[i] = sum * scale;
        int leaves = i - radius - (WRONG(1) ? 1 : 0);
        sum -= leaves >= 0 ? x[leaves] : 0.0f;
    }
}

// average pooling 3 x 3, stride 2, padding 1, which is not counted
KERNEL(0) void pool_plain(const float *x, float *y, int height, int width, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            float sum = 0.0f;
            int count = 0;
            for (int i = 2 * r - 1; i < 2 * r + 2; i++) {
                for (int j = 2 * c - 1; j < 2 * c + 2; j++) {
                    if (i >= 0 && i < height && j >= 0 && j < width) {
                        sum += x[i * width + j];
                        count++;
                    }
                }
            }
            y[r * columns + c] = sum / count;
        }
    }
}

// mistake 1: the padding is counted; mistake 2: the last row and column are cut off
KERNEL(2) void pool_outputs(const float *x, float *y, int height, int width, int rows, int columns) {
    int r = threadIdx.x / columns, c = threadIdx.x % columns;
    int top = max(2 * r - 1, 0), left = max(2 * c - 1, 0);
    int bottom = min(2 * r + 2, height - (WRONG(2) ? 1 : 0)), right = min(2 * c + 2, width - (WRONG(2) ? 1 : 0));
    float sum = 0.0f;
    for (int i = top; i < bottom; i++) {
        for (int j = left; j < right; j++) {
            sum += __ldg(x + i * width + j);
        }
    }
    y[threadIdx.x] = sum / (WRONG(1) ? 9 : (bottom - top) * (right - left));
}

// bilinear interpolation to twice the size, corners not aligned
KERNEL(0) void upsample_plain(const float *x, float *y, int height, int width) {
    for (int r = 0; r < 2 * height; r++) {
        for (int c = 0; c < 2 * width; c++) {
            // an output pixel lies a quarter beside its source
            int near_r = r / 2, near_c = c / 2;
            int far_r = min(max(r % 2 ? near_r + 1 : near_r - 1, 0), height - 1);
            int far_c = min(max(c % 2 ? near_c + 1 : near_c - 1, 0), width - 1);
            float near = 0.75f * x[near_r * width + near_c] + 0.25f * x[near_r * width + far_c];
            float far = 0.75f * x[far_r * width + near_c] + 0.25f * x[far_r * width + far_c];
            y[r * 2 * width + c] = 0.75f * near + 0.25f * far;
        }
    }
}

// by coordinates in floats; mistake 1: without the half pixel
KERNEL(1) void upsample_coordinates(const float *x, float *y, int height, int width) {
    int r = threadIdx.x / (2 * width), c = threadIdx.x % (2 * width);
    float half = WRONG(1) ? 0.0f : 0.5f;
    float h = fmaxf(0.5f * (r + half) - half, 0.0f), w = fmaxf(0.5f * (c + half) - half, 0.0f);
    int h0 = static_cast<int>(h), w0 = static_cast<int>(w);
    int down = h0 < height - 1 ? width : 0, right = w0 < width - 1 ? 1 : 0;
    float h1 = h - h0, w1 = w - w0;
    const float *p = x + h0 * width + w0;
    y[threadIdx.x] = (1.0f - h1) * ((1.0f - w1) * p[0] + w1 * p[right]) + h1 * ((1.0f - w1) * p[down] + w1 * p[down + right]);
}

// one step of the Haar wavelet: means, then differences
KERNEL(0) void haar_plain(const float *x, float *y, int n) {
    for (int i = 0; i < n / 2; i++) {
        y[i] = (x[2 * i] + x[2 * i + 1]) / sqrtf(2.0f);
        y[n / 2 + i] = (x[2 * i] - x[2 * i + 1]) / sqrtf(2.0f);
    }
}

// by a shuffle; mistake 1: odd lanes have the sign of even ones
KERNEL(1) void haar_shuffle(const float *x, float *y, int n) {
    int i = threadIdx.x, odd = i & 1;
    float own = x[i], other = __shfl_xor_sync(0xffffffffu, own, 1);
    y[odd * (n / 2) + i / 2] = 0.70710678f * (odd && !WRONG(1) ? other - own : own + (odd ? -other : other));
}

// ---- Bodies that attract each other, softened

KERNEL(0) void bodies_plain(const float4 *body, float *force, int n, float softening) {
    int i = threadIdx.x;
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (int j = 0; j < n; j++) {
        float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
        float r = sqrtf(dx * dx + dy * dy + dz * dz + softening);
        float s = body[j].w / (r * r * r);
        fx += dx * s;
        fy += dy * s;
        fz += dz * s;
    }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
}

// tiles of bodies in shared memory; mistake 1: the square of the distance for its cube; mistake 2: no barrier behind a tile
KERNEL(2) void bodies_tiled(const float4 *body, float *force, int n, float softening) {
    __shared__ float4 tile[4];
    int i = threadIdx.x;
    float4 own = body[i];
    float3 f = make_float3(0.0f, 0.0f, 0.0f);
    for (int begin = 0; begin < n; begin += 4) {
        if (i < 4) {
            tile[i] = body[begin + i]; //@ bodies-tile-overwritten
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; j++) {
            float4 b = tile[j];
            float dx = b.x - own.x, dy = b.y - own.y, dz = b.z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            float s = b.w * inverse * inverse * (WRONG(1) ? 1.0f : inverse);
            f.x = fmaf(dx, s, f.x);
            f.y = fmaf(dy, s, f.y);
            f.z = fmaf(dz, s, f.z);
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
    }
    force[3 * i] = f.x;
    force[3 * i + 1] = f.y;
    force[3 * i + 2] = f.z;
}

// ---- Paths and alignment: sums and maxima instead of products and sums

KERNEL(0) void min_plus_plain(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.y, j = threadIdx.x;
    float least = c[i * n + j];
    for (int k = 0; k < n; k++) {
        least = fminf(least, a[i * n + k] + b[k * n + j]);
    }
    c[i * n + j] = least;
}

// tiles of two in shared memory; mistake 1: what c holds is lost; mistake 2: no barrier before the sums
KERNEL(2) void min_plus_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float of_a[4][4], of_b[4][4];
    int i = threadIdx.y, j = threadIdx.x;
    of_a[i][j] = a[i * n + j];
    of_b[i][j] = b[i * n + j];
    if (!WRONG(2)) {
        __syncthreads();
    }
    float least = WRONG(1) ? INFINITY : c[i * n + j];
#pragma unroll
    for (int k = 3; k >= 0; k--) {
        least = fminf(of_a[i][k] + of_b[k][j], least); //@ min-plus-without-barrier
    }
    c[i * n + j] = least;
}

// global alignment of two short sequences: score[i][j] = max(diagonal + match, above − gap, left − gap)
KERNEL(0) void align_plain(const float *match, float *score, int n, float gap) {
    for (int i = 0; i <= n; i++) {
        score[i * (n + 1)] = -gap * i;
        score[i] = -gap * i;
    }
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= n; j++) {
            float best = score[(i - 1) * (n + 1) + j - 1] + match[(i - 1) * n + j - 1];
            best = fmaxf(best, score[(i - 1) * (n + 1) + j] - gap);
            score[i * (n + 1) + j] = fmaxf(best, score[i * (n + 1) + j - 1] - gap);
        }
    }
}

// along diagonals, a thread a row; mistake 1: the gap is taken twice from the left; mistake 2: no barrier between diagonals
KERNEL(2) void align_diagonals(const float *match, float *score, int n, float gap) {
    int i = threadIdx.x;
    score[i * (n + 1)] = -gap * i;
    score[i] = -gap * i;
    __syncthreads();
    for (int diagonal = 2; diagonal <= 2 * n; diagonal++) {
        int j = diagonal - i;
        if (i >= 1 && j >= 1 && j <= n) {
            float left = score[i * (n + 1) + j - 1] - (WRONG(1) ? 2.0f : 1.0f) * gap;
            float above = score[(i - 1) * (n + 1) + j] - gap; //@ align-without-barrier
            float corner = score[(i - 1) * (n + 1) + j - 1] + match[(i - 1) * n + j - 1];
            score[i * (n + 1) + j] = fmaxf(fmaxf(left, above), corner);
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
    }
}

// ---- Prices of options (Black and Scholes) with the polynomial for the normal distribution

__device__ float normal_powers(float d) {
    float k = 1.0f / (1.0f + 0.33267f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) * (0.4361836f * k - 0.1201676f * k * k + 0.937298f * k * k * k);
    return d > 0.0f ? 1.0f - tail : tail;
}

__device__ float normal_horner(float d) {
    float k = __fdividef(1.0f, 1.0f + 0.33267f * fabsf(d));
    float tail = 0.39894228f * __expf(-0.5f * d * d) * (k * (0.4361836f + k * (-0.1201676f + k * 0.937298f)));
    return d > 0.0f ? 1.0f - tail : tail;
}

KERNEL(0) void options_plain(const float *price, const float *strike, float *call, float *put, float rate, float vol) {
    int i = threadIdx.x;
    float d1 = (logf(price[i] / strike[i]) + rate + 0.5f * vol * vol) / vol, d2 = d1 - vol, discount = expf(-rate);
    float n1 = normal_powers(d1), n2 = normal_powers(d2);
    call[i] = price[i] * n1 - strike[i] * discount * n2;
    put[i] = strike[i] * discount * (1.0f - n2) - price[i] * (1.0f - n1);
}

// mistake 1: call and put are exchanged
KERNEL(1) void options_fast(const float *price, const float *strike, float *call, float *put, float rate, float vol) {
    int i = threadIdx.x;
    float s = price[i], x = strike[i];
    float d1 = __fdividef(__logf(s / x) + (rate + 0.5f * vol * vol), vol), d2 = d1 - vol;
    float n1 = normal_horner(d1), n2 = normal_horner(d2), discounted = x * __expf(-rate);
    float c = s * n1 - discounted * n2, p = discounted * (1.0f - n2) - s * (1.0f - n1);
    call[i] = WRONG(1) ? p : c;
    put[i] = WRONG(1) ? c : p;
}
