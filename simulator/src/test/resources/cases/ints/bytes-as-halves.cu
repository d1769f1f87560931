// 8-bit floats to f32: in software (sm_80) and by an instruction (sm_90). nvcc -arch=sm_80 -ptx, nvcc -arch=sm_90 -ptx
#include <cuda_fp8.h>
extern "C" __global__ void decode(const unsigned char *x, float *y) {
    __nv_fp8_e4m3 v;
    v.__x = x[threadIdx.x];
    y[threadIdx.x] = float(v);
}
extern "C" __global__ void decode_e5m2(const unsigned char *x, float *y) {
    __nv_fp8_e5m2 v;
    v.__x = x[threadIdx.x];
    y[threadIdx.x] = float(v);
}
extern "C" __global__ void mixed(const unsigned char *x, unsigned long long *y) {
    unsigned long long c = x[2 * threadIdx.x], d = x[2 * threadIdx.x + 1];
    y[threadIdx.x] = (c ^ d << 3) & 0xff;
}
