// Prefix sums: two buffers, one buffer, up and down a tree, by warps; compaction by ballots and counters.

// ---- Two buffers and one barrier in each round, up to any n.

extern "C" __global__ void scan_two_buffers(const float *x, float *y, int n) {
    __shared__ float row[2][256];
    int t = threadIdx.x, now = 0;
    row[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        row[1 - now][t] = t >= d ? row[now][t] + row[now][t - d] : row[now][t];
        now = 1 - now;
        __syncthreads();
    }
    y[t] = row[now][t];
}

// ---- One buffer and two barriers in each round, up to any n.

extern "C" __global__ void scan_one_buffer(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        float left = t >= d ? row[t - d] : 0.0f;
        __syncthreads();
        row[t] += left;
        __syncthreads();
    }
    y[t] = row[t];
}

// The barrier between reading and writing is missing.
extern "C" __global__ void scan_one_barrier(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        float left = t >= d ? row[t - d] : 0.0f; //@ scan-one-barrier
        row[t] += left;
        __syncthreads();
    }
    y[t] = row[t];
}

// The element at t - d is read where there is none.
extern "C" __global__ void scan_below_zero(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        float left = row[t - d]; //@ scan-below-zero
        __syncthreads();
        row[t] += left;
        __syncthreads();
    }
    y[t] = row[t];
}

// ---- Up and down a tree (Blelloch), 256 elements, 128 threads.

extern "C" __global__ void scan_tree(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x, offset = 1;
    row[2 * t] = 2 * t < n ? x[2 * t] : 0.0f;
    row[2 * t + 1] = 2 * t + 1 < n ? x[2 * t + 1] : 0.0f;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) row[offset * (2 * t + 2) - 1] += row[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) row[255] = 0.0f;
    for (int d = 1; d < 256; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            float left = row[offset * (2 * t + 1) - 1];
            row[offset * (2 * t + 1) - 1] = row[offset * (2 * t + 2) - 1];
            row[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    if (2 * t < n) y[2 * t] = row[2 * t];
    if (2 * t + 1 < n) y[2 * t + 1] = row[2 * t + 1];
}

// No barrier on the way down.
extern "C" __global__ void scan_tree_down(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x, offset = 1;
    row[2 * t] = 2 * t < n ? x[2 * t] : 0.0f;
    row[2 * t + 1] = 2 * t + 1 < n ? x[2 * t + 1] : 0.0f;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) row[offset * (2 * t + 2) - 1] += row[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) row[255] = 0.0f;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        offset /= 2;
        if (t < d) {
            float left = row[offset * (2 * t + 1) - 1];
            row[offset * (2 * t + 1) - 1] = row[offset * (2 * t + 2) - 1]; //@ scan-tree-down
            row[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    if (2 * t < n) y[2 * t] = row[2 * t];
    if (2 * t + 1 < n) y[2 * t + 1] = row[2 * t + 1];
}

// ---- By warps, whose totals are added.

__device__ __forceinline__ float warp_scan(float v) {
    for (int d = 1; d < 32; d *= 2) {
        float left = __shfl_up_sync(0xffffffffu, v, d);
        if (threadIdx.x % 32 >= d) v += left;
    }
    return v;
}

extern "C" __global__ void scan_warps(const float *x, float *y, int n) {
    __shared__ float totals[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = warp_scan(i < n ? x[i] : 0.0f);
    if (t % 32 == 31) totals[t / 32] = v;
    __syncthreads();
    for (int w = 0; w < t / 32; w++) v += totals[w];
    if (i < n) y[i] = v;
}

// The totals are read before they are written.
extern "C" __global__ void scan_warps_early(const float *x, float *y, int n) {
    __shared__ float totals[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = warp_scan(i < n ? x[i] : 0.0f);
    if (t % 32 == 31) totals[t / 32] = v; //@ scan-warps-early
    for (int w = 0; w < t / 32; w++) v += totals[w];
    if (i < n) y[i] = v;
}

// ---- Compaction: positions in a warp by a ballot.

extern "C" __global__ void compact_warp(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int v = i < n ? x[i] : 0;
    unsigned kept = __ballot_sync(0xffffffffu, v > 0);
    int first = i - lane;
    if (v > 0) y[first + __popc(kept & ((1u << lane) - 1))] = v;
}

// The place of the warp is forgotten.
extern "C" __global__ void compact_warp_no_base(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int v = i < n ? x[i] : 0;
    unsigned kept = __ballot_sync(0xffffffffu, v > 0);
    if (v > 0) y[__popc(kept & ((1u << lane) - 1))] = v; //@ compact-warp-no-base
}

// ---- Compaction: positions by a counter.

extern "C" __global__ void compact_counter(const int *x, int *y, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0) {
        int at = atomicAdd(count, 1);
        if (at >= 0 && at < n) y[at] = x[i];
    }
}

// Elements that are not kept add nothing and write, too.
extern "C" __global__ void compact_counter_all(const int *x, int *y, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int at = atomicAdd(count, x[i] > 0);
        if (at >= 0 && at < n) y[at] = x[i]; //@ compact-counter-all
    }
}
