// Prefix sums of 64 values by one CTA: inclusive (y[i] = x[0] + ... + x[i]) and exclusive.

#define N 64
#define FULL 0xffffffffu

// One thread, from left to right.
extern "C" __global__ void inclusive_sequential(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = 0; i < N; i++) {
        sum += x[i];
        y[i] = sum;
    }
}

extern "C" __global__ void exclusive_sequential(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = 0; i < N; i++) {
        y[i] = sum;
        sum += x[i];
    }
}

// Every thread adds up its own prefix.
extern "C" __global__ void inclusive_quadratic(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i >= 0; i--) sum += x[i];
    y[threadIdx.x] = sum;
}

// Hillis and Steele: log N rounds over all elements, two buffers.
extern "C" __global__ void hillis_steele(const float *x, float *y) {
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
    y[tid] = buffer[from][tid];
}

// The same in one buffer, with a barrier between reading and writing.
extern "C" __global__ void hillis_steele_in_place(const float *x, float *y) {
    __shared__ float buffer[N];
    int tid = threadIdx.x;
    buffer[tid] = x[tid];
    __syncthreads();
    for (int offset = 1; offset < N; offset *= 2) {
        float left = tid >= offset ? buffer[tid - offset] : 0.0f;
        __syncthreads();
        buffer[tid] += left;
        __syncthreads();
    }
    y[tid] = buffer[tid];
}

// Blelloch: up a tree of sums and down again; 32 threads, exclusive.
extern "C" __global__ void blelloch(const float *x, float *y) {
    __shared__ float tree[N];
    int tid = threadIdx.x;
    tree[2 * tid] = x[2 * tid];
    tree[2 * tid + 1] = x[2 * tid + 1];
    int offset = 1;
    for (int d = N / 2; d > 0; d /= 2) {
        __syncthreads();
        if (tid < d) tree[offset * (2 * tid + 2) - 1] += tree[offset * (2 * tid + 1) - 1];
        offset *= 2;
    }
    if (tid == 0) tree[N - 1] = 0.0f;
    for (int d = 1; d < N; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1;
            float t = tree[left];
            tree[left] = tree[right];
            tree[right] += t;
        }
    }
    __syncthreads();
    y[2 * tid] = tree[2 * tid];
    y[2 * tid + 1] = tree[2 * tid + 1];
}

// Shuffles within the two warps, then the first warp's total is added to the second.
extern "C" __global__ void warp_shuffle(const float *x, float *y) {
    __shared__ float total[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = x[threadIdx.x];
    for (int offset = 1; offset < 32; offset *= 2) {
        float left = __shfl_up_sync(FULL, v, offset);
        if (lane >= offset) v += left;
    }
    if (lane == 31) total[warp] = v;
    __syncthreads();
    if (warp == 1) v += total[0];
    y[threadIdx.x] = v;
}
