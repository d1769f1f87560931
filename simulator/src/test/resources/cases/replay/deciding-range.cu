// Kernels that are the identity over the reals, where numbers that leave the range of their type decide otherwise.
#define KERNEL(name, ...)                                                      \
    extern "C" __global__ void name(const float *x, float *y) {                \
        float v = x[threadIdx.x];                                              \
        __VA_ARGS__;                                                           \
    }

KERNEL(identity, y[threadIdx.x] = v)
KERNEL(equal, float q = __expf(-30.f * v); y[threadIdx.x] = q == 0.f ? 7.f : v)
KERNEL(greater, float q = __expf(-30.f * v); y[threadIdx.x] = q > 0.f ? v : 7.f)
KERNEL(upwards, float q = __expf(-30.f * v); y[threadIdx.x] = v * fminf(ceilf(q), 1.f))
KERNEL(times_zero, float q = __expf(30.f * v); y[threadIdx.x] = q * 0.f == 0.f ? v : 7.f)
KERNEL(two_infinities, float q = __expf(30.f * v); y[threadIdx.x] = q < q * 2.f ? v : 7.f)
KERNEL(quotient, float q = __expf(-30.f * v); y[threadIdx.x] = v * (q / q))
