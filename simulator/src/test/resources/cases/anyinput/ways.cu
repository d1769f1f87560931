// What threads decide between two barriers: on the ways to a place, in the iterations that they are in.
#define T threadIdx.x

// ---- an unrolled loop, its rest and what is behind both
extern "C" __global__ void rest(int *x, int n) {
    __shared__ int row[64];
    int v = x[T];
    for (int j = 0; j < n; j++) {
        row[T] = v;
        __syncthreads();
        v += row[(T + j) & 63];
        __syncthreads();
    }
    row[63 - T] = v;
    __syncthreads();
    x[T] = row[T ^ 1];
}

// The last barrier of an iteration is missing: the next one, or what is behind the loop, writes what others read.
extern "C" __global__ void rest_early(int *x, int n) {
    __shared__ int row[64];
    int v = x[T];
    for (int j = 0; j < n; j++) {
        row[T] = v;
        __syncthreads();
        v += row[(T + j) & 63];
    }
    row[63 - T] = v; // rest_early
    __syncthreads();
    x[T] = row[T ^ 1];
}

// ---- one of two in each iteration
extern "C" __global__ void turns(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
    for (int j = 0; j < n; j++) {
        if (j % 3 == 1) row[T] = v; else v += row[T ^ 1];
        __syncthreads();
    }
    x[T] = v;
}

// A barrier in every third iteration orders too little: the next iteration decides otherwise.
extern "C" __global__ void turns_third(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j % 3 == 1) row[T] = v; else v += row[T ^ 1]; // turns_third
        if (j % 3 == 2) __syncthreads();
    }
    x[T] = v;
}

// Barriers on both sides of the iteration that writes: each way lies between two of them.
extern "C" __global__ void turns_around(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j % 3 == 1) {
            __syncthreads();
            row[T] = v;
            __syncthreads();
        } else {
            v += row[T ^ 1];
        }
    }
    x[T] = v;
}

extern "C" __global__ void turns_before(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        if (j % 3 == 1) {
            __syncthreads();
            row[T] = v; // turns_before
        } else {
            v += row[T ^ 1];
        }
    }
    x[T] = v;
}

// ---- an inner loop that may make no iteration, so that phases go over the outer one
extern "C" __global__ void outer(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (i > 0) row[T] = v; // outer
#pragma unroll 1
        for (int j = 0; j < m; j++) {
            __syncthreads();
            v++;
        }
        v += row[T ^ 1];
        if (m > 0) __syncthreads();
    }
    x[T] = v;
}

extern "C" __global__ void outer_once(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (i > 0 && m > 0) row[T] = v;
#pragma unroll 1
        for (int j = 0; j < m; j++) {
            __syncthreads();
            v++;
        }
        v += row[T ^ 1];
        if (m > 0) __syncthreads();
    }
    x[T] = v;
}

// ---- a loop without barriers that is run again: what it decided is over
extern "C" __global__ void again(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
#pragma unroll 1
        for (int j = 0; j < m; j++) {
            if (j == i) row[T] = v; else v += row[T ^ 1]; // again
        }
        __syncthreads();
    }
    x[T] = v;
}

// ---- a decision of one thread is not one of another
extern "C" __global__ void own(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
    if (T < n) v = row[T ^ 1]; else row[T] = 1; // own
    __syncthreads();
    x[T] = v + row[T];
}

// ---- more decisions than are kept apart
extern "C" __global__ void many(int *x, int a, int b, int c, int d) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    volatile int *r = row;
    int v = 0;
    if (a > 0) v += r[T];
    if (b > 0) v += r[T] * 2;
    if (c > 0) v += r[T] * 3;
    if (d > 0) v += r[T] * 4;
    if (a + b > 0) v += r[T] * 5;
    if (c + d > 0) r[T] = v; else v += r[T ^ 1];
    if (a + c > 0) v += r[T] * 7;
    if (c + d > 1) v += r[T ^ 1]; // many
    __syncthreads();
    x[T] = v + row[T];
}

// ---- a decision made before the barrier holds behind it, one made from memory need not
extern "C" __global__ void kept(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    int v = 0;
    if (n > 3) {
        __syncthreads();
        v = row[T ^ 1];
        __syncthreads();
        row[T] = v;
    } else {
        __syncthreads();
        v = 2 * row[T ^ 2];
    }
    __syncthreads();
    x[T] = v + row[T ^ 1];
}

extern "C" __global__ void kept_not(int *x, int n) {
    __shared__ int row[64];
    row[T] = x[T];
    int v = 0;
    if (n > 3) {
        __syncthreads();
        v = row[T ^ 1];
        row[T] = v; // kept_not
    } else {
        __syncthreads();
        v = 2 * row[T ^ 2];
    }
    __syncthreads();
    x[T] = v + row[T ^ 1];
}

// ---- left in the middle
extern "C" __global__ void left_early(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        v += row[T ^ 1];
        if (j == m) break;
        __syncthreads();
        row[T] = v;
        __syncthreads();
    }
    row[63 - T] = v; // left_early
    __syncthreads();
    x[T] = row[T];
}

extern "C" __global__ void left_late(int *x, int n, int m) {
    __shared__ int row[64];
    row[T] = x[T];
    __syncthreads();
    int v = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++) {
        v += row[T ^ 1];
        __syncthreads();
        if (j == m) break;
        row[T] = v;
        __syncthreads();
    }
    row[63 - T] = v;
    __syncthreads();
    x[T] = row[T];
}
