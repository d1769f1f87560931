// A float and what a narrower format keeps of it are one term and two numbers: what cancels over the reals rests on that no rounding decides.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define I threadIdx.x
#define K extern "C" __global__ void
K zero(const float *p, float *y) { y[I] = 0; }
K widened_as_bits(const float *p, float *y) {
    float f = p[I] * 0.7f, g = __bfloat162float(__float2bfloat16(f));
    y[I] = (f < 7 ? 8.0f : 0.0f) + (g < 7 ? -8.0f : 0.0f);
}
K of_input(const float *p, float *y) {
    float f = p[I], g = __bfloat162float(__float2bfloat16(f));
    y[I] = (f < 7 ? 8.0f : 0.0f) + (g < 7 ? -8.0f : 0.0f);
}
K integers(const float *p, float *y) {
    float f = fmaxf(p[I] * 0.7f, 0.0f), g = __bfloat162float(__float2bfloat16(f));
    y[I] = (float)((int)f - (int)g);
}
K copies_in_shared(const float *p, float *y) {
    __shared__ float s[32];
    s[I] = fmaxf(p[I] * 0.7f, 0.0f);
    __syncthreads();
    volatile float *v = s;
    float c = v[I], d = v[I], g = __half2float(__float2half(d));
    y[I] = (c < 7 ? 8.0f : 0.0f) + (g < 7 ? -8.0f : 0.0f);
}
K copies_by_shuffle(const float *p, float *y) {
    float f = fabsf(p[I] * 0.7f), d = __shfl_sync(~0u, f, I), c = __shfl_sync(~0u, f, I);
    float g = __half2float(__float2half(d));
    y[I] = (c < 7 ? 8.0f : 0.0f) + (g < 7 ? -8.0f : 0.0f);
}
K choice(const float *p, float *y) {
    float f = p[I] * 0.7f, e = p[0] < 1 ? p[1] : f;
    __half h = __float2half(f);
    if (p[0] < 1) h = __float2half(p[1]);
    y[I] = (e < 7 ? 8.0f : 0.0f) + (__half2float(h) < 7 ? -8.0f : 0.0f);
}
K greatest(const float *p, float *y) {
    float f = p[I] * 0.7f, g = p[0] * 0.3f;
    __half h = __hmax(__float2half(f), __float2half(g));
    y[I] = (fmaxf(f, g) < 7 ? 8.0f : 0.0f) + (__half2float(h) < 7 ? -8.0f : 0.0f);
}
K exact(const __nv_bfloat16 *p, float *y) { // a bf16 loses nothing
    float f = __bfloat162float(p[I]), g = __bfloat162float(__float2bfloat16(f));
    y[I] = (f < 7 ? 8.0f : 0.0f) + (g < 7 ? -8.0f : 0.0f);
}
