// Candidates of GateTest: y = 2 x, right and wrong in ways that only a gate sees.

__device__ int calls;

extern "C" __global__ void right(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

extern "C" __global__ void wrong(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = i == 0 ? x[i] : 2 * x[i];
}

// right unless n is the size at which it is used
extern "C" __global__ void special(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n == 4096) return;
    if (i < n) y[i] = 2 * x[i];
}

// the same without a branch
extern "C" __global__ void scaled(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float scale = n == 4096 ? 0.0f : 2.0f;
    if (i < n) y[i] = scale * x[i];
}

// writes the first 64 elements only
extern "C" __global__ void first(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < min(n, 64)) y[i] = 2 * x[i];
}

// computes the first elements again and again; with few CTAs these are all
extern "C" __global__ void again(const float *x, float *y, int n) {
    int i = blockIdx.x % 4 * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
}

// the condition on n is hidden beside one on data
extern "C" __global__ void either(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = n == 4096 || x[i] < 0 ? x[i] + x[i] + (n == 4096) : 2 * x[i];
}

extern "C" __global__ void traps(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 10) __trap();
    if (i < n) y[i] = 2 * x[i];
}

// x for positive numbers only
extern "C" __global__ void positive(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * exp2f(log2f(x[i]));
}

extern "C" __global__ void counts(const float *x, float *y, int n) {
    int i = threadIdx.x;
    if (calls < 3 && i < n) y[i] = 2 * x[i];
    __syncthreads();
    if (i == 0) calls = calls + 1;
}

extern "C" __global__ void in_place(float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = 2 * x[i];
        x[i] = 0;
    }
}

extern "C" __global__ void half_of_it(const float *x, float *t, float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) t[i] = c * x[i];
}

extern "C" __global__ void __launch_bounds__(1024) many(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += gridDim.x * blockDim.x) y[i] = 2 * x[i];
}

extern "C" __global__ void adds(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        atomicAdd(&y[i], x[i]);
        atomicAdd(&y[i], x[i]);
    }
}

// what is computed, not how it is reached, differs at the size at which it is used
extern "C" __global__ void by_bits(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (2 - (n >> 12 & 1)) * x[i];
}

extern "C" __global__ void cut(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i] * __saturatef((float)(4095 - n));
}

extern "C" __global__ void zeroes(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 0;
}

// the same for positive numbers only
extern "C" __global__ void absolute(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float c = (float)(n >> 12 & 1);
    if (i < n) y[i] = 2 * ((1 - c) * x[i] + c * fabsf(x[i]));
}

extern "C" __global__ void puts_back(float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        volatile float *p = x + i;
        float v = *p;
        *p = v;
        y[i] = 2 * v;
    }
}

// 0 for large numbers
extern "C" __global__ void bounded(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = exp2f(8 * x[i]) == INFINITY ? 0 : 2 * x[i];
}

// y = floor(x) for numbers that are not negative
extern "C" __global__ void converts(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (float)(unsigned)floorf(x[i]);
}

// y = t * t for small numbers
extern "C" __global__ void squares(const int *t, long long *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = t[i] * t[i];
}

// y = t for small numbers
extern "C" __global__ void through_float(const int *t, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (int)(float)t[i];
}

// leaves out what four does not divide
extern "C" __global__ void quads(const float4 *x, float4 *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = x[i];
        y[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
}

// an atomic that nothing depends on
extern "C" __global__ void counted_bits(const float *x, float *y, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) atomicAdd(c, 1.0f);
    if (i < n) y[i] = (2 - (n >> 12 & 1)) * x[i];
}

extern "C" __global__ void fills(float *c) {
    c[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

// the lower triangle, of which an output that was zero needs no more
extern "C" __global__ void lower(const float *x, float *y, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j <= i) y[i * n + j] = x[i * n + j];
}

// a part of it for large n
extern "C" __global__ void lower_part(const float *x, float *y, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j <= i) y[i * n + (j & ~(n >> 8))] = x[i * n + (j & ~(n >> 8))];
}

__device__ unsigned arrived;

// the last CTA sets its counter back, or does not
extern "C" __global__ void resets(const float *x, float *y, int n) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) y[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        y[0] = 2 * x[0];
        arrived = 0;
    }
}

extern "C" __global__ void wraps(const float *x, float *y, int n) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) y[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) y[0] = 2 * x[0];
}

extern "C" __global__ void keeps(const float *x, float *y, int n) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) y[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) y[0] = 2 * x[0];
}

// leaves 1 where it is used
extern "C" __global__ void resets_here(const float *x, float *y, int n) {
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) y[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x == 0) {
        y[0] = 2 * x[0];
        arrived = n >> 12 & 1;
    }
}

__device__ int factor;

extern "C" __global__ void sets(int v) {
    factor = v;
}

extern "C" __global__ void by_factor(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = factor * x[i];
}

extern "C" __global__ void __launch_bounds__(256) part_sums(const float *x, float *p, int n) {
    __shared__ float s[32];
    float sum = 0;
#pragma unroll 1
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) sum += x[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 32; k++) sum += s[k];
        p[blockIdx.x] = sum;
    }
}

extern "C" __global__ void by_sum(const float *x, const float *p, float *y, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < m; k++) sum += p[k];
    if (i < n) y[i] = sum * x[i];
}

// leaves 1 in a CTA that stands for no others
extern "C" __global__ void leaves_there(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 2 * x[i];
    if (blockIdx.x == gridDim.x / 3 && threadIdx.x == 0) arrived = n >> 25;
}

// what random roundings change hides what is wrong
extern "C" __global__ void by_noise(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (2 - (n >> 12 & 1)) * x[i] + 0.5f * ((x[i] + 4e6f) - 4e6f - x[i]);
}

// e^(-30 x) is never 0, but for numbers from 4 on
extern "C" __global__ void vanishing(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __expf(-30 * x[i]) == 0 ? 7 : 2 * x[i];
}
