// Control flow: early exits, nested loops with barriers, switches, tests that are one for a warp, buffers in turn.

// ---- Early exit of threads beyond n, and of whole blocks.

extern "C" __global__ void early_exit(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    if (v < 0.0f) {
        y[i] = 0.0f;
        return;
    }
    y[i] = v;
}

extern "C" __global__ void early_exit_block(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x, first = blockIdx.x * 256;
    if (first >= n) return;
    row[t] = first + t < n ? x[first + t] : 0.0f;
    __syncthreads();
    if (first + t < n) y[first + t] = row[255 - t];
}

// The barrier is behind a branch that threads beyond n pass by, and both go on.
extern "C" __global__ void early_exit_branch(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    float v = 0.0f;
    if (t < n) {
        row[t] = x[t];
        __syncthreads(); //@ early-exit-branch
        v = row[n - 1 - t];
    }
    __syncthreads();
    y[t] = v;
}

// ---- Two loops with barriers, one in the other.

extern "C" __global__ void nested(const float *x, float *y, int n, int m) {
    __shared__ float row[256];
    int t = threadIdx.x;
    float v = x[t];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            row[t] = v;
            __syncthreads();
            v += row[(t + j) & 255];
            __syncthreads();
        }
        row[255 - t] = v;
        __syncthreads();
        v -= row[t ^ 1];
        __syncthreads();
    }
    y[t] = v;
}

// The last barrier stands behind both loops.
extern "C" __global__ void nested_outside(const float *x, float *y, int n, int m) {
    __shared__ float row[256];
    int t = threadIdx.x;
    float v = x[t];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            row[t] = v;
            __syncthreads();
            v += row[(t + j) & 255];
            __syncthreads();
        }
        row[255 - t] = v;
        __syncthreads();
        v -= row[t ^ 1]; //@ nested-outside
    }
    __syncthreads();
    y[t] = v;
}

// The bound of the inner loop is another one for each thread.
extern "C" __global__ void nested_triangle(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    float v = x[t];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < t; j++) {
            row[t] = v;
            __syncthreads(); //@ nested-triangle
            v += row[255 - t];
            __syncthreads();
        }
    }
    __syncthreads();
    y[t] = v;
}

// ---- A switch that all threads take alike, and one of each thread.

extern "C" __global__ void mode(const float *x, float *y, int mode) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    float v = 0.0f;
    switch (mode) {
        case 0: v = row[t]; break;
        case 1: __syncthreads(); v = row[255 - t]; break;
        case 2: __syncthreads(); v = row[(t + 1) % 256]; break;
        case 3: __syncthreads(); v = row[t ^ 1]; break;
        case 4: __syncthreads(); v = row[0] + row[t]; break;
        default: v = -1.0f;
    }
    y[t] = v;
}

// One case reads its neighbour without a barrier.
extern "C" __global__ void mode_case(const float *x, float *y, int mode) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t]; //@ mode-case
    float v = 0.0f;
    switch (mode) {
        case 0: v = row[t]; break;
        case 1: __syncthreads(); v = row[255 - t]; break;
        case 2: __syncthreads(); v = row[(t + 1) % 256]; break;
        case 3: v = row[t ^ 1]; break;
        case 4: __syncthreads(); v = row[0] + row[t]; break;
        default: v = -1.0f;
    }
    y[t] = v;
}

extern "C" __global__ void mode_of_thread(const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    float v = 0.0f;
    switch (t % 4) {
        case 0: v = row[t]; break;
        case 1: __syncthreads(); v = row[t] + row[255 - t]; break; //@ mode-of-thread
        default: v = -1.0f;
    }
    __syncthreads();
    y[t] = v + row[t ^ 1];
}

// ---- One warp does something by itself, its lanes in order by __syncwarp.

extern "C" __global__ void one_warp(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    if (t / 32 == 0) {
        float v = 0.0f;
        for (int k = t; k < 256; k += 32) v += row[k];
        __syncwarp();
        row[t] = v;
        __syncwarp();
        if (t < 16) y[t] = row[t] + row[t + 16];
    }
}

extern "C" __global__ void one_warp_unordered(const float *x, float *y, int n) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    if (t / 32 == 0) {
        float v = 0.0f;
        for (int k = t; k < 256; k += 32) v += row[k];
        __syncwarp();
        row[t] = v; //@ one-warp-unordered
        if (t < 16) y[t] = row[t] + row[t + 16];
    }
}

// ---- A vote of the warp decides, the same for its lanes; each warp has a row of its own.

extern "C" __global__ void vote(const int *x, int *y, int n) {
    __shared__ int row[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int v = i < n ? x[i] : 0;
    if (__any_sync(0xffffffffu, v > 0)) {
        row[t] = v;
        __syncwarp();
        v = row[t ^ 1];
    }
    if (i < n) y[i] = v;
}

// The neighbour is one of the other warp, which __syncwarp does not wait for.
extern "C" __global__ void vote_other_warp(const int *x, int *y, int n) {
    __shared__ int row[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    int v = i < n ? x[i] : 0;
    if (__any_sync(0xffffffffu, v > 0)) {
        row[t] = v; //@ vote-other-warp
        __syncwarp();
        v = row[t ^ 32];
    }
    if (i < n) y[i] = v;
}

// ---- Two buffers in turn need one barrier a round; one buffer does not do.

extern "C" __global__ void turns(const float *x, float *y, int n) {
    __shared__ float row[2][256];
    int t = threadIdx.x;
    float v = x[t];
    for (int k = 0; k < n; k++) {
        row[k & 1][t] = v;
        __syncthreads();
        v += row[k & 1][255 - t];
    }
    y[t] = v;
}

// The buffer changes every second round only.
extern "C" __global__ void turns_slow(const float *x, float *y, int n) {
    __shared__ float row[2][256];
    int t = threadIdx.x;
    float v = x[t];
    for (int k = 0; k < n; k++) {
        row[k / 2 & 1][t] = v; //@ turns-slow
        __syncthreads();
        v += row[k / 2 & 1][255 - t];
    }
    y[t] = v;
}
