// Element-wise functions of neural networks, y[i] = f(x[i]), in the spellings in which they occur.
// Compiled twice: activations.ptx with IEEE division and accurate library functions,
// activations.fast.ptx with -use_fast_math. Over the reals the two are the same.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(name, result)                                                                       \
    extern "C" __global__ void name(const float *in, float *out) {                                 \
        float x = in[threadIdx.x];                                                                 \
        out[threadIdx.x] = result;                                                                 \
    }

// ---- sigmoid and its relatives
KERNEL(sigmoid, 1.0f / (1.0f + expf(-x)))
KERNEL(sigmoid_exp, expf(x) / (expf(x) + 1.0f))
KERNEL(sigmoid_fast, __fdividef(1.0f, 1.0f + __expf(-x)))
KERNEL(sigmoid_exp2, 1.0f / (1.0f + exp2f(-1.4426950408889634f * x)))
KERNEL(sigmoid_tanh, 0.5f * tanhf(0.5f * x) + 0.5f)
KERNEL(sigmoid_by_sign, x >= 0.0f ? 1.0f / (1.0f + expf(-x)) : expf(x) / (1.0f + expf(x)))

KERNEL(silu, x / (1.0f + expf(-x)))
KERNEL(silu_product, x * (1.0f / (1.0f + __expf(-x))))
KERNEL(silu_tanh, 0.5f * x * (1.0f + tanhf(0.5f * x)))

KERNEL(tanh_library, tanhf(x))
KERNEL(tanh_exp, (expf(x) - expf(-x)) / (expf(x) + expf(-x)))
KERNEL(tanh_one_exp, 1.0f - 2.0f / (expf(2.0f * x) + 1.0f))

// ---- exponentials and logarithms
KERNEL(exp_library, expf(x))
KERNEL(exp_intrinsic, __expf(x))
KERNEL(exp_base2, exp2f(x * 1.4426950408889634f))
KERNEL(log_sum, logf(expf(x) * 2.0f))
KERNEL(log_sum_apart, x + logf(2.0f))

KERNEL(softplus, logf(1.0f + expf(x)))
KERNEL(softplus_log1p, log1pf(expf(x)))
KERNEL(softplus_base2, log2f(1.0f + exp2f(x * 1.4426950408889634f)) * 0.6931471805599453f)
KERNEL(softplus_stable, fmaxf(x, 0.0f) + logf(1.0f + expf(-fabsf(x))))

// ---- GELU
#define SQRT_2_OVER_PI 0.7978845608028654f
#define CUBIC 0.044715f
KERNEL(gelu_tanh, 0.5f * x * (1.0f + tanhf(SQRT_2_OVER_PI * (x + CUBIC * x * x * x))))
KERNEL(gelu_tanh_factored, 0.5f * x * (1.0f + tanhf(SQRT_2_OVER_PI * x * (1.0f + CUBIC * (x * x)))))
KERNEL(gelu_sigmoid, x / (1.0f + expf(-2.0f * SQRT_2_OVER_PI * (x + CUBIC * x * x * x))))
KERNEL(gelu_erf, 0.5f * x * (1.0f + erff(x * 0.70710678118654752f)))
KERNEL(gelu_erf_division, x * (erff(x / sqrtf(2.0f)) + 1.0f) / 2.0f)
KERNEL(gelu_erf_rsqrt, x * fmaf(0.5f, erff(x * rsqrtf(2.0f)), 0.5f))

