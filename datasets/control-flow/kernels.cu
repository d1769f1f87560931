// Histograms, guarded stencils, transposes and compaction, beside plain kernels that give the same.

// ---- Histograms

extern "C" __global__ void histogram_plain(const int *values, int *bins, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) count += values[i] % 16 == threadIdx.x;
    bins[threadIdx.x] = count;
}

extern "C" __global__ void histogram(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

// One for each warp, added up at the end.
extern "C" __global__ void histogram_by_warps(const int *values, int *bins, int n) {
    __shared__ int local[2][16];
    if (threadIdx.x < 32) local[threadIdx.x / 16][threadIdx.x % 16] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&local[threadIdx.x / 32][values[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[0][threadIdx.x] + local[1][threadIdx.x];
}

// One for each thread: nothing to order but the sum.
extern "C" __global__ void histogram_by_threads(const int *values, int *bins, int n) {
    __shared__ unsigned char local[16][64];
    for (int bin = 0; bin < 16; bin++) local[bin][threadIdx.x] = 0;
    for (int i = threadIdx.x; i < n; i += 64) local[values[i] % 16][threadIdx.x]++;
    __syncthreads();
    if (threadIdx.x < 16) {
        int count = 0;
        for (int t = 0; t < 64; t++) count += local[threadIdx.x][t];
        bins[threadIdx.x] = count;
    }
}

// Several CTAs add to one.
extern "C" __global__ void histogram_of_grid(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[values[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// Weights are added up; which bin is concrete, how much is not.
extern "C" __global__ void weights_plain(const int *bin, const float *weight, float *sums, int n) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        if (bin[i] % 16 == threadIdx.x) sum += weight[i];
    sums[threadIdx.x] = sum;
}

extern "C" __global__ void weights(const int *bin, const float *weight, float *sums, int n) {
    __shared__ float local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0.0f;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[bin[i] % 16], weight[i]);
    __syncthreads();
    if (threadIdx.x < 16) sums[threadIdx.x] = local[threadIdx.x];
}

// ---- Stencils; n need not be a multiple of the block.

extern "C" __global__ void blur_plain(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float left = i > 0 ? in[i - 1] : 0.0f, right = i < n - 1 ? in[i + 1] : 0.0f;
    out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

extern "C" __global__ void blur(const float *in, float *out, int n) {
    __shared__ float tile[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    tile[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == 63) tile[65] = i + 1 < n ? in[i + 1] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2];
}

// The barrier stands inside the guard: right where whole warps fail it and end, see broken.cu.
extern "C" __global__ void blur_inside_guard(const float *in, float *out, int n) {
    __shared__ float tile[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) { //@ blur-inside-guard-divergent
        tile[t + 1] = in[i];
        if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
        if (t == 63 || i == n - 1) tile[t + 2] = i + 1 < n ? in[i + 1] : 0.0f;
        __syncthreads();
        out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2];
    }
}

// Three sweeps over a ring, between two rows that change places.
extern "C" __global__ void sweeps(const float *in, float *out, int rounds) {
    __shared__ float first[32], second[32];
    float *from = first, *to = second;
    int i = threadIdx.x;
    from[i] = in[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        to[i] = 0.5f * from[(i + 31) % 32] + 0.5f * from[(i + 1) % 32];
        float *old = from;
        from = to;
        to = old;
    }
    out[i] = from[i];
}

// The same with the values of three sweeps written out.
extern "C" __global__ void three_sweeps_plain(const float *in, float *out) {
    int i = threadIdx.x;
    out[i] = 0.125f * (in[(i + 29) % 32] + 3.0f * in[(i + 31) % 32] + 3.0f * in[(i + 1) % 32] + in[(i + 3) % 32]);
}

// Five points on a plane of any size, 8 x 8 threads with a margin; clamped at the rim.
extern "C" __global__ void plane_plain(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = in[y * width + x];
    sum += in[y * width + max(x - 1, 0)] + in[y * width + min(x + 1, width - 1)];
    sum += in[max(y - 1, 0) * width + x] + in[min(y + 1, height - 1) * width + x];
    out[y * width + x] = 0.2f * sum;
}

extern "C" __global__ void plane(const float *in, float *out, int width, int height) {
    __shared__ float tile[10][11];
    int left = blockIdx.x * 8 - 1, top = blockIdx.y * 8 - 1;
    for (int k = threadIdx.y * 8 + threadIdx.x; k < 100; k += 64) {
        int x = min(max(left + k % 10, 0), width - 1), y = min(max(top + k / 10, 0), height - 1);
        tile[k / 10][k % 10] = in[y * width + x];
    }
    __syncthreads();
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    if (left + tx < width && top + ty < height) {
        float sum = tile[ty][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
        out[(top + ty) * width + left + tx] = 0.2f * (sum + tile[ty - 1][tx] + tile[ty + 1][tx]);
    }
}

// ---- Transposes of a height x width matrix

extern "C" __global__ void transpose_plain(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void transpose_padded(const float *in, float *out, int width, int height) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (x < width && y0 + k < height) tile[k][threadIdx.x] = in[(y0 + k) * width + x];
    __syncthreads();
    int y = y0 + threadIdx.x, x0 = blockIdx.x * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (y < height && x0 + k < width) out[(x0 + k) * height + y] = tile[threadIdx.x][k];
}

// No padding; the columns of a row are permuted.
extern "C" __global__ void transpose_swizzled(const float *in, float *out, int width, int height) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (x < width && y0 + k < height)
            tile[k][threadIdx.x ^ k] = in[(y0 + k) * width + x];
    __syncthreads();
    int y = y0 + threadIdx.x, x0 = blockIdx.x * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (y < height && x0 + k < width)
            out[(x0 + k) * height + y] = tile[threadIdx.x][k ^ threadIdx.x];
}

// In place: each pair of elements belongs to one thread.
extern "C" __global__ void transpose_in_place(float *matrix, int n) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < y && y < n) {
        float v = matrix[y * n + x];
        matrix[y * n + x] = matrix[x * n + y];
        matrix[x * n + y] = v;
    }
}

// The same in two steps: all read, then all write.
extern "C" __global__ void transpose_in_two_steps(float *matrix, int n) {
    int x = threadIdx.x, y = threadIdx.y;
    float v = 0.0f;
    if (x < n && y < n) v = matrix[y * n + x];
    __syncthreads();
    if (x < n && y < n) matrix[x * n + y] = v;
}

// ---- Compaction: which elements stay is concrete, their values are not.

extern "C" __global__ void compact_plain(const int *keep, const float *in, float *out, int n) {
    int at = 0;
    for (int i = 0; i < n; i++)
        if (keep[i] % 3 == 0) out[at++] = in[i];
}

extern "C" __global__ void compact(const int *keep, const float *in, float *out, int n) {
    __shared__ int position[64];
    int i = threadIdx.x, stays = keep[i] % 3 == 0;
    position[i] = stays;
    for (int distance = 1; distance < n; distance *= 2) {
        __syncthreads();
        int left = i >= distance ? position[i - distance] : 0;
        __syncthreads();
        position[i] += left;
    }
    if (stays) out[position[i] - 1] = in[i];
}

// With ballots in the warp and one word between the two.
extern "C" __global__ void compact_by_ballot(const int *keep, const float *in, float *out, int n) {
    __shared__ int counts[2];
    int i = threadIdx.x, lane = i % 32, stays = keep[i] % 3 == 0;
    unsigned ballot = __ballot_sync(0xffffffffu, stays);
    if (lane == 0) counts[i / 32] = __popc(ballot);
    __syncthreads();
    int before = (i < 32 ? 0 : counts[0]) + __popc(ballot & ((1u << lane) - 1));
    if (stays) out[before] = in[i];
}

// ---- Shifting by one place

extern "C" __global__ void shift_plain(const float *in, float *out) {
    out[threadIdx.x] = in[(threadIdx.x + 1) % 64];
}

extern "C" __global__ void shift(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    float v = row[(i + 1) % 64];
    __syncthreads();
    row[i] = v;
    __syncthreads();
    out[63 - i] = row[63 - i];
}
