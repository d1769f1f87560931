// Conversions of floats of 8 bits, which are code of cuda_fp8.hpp for sm_80 (software.ptx, nvcc -ptx -arch=sm_80) and
// instructions for sm_90 (software.cand.ptx, nvcc -ptx -arch=sm_90).
#include <cuda_fp8.h>
extern "C" {
__global__ void encode4(const float *x, __nv_fp8_e4m3 *y) { y[threadIdx.x] = __nv_fp8_e4m3(x[threadIdx.x]); }
__global__ void encode5(const float *x, __nv_fp8_e5m2 *y) { y[threadIdx.x] = __nv_fp8_e5m2(x[threadIdx.x]); }
__global__ void encode_twice(const float *x, __nv_fp8_e4m3 *y) {
    y[threadIdx.x] = __nv_fp8_e4m3(2 * x[threadIdx.x]);
}
__global__ void encode_half(const __half *x, __nv_fp8_e4m3 *y) {
    y[threadIdx.x] = __nv_fp8_e4m3(x[threadIdx.x]);
}
__global__ void encode_pair(const float2 *x, __nv_fp8x2_e4m3 *y) {
    y[threadIdx.x] = __nv_fp8x2_e4m3(x[threadIdx.x]);
}
__global__ void encode_pair_swapped(const float2 *x, __nv_fp8x2_e4m3 *y) {
    float2 p = x[threadIdx.x];
    y[threadIdx.x] = __nv_fp8x2_e4m3(make_float2(p.y, p.x));
}
struct alignas(4) Four {
    __nv_fp8_e4m3 v[4];
};
__global__ void encode_four(const float *x, Four *y, float scale) {
    Four r;
    for (int k = 0; k < 4; k++) {
        r.v[k] = __nv_fp8_e4m3(x[4 * threadIdx.x + k] * scale);
    }
    y[threadIdx.x] = r;
}
__global__ void encode_word(const float *x, unsigned *y, float scale) {
    unsigned word = 0;
    for (int k = 0; k < 4; k++) {
        float clamped = fminf(fmaxf(x[4 * threadIdx.x + k] * scale, -448.0f), 448.0f);
        word |= (unsigned)__nv_cvt_float_to_fp8(clamped, __NV_SATFINITE, __NV_E4M3) << (8 * k);
    }
    y[threadIdx.x] = word;
}
__global__ void decode4(const __nv_fp8_e4m3 *x, float *y) { y[threadIdx.x] = (float)x[threadIdx.x]; }
__global__ void decode5(const __nv_fp8_e5m2 *x, float *y) { y[threadIdx.x] = (float)x[threadIdx.x]; }
__global__ void decode_scaled(const __nv_fp8_e4m3 *x, float *y, float scale) {
    y[threadIdx.x] = (float)x[threadIdx.x] * scale;
}
__global__ void decode_half(const __nv_fp8_e4m3 *x, __half *y) { y[threadIdx.x] = (__half)x[threadIdx.x]; }
__global__ void there_and_back(const float *x, float *y) {
    y[threadIdx.x] = (float)__nv_fp8_e5m2(x[threadIdx.x]);
}
// Not recognised: beyond the largest number NaN, and a source of bf16, whose NaN is tested otherwise.
__global__ void encode_nan(const float *x, __nv_fp8_storage_t *y) {
    y[threadIdx.x] = __nv_cvt_float_to_fp8(x[threadIdx.x], __NV_NOSAT, __NV_E4M3);
}
__global__ void encode_bfloat(const __nv_bfloat16 *x, __nv_fp8_e4m3 *y) {
    y[threadIdx.x] = __nv_fp8_e4m3(x[threadIdx.x]);
}
}
