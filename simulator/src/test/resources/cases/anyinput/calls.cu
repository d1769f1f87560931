// Functions that are called, by name and through pointers.
struct Pair { int a; float b; };

__device__ __noinline__ void put(float *y, int i, float v) {
    y[i] = v; // @put
}

__device__ __noinline__ int twice(int i) {
    return 2 * i;
}

__device__ __noinline__ float choose(Pair p, float other) {
    return p.a > 3 ? p.b : other;
}

__device__ __noinline__ void wait(int some) {
    if (some) {
        __syncthreads(); // @wait
    }
}

// Each thread writes its own element.
extern "C" __global__ void own(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        put(y, i, x[i]);
    }
}

// The element i / 2 has two threads.
extern "C" __global__ void halved(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        put(y, i / 2, x[i]);
    }
}

// The result of one call is an argument of the next; elements 2 i and 2 i + 1 are those of thread i.
extern "C" __global__ void pairs(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        put(y, twice(i), x[i]);
        put(y, twice(i) + 1, x[i]);
    }
}

// The second one is an element of the next thread.
extern "C" __global__ void pairs_far(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        put(y, twice(i), x[i]);
        put(y, twice(i) + 2, x[i]);
    }
}

// A struct is passed in pieces.
extern "C" __global__ void by_value(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pair p = {n, 2.0f};
    if (i < n) {
        y[i] = choose(p, x[i]);
    }
}

// All threads of a block wait in the function, or none.
extern "C" __global__ void waits(float *y, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = n;
    wait(n > 5);
    if (n > 5) {
        y[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
    }
}

// Where n is not above 5 nobody waits.
extern "C" __global__ void waits_late(float *y, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = n;
    wait(n > 5);
    y[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x]; // @late
}

// Some threads wait in the function, the others at the end.
extern "C" __global__ void waits_alone(float *y, int n) {
    wait(threadIdx.x < n);
    y[blockIdx.x * 256 + threadIdx.x] = 1.0f;
    __syncthreads();
    y[blockIdx.x * 256 + threadIdx.x] = 2.0f;
}

typedef int (*Index)(int);

__device__ __noinline__ int next(int i) {
    return i + 1;
}

__device__ __noinline__ int same(int i) {
    return i;
}

// All threads call the same function.
extern "C" __global__ void pointer(float *y, const float *x, int n, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Index f = which ? next : same;
    if (i < n) {
        y[f(i)] = x[i];
    }
}

// Odd threads write the element of the next one.
extern "C" __global__ void pointer_mixed(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Index f = i % 2 ? next : same;
    if (i < n) {
        y[f(i)] = x[i]; // @mixed
    }
}

__device__ Index table[2] = {next, same};

// A table of functions.
extern "C" __global__ void table_mixed(float *y, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[table[i % 2](i)] = x[i]; // @table
    }
}

__device__ __noinline__ int steps(int i, int n) {
    return i < n ? i : steps(i - n, n) + 1;
}

// A function that calls itself is not followed.
extern "C" __global__ void itself(float *y, int n) {
    y[steps(threadIdx.x, n)] = 1.0f;
}
