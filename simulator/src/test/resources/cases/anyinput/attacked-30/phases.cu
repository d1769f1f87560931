// Barriers that some rounds leave out.

// The last round needs none.
extern "C" __global__ void but_last(float *y, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = y[t];
    for (int k = 0; k < n; k++) {
        s[t] = a;
        __syncthreads();
        a += s[t ^ 33];
        if (k + 1 < n) {
            __syncthreads();
        }
    }
    y[t] = a;
}

// The last but one does.
extern "C" __global__ void but_last_two(float *y, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = y[t];
    for (int k = 0; k < n; k++) {
        s[t] = a;
        __syncthreads();
        a += s[t ^ 33];
        if (k + 2 < n) {
            __syncthreads();
        }
    }
    y[t] = a;
}

// Two loops over two buffers in turn: the second one begins with the buffer that the first one did not use last.
extern "C" __global__ void in_turn(float *y, int n) {
    __shared__ float s[2][64];
    int t = threadIdx.x;
    float a = y[t];
    for (int k = 0; k < n; k++) {
        s[k & 1][t] = a;
        __syncthreads();
        a += s[k & 1][t ^ 33];
    }
    for (int k = 0; k < n; k++) {
        s[k & 1][t] = a;
        __syncthreads();
        a += s[k & 1][t ^ 33];
    }
    y[t] = a;
}

// Barriers in inner loops that may have no round, or one less each time.
extern "C" __global__ void fewer(float *y, int n, int m) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = y[t];
    for (int k = 0; k < n; k++) {
        s[t] = a;
        for (int j = 0; j < m; j++) {
            __syncthreads();
        }
        a += s[t ^ 33];
        for (int j = 0; j < m - k; j++) {
            __syncthreads();
        }
    }
    y[t] = a;
}

// As many each time.
extern "C" __global__ void as_many(float *y, int n, int m) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = y[t];
    for (int k = 0; k < n; k++) {
        s[t] = a;
        for (int j = 0; j < m; j++) {
            __syncthreads();
        }
        a += s[t ^ 33];
        for (int j = 0; j < m; j++) {
            __syncthreads();
        }
    }
    y[t] = a;
}

// The block decides together whether there is another round.
extern "C" __global__ void together(int *y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int v = y[t];
    for (int k = 0; k < 10; k++) {
        s[t] = v;
        if (!__syncthreads_or(v > k)) {
            break;
        }
        v = s[t ^ 1];
        __syncthreads();
    }
    y[t] = v;
}

// A count is one number for the block, but not less than the same threads' numbers.
extern "C" __global__ void counted(int *y) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int v = y[t];
    int c = __syncthreads_count(v > 0);
    if (c > t) {
        __syncthreads();
    }
    s[t] = v;
    __syncthreads();
    y[t] = s[t ^ 1];
}

// The atomics of a warp, then plain reads, then atomics again.
extern "C" __global__ void atomics_between(int *y) {
    int t = threadIdx.x;
    atomicAdd(y + t / 2, 1);
    __syncwarp();
    int v = y[t / 2];
    __syncwarp();
    if (v > 1) {
        atomicAdd(y + (t + 2) % blockDim.x / 2, v);
    }
}
