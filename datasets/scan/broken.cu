// The scans of scan.cu, each with one mistake.

#define N 64
#define FULL 0xffffffffu

// One buffer, no barrier between reading the left neighbour and writing.
extern "C" __global__ void one_buffer(const float *x, float *y) {
    __shared__ float buffer[N];
    int tid = threadIdx.x;
    buffer[tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        if (tid >= offset) buffer[tid] += buffer[tid - offset]; //@ one-buffer
        __syncthreads();
    }
    y[tid] = buffer[tid];
}

// `>` for `>=`: thread `offset` never adds element 0's prefix.
extern "C" __global__ void strict_bound(const float *x, float *y) {
    __shared__ float buffer[2][N];
    int tid = threadIdx.x, from = 0;
    buffer[from][tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        float v = buffer[from][tid];
        if (tid > offset) v += buffer[from][tid - offset];
        buffer[from ^ 1][tid] = v;
        from ^= 1;
        __syncthreads();
    }
    y[tid] = buffer[from][tid];
}

// No bound: thread 0 reads the cell before the buffer.
extern "C" __global__ void no_bound(const float *x, float *y) {
    __shared__ float buffer[N];
    int tid = threadIdx.x;
    buffer[tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        float left = buffer[tid - offset]; //@ no-bound
        __syncthreads();
        if (tid >= offset) buffer[tid] += left;
        __syncthreads();
    }
    y[tid] = buffer[tid];
}

// The last round is missing: each half of the array has its own prefix sums.
extern "C" __global__ void round_missing(const float *x, float *y) {
    __shared__ float buffer[2][N];
    int tid = threadIdx.x, from = 0;
    buffer[from][tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N / 2; offset *= 2) {
        float v = buffer[from][tid];
        if (tid >= offset) v += buffer[from][tid - offset];
        buffer[from ^ 1][tid] = v;
        from ^= 1;
        __syncthreads();
    }
    y[tid] = buffer[from][tid];
}

// The buffer that was written last but one is copied out.
extern "C" __global__ void stale_buffer(const float *x, float *y) {
    __shared__ float buffer[2][N];
    int tid = threadIdx.x, from = 0;
    buffer[from][tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        float v = buffer[from][tid];
        if (tid >= offset) v += buffer[from][tid - offset];
        buffer[from ^ 1][tid] = v;
        from ^= 1;
        __syncthreads();
    }
    y[tid] = buffer[from ^ 1][tid];
}

// Blelloch's scan. CLEARED: the root becomes zero before the way down. BARRIERS: bit 0 on the way
// up, bit 1 on the way down. SWAPPED: children are exchanged without keeping the old left one.
template <bool CLEARED, int BARRIERS, bool SWAPPED>
__device__ __forceinline__ void tree_scan(const float *x, float *y) {
    __shared__ float tree[N];
    int tid = threadIdx.x;
    tree[2 * tid] = x[2 * tid];
    tree[2 * tid + 1] = x[2 * tid + 1];
    int offset = 1;
    __syncthreads();
    for (int d = N / 2; d > 0; d /= 2) {
        int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
        if (tid < d) tree[right] += tree[left]; //@ no-barrier-up
        if (BARRIERS & 1) __syncthreads();
        offset *= 2;
    }
    if (CLEARED && tid == 0) tree[N - 1] = 0.0f;
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        offset /= 2;
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
            float t = tree[left], u = tree[right]; //@ no-barrier-down
            tree[left] = u;
            tree[right] = SWAPPED ? u + u : u + t;
        }
        if (BARRIERS & 2) __syncthreads();
    }
    __syncthreads();
    y[2 * tid] = tree[2 * tid];
    y[2 * tid + 1] = tree[2 * tid + 1];
}

#define KERNEL(name, ...)                                                                          \
    extern "C" __global__ void name(const float *x, float *y) { tree_scan<__VA_ARGS__>(x, y); }

// The root keeps the total, which every prefix then contains.
KERNEL(root_not_cleared, false, 3, false)
// Levels overlap on the way up.
KERNEL(no_barrier_up, true, 2, false)
// Levels overlap on the way down.
KERNEL(no_barrier_down, true, 1, false)
// The right child gets twice its own instead of its own and the left one.
KERNEL(left_child_lost, true, 3, true)

// Lanes below `offset` get their own value back from shfl.up and add it: the bound is missing.
extern "C" __global__ void shuffle_without_bound(const float *x, float *y) {
    __shared__ float total[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = x[threadIdx.x];
    for (int offset = 1; offset < 32; offset *= 2) {
        v += __shfl_up_sync(FULL, v, offset);
    }
    if (lane == 31) total[warp] = v;
    __syncthreads();
    if (warp == 1) v += total[0];
    y[threadIdx.x] = v;
}

// The first warp's total is read before it is there.
extern "C" __global__ void total_without_barrier(const float *x, float *y) {
    __shared__ float total[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = x[threadIdx.x];
    for (int offset = 1; offset < 32; offset *= 2) {
        float left = __shfl_up_sync(FULL, v, offset);
        if (lane >= offset) v += left;
    }
    if (lane == 31) total[warp] = v;
    if (warp == 1) v += total[0]; //@ total-without-barrier
    y[threadIdx.x] = v;
}
