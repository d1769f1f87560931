// Functions that are called by their addresses. nvcc -arch=sm_80 -ptx
typedef float (*Function)(float);
__device__ __noinline__ float twice(float x) { return x * 2; }
__device__ __noinline__ float next(float x) { return x + 1; }
__device__ Function table[2] = {twice, next};
struct Base {
    __device__ virtual float f(float x) { return x; }
};
struct Two : Base {
    __device__ float f(float x) override { return 2 * x; }
};
struct Three : Base {
    __device__ float f(float x) override { return 3 * x; }
};
__device__ __noinline__ float sum(Function f, float x) { return f(x) + f(x + 1); }

#define KERNEL(name, value)                                                        \
    extern "C" __global__ void name(const float *x, float *y, int k) {             \
        int i = threadIdx.x;                                                       \
        y[i] = value;                                                              \
    }
KERNEL(by_table, table[k & 1](x[i]))
KERNEL(inlined, (k & 1) ? x[i] + 1 : x[i] * 2)
KERNEL(by_thread, ((i & 1) ? twice : next)(x[i]))
KERNEL(inlined_by_thread, (i & 1) ? x[i] * 2 : x[i] + 1)
KERNEL(swapped_by_thread, (i & 1) ? x[i] + 1 : x[i] * 2)
KERNEL(passed, sum((i & 1) ? twice : next, x[i]))
KERNEL(inlined_sum, (i & 1) ? 4 * x[i] + 2 : 2 * x[i] + 3)
KERNEL(by_data, (x[i] > 0 ? twice : next)(x[i]))
KERNEL(null, table[k & 1] ? x[i] : 1)
KERNEL(order, table[0] < table[1] ? x[i] : 1)
KERNEL(cast, ((float (*)(float, float))table[k & 1])(x[i], 1))

extern "C" __global__ void virtual_function(const float *x, float *y, int k) {
    Two two;
    Three three;
    Base *b = (threadIdx.x & 1) ? (Base *)&two : (Base *)&three;
    y[threadIdx.x] = b->f(x[threadIdx.x]);
}
KERNEL(inlined_virtual, (i & 1) ? 2 * x[i] : 3 * x[i])
