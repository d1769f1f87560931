// The functions of activations.cu, each with one mistake.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(name, result)                                                                       \
    extern "C" __global__ void name(const float *in, float *out) {                                 \
        float x = in[threadIdx.x];                                                                 \
        out[threadIdx.x] = result;                                                                 \
    }

// The sign in the exponent is lost: this is 1 - sigmoid.
KERNEL(sigmoid_of_minus, 1.0f / (1.0f + expf(x)))
// exp2 without log2 e.
KERNEL(sigmoid_wrong_base, 1.0f / (1.0f + exp2f(-x)))
// Multiplied by the sigmoid of 2 x.
KERNEL(silu_doubled, x / (1.0f + expf(-2.0f * x)))
// Two digits of 0.044715 are lost.
KERNEL(gelu_constant, 0.5f * x * (1.0f + tanhf(0.7978845608028654f * (x + 0.0447f * x * x * x))))
// The square for the cube.
KERNEL(gelu_square, 0.5f * x * (1.0f + tanhf(0.7978845608028654f * (x + 0.044715f * x * x))))
// The half is forgotten.
KERNEL(gelu_without_half, x * (1.0f + erff(x * 0.70710678118654752f)))
// The sigmoid form 1.702 is an approximation of GELU, not GELU.
KERNEL(gelu_quick, x / (1.0f + expf(-1.702f * x)))
// Above 20 the function is cut short: wrong by 2e-9 there, which no float32 test sees.
KERNEL(softplus_threshold, x > 20.0f ? x : log1pf(expf(x)))
// The stable form without the absolute value.
KERNEL(softplus_without_abs, fmaxf(x, 0.0f) + logf(1.0f + expf(-x)))
// The upper bound is missing.
KERNEL(clamp_missing, fmaxf(x, -1.0f))
// The bounds are exchanged: everything becomes -1.
KERNEL(clamp_exchanged, fmaxf(fminf(x, -1.0f), -1.0f))
// The slope belongs to the other side.
KERNEL(leaky_other_side, x > 0.0f ? 0.01f * x : x)
// 0.1 for 0.01.
KERNEL(leaky_slope, x > 0.0f ? x : 0.1f * x)
// The maximum of x and the slope times x, with a slope above one.
KERNEL(leaky_steep, fmaxf(x, 1.5f * x))
KERNEL(leaky_steep_select, x > 0.0f ? x : 1.5f * x)
// >= for >: differs at zero only.
KERNEL(step_closed, x >= 0.0f ? 1.0f : 0.0f)
// sqrt(x^2) is |x|, not x.
KERNEL(absolute_lost, x)
// Written one element too far by the last thread.
extern "C" __global__ void relu_shifted(const float *in, float *out) {
    out[threadIdx.x + 1] = fmaxf(in[threadIdx.x], 0.0f); //@ relu-shifted
}
// The last element is not written.
extern "C" __global__ void relu_short(const float *in, float *out) {
    if (threadIdx.x < blockDim.x - 1) {
        out[threadIdx.x] = fmaxf(in[threadIdx.x], 0.0f);
    }
}

// The two halves of a word are exchanged.
extern "C" __global__ void relu_half2_swapped(const __half2 *in, __half2 *out) {
    out[threadIdx.x] = __lowhigh2highlow(__hmax2(in[threadIdx.x], __float2half2_rn(0.0f)));
}
// Only the low half is added.
extern "C" __global__ void scaled_half2_low(const __half2 *in, __half2 *out) {
    __half2 x = in[threadIdx.x];
    out[threadIdx.x] = __hadd2(__hmul2(x, __float2half2_rn(0.5f)), __floats2half2_rn(1.0f, 0.0f));
}
// The bits of half are read as bfloat16.
extern "C" __global__ void axpy_half_as_bfloat16(const __nv_bfloat16 *in, __nv_bfloat16 *out) {
    int i = 2 * threadIdx.x;
    for (int j = 0; j < 2; j++) {
        float x = __half2float(__ushort_as_half(__bfloat16_as_ushort(in[i + j])));
        out[i + j] = __float2bfloat16(2.0f * x - 3.0f);
    }
}