// ---- piecewise linear
KERNEL(relu, fmaxf(x, 0.0f))
KERNEL(relu_select, x > 0.0f ? x : 0.0f)
KERNEL(relu_select_ge, x >= 0.0f ? x : 0.0f)
KERNEL(relu_mask, x * (x > 0.0f))
KERNEL(relu_abs, 0.5f * (x + fabsf(x)))
KERNEL(leaky, x > 0.0f ? x : 0.01f * x)
KERNEL(leaky_max, fmaxf(x, 0.01f * x))
KERNEL(leaky_sum, fmaxf(x, 0.0f) + 0.01f * fminf(x, 0.0f))
KERNEL(clamp, fminf(fmaxf(x, -1.0f), 1.0f))
KERNEL(clamp_other_order, fmaxf(fminf(x, 1.0f), -1.0f))
KERNEL(clamp_select, x < -1.0f ? -1.0f : x > 1.0f ? 1.0f : x)
KERNEL(clamp_abs, 0.5f * (fabsf(x + 1.0f) - fabsf(x - 1.0f)))
KERNEL(saturate, __saturatef(x))
KERNEL(saturate_min_max, fminf(1.0f, fmaxf(0.0f, x)))
KERNEL(hard_swish, x * fminf(fmaxf(x + 3.0f, 0.0f), 6.0f) / 6.0f)
KERNEL(hard_swish_select, x <= -3.0f ? 0.0f : x >= 3.0f ? x : x * (x + 3.0f) * (1.0f / 6.0f))
KERNEL(step, x > 0.0f ? 1.0f : 0.0f)
KERNEL(step_sign, 0.5f * (copysignf(1.0f, x) + 1.0f) * (x != 0.0f))
KERNEL(absolute, fabsf(x))
KERNEL(absolute_max, fmaxf(x, -x))
KERNEL(absolute_root, sqrtf(x * x))

// ---- half and bfloat16: eight elements, two a thread
extern "C" __global__ void relu_half(const __half *in, __half *out) {
    int i = 2 * threadIdx.x;
    for (int j = 0; j < 2; j++) {
        float x = __half2float(in[i + j]);
        out[i + j] = __float2half(x > 0.0f ? x : 0.0f);
    }
}

extern "C" __global__ void relu_half2(const __half2 *in, __half2 *out) {
    out[threadIdx.x] = __hmax2(in[threadIdx.x], __float2half2_rn(0.0f));
}

extern "C" __global__ void scaled_half(const __half *in, __half *out) {
    int i = 2 * threadIdx.x;
    out[i] = __hfma(in[i], __float2half(0.5f), __float2half(1.0f));
    out[i + 1] = __hfma(in[i + 1], __float2half(0.5f), __float2half(1.0f));
}

extern "C" __global__ void scaled_half2(const __half2 *in, __half2 *out) {
    __half2 x = in[threadIdx.x];
    out[threadIdx.x] = __hadd2(__hmul2(x, __float2half2_rn(0.5f)), __float2half2_rn(1.0f));
}

extern "C" __global__ void silu_half(const __half *in, __half *out) {
    int i = 2 * threadIdx.x;
    for (int j = 0; j < 2; j++) {
        float x = __half2float(in[i + j]);
        out[i + j] = __float2half(x / (1.0f + expf(-x)));
    }
}

extern "C" __global__ void silu_half2(const __half2 *in, __half2 *out) {
    float2 x = __half22float2(in[threadIdx.x]);
    x.x *= __fdividef(1.0f, 1.0f + __expf(-x.x));
    x.y *= __fdividef(1.0f, 1.0f + __expf(-x.y));
    out[threadIdx.x] = __float22half2_rn(x);
}

extern "C" __global__ void axpy_bfloat16(const __nv_bfloat16 *in, __nv_bfloat16 *out) {
    int i = 2 * threadIdx.x;
    for (int j = 0; j < 2; j++) {
        out[i + j] = __float2bfloat16(2.0f * __bfloat162float(in[i + j]) - 3.0f);
    }
}

extern "C" __global__ void axpy_bfloat162(const __nv_bfloat162 *in, __nv_bfloat162 *out) {
    __nv_bfloat162 x = in[threadIdx.x];
    out[threadIdx.x] = __hsub2(__hadd2(x, x), __float2bfloat162_rn(3.0f));
}

extern "C" __global__ void gelu_bfloat16(const __nv_bfloat16 *in, __nv_bfloat16 *out) {
    int i = 2 * threadIdx.x;
    for (int j = 0; j < 2; j++) {
        float x = __bfloat162float(in[i + j]);
        out[i + j] = __float2bfloat16(0.5f * x * (1.0f + erff(x * 0.70710678118654752f)));
    }
}

extern "C" __global__ void gelu_bfloat162(const __nv_bfloat162 *in, __nv_bfloat162 *out) {
    float2 x = __bfloat1622float2(in[threadIdx.x]);
    x.x = x.x * fmaf(0.5f, erff(x.x * 0.70710678118654752f), 0.5f);
    x.y = x.y * fmaf(0.5f, erff(x.y * 0.70710678118654752f), 0.5f);
    out[threadIdx.x] = __float22bfloat162_rn(x);
}
