// Calls whose bodies decide what threads write, and when they wait.

__device__ __noinline__ void wait_here() {
    __syncthreads();
}

__device__ __noinline__ void put(float *p, int i, float v) {
    p[i] = v;
}

__device__ __noinline__ float get(const float *p, int i) {
    return p[i];
}

// The second barrier of a round is missing: a thread stores while another one reads.
extern "C" __global__ void one_wait(float *y, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = 0;
    for (int k = 0; k < n; k++) {
        put(s, t, a + k);
        wait_here();
        a += get(s, (t + 1) % 64);
    }
    y[t] = a;
}

// With it.
extern "C" __global__ void two_waits(float *y, int n) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float a = 0;
    for (int k = 0; k < n; k++) {
        put(s, t, a + k);
        wait_here();
        a += get(s, (t + 1) % 64);
        wait_here();
    }
    y[t] = a;
}

__device__ __noinline__ float *place(float *p, int i) {
    if (i < 0) {
        return p;
    }
    return p + i;
}

// A function gives the address: the rows are m elements apart, which may be fewer than the threads.
extern "C" __global__ void row_apart(float *y, int m) {
    *place(y, threadIdx.x) = 1;
    place(y, threadIdx.x)[m] = 2;
}

// Rows of 64 elements.
extern "C" __global__ void rows_of_64(float *y) {
    *place(y, threadIdx.x) = 1;
    place(y, threadIdx.x)[64] = 2;
}

__device__ __noinline__ void halves(float *p, int i) {
    p[i / 2] = i; // @half
    if (i > 3) {
        halves(p, i / 2);
    }
}

// A function that calls itself is not followed, but the run shows the race in front of the call.
extern "C" __global__ void itself(float *y) {
    halves(y, threadIdx.x);
}

__device__ __noinline__ void some_return(float *s, int n) {
    int t = threadIdx.x;
    if (t >= n) {
        return;
    }
    s[t] = t;
    __syncthreads();
}

// Threads that return early wait at the next barrier, the others in the function.
extern "C" __global__ void early(float *y, int n) {
    __shared__ float s[64];
    some_return(s, n);
    y[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
    y[threadIdx.x] += 1;
}

__device__ __noinline__ int find(const int *x, int n, int v) {
    for (int k = 0; k < n; k++) {
        if (x[k] == v) {
            return k;
        }
        if (x[k] < 0) {
            break;
        }
    }
    return -1;
}

// The place of a thread's own number, where there is one.
extern "C" __global__ void found(int *y, const int *x, int n) {
    int k = find(x, n < 64 ? n : 64, threadIdx.x);
    if (k >= 0) {
        y[k] = threadIdx.x;
    }
}

// Two threads look for one number.
extern "C" __global__ void found_twice(int *y, const int *x, int n) {
    int k = find(x, n < 64 ? n : 64, threadIdx.x & ~1);
    if (k >= 0) {
        y[k] = threadIdx.x; // @twice
    }
}

__device__ __noinline__ float *next(float *p, int k) {
    return p + k;
}

// A function moves the pointer that ends the loop.
extern "C" __global__ void steps_of_64(float *y, int n) {
    for (float *p = y + threadIdx.x; p != y + n + threadIdx.x; p = next(p, 64)) {
        *p = 1;
    }
}

// By 32: thread 32 begins where thread 0 is in its second round.
extern "C" __global__ void steps_of_32(float *y, int n) {
    for (float *p = y + threadIdx.x; p != y + n + threadIdx.x; p = next(p, 32)) {
        *p = 1; // @steps
    }
}
