// Steps of optimisers: moments with their corrections for bias, decay, clipping, averages, in f32 and with bfloat16 parameters.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- Adam

// m = β1 m + (1 − β1) g, v = β2 v + (1 − β2) g², p −= rate * (m / c1) / (√(v / c2) + eps) with c = 1 − β^step
KERNEL(0) void adam(float *p, const float *g, float *m, float *v, int n, float rate, float beta1, float beta2, float c1,
                     float c2, float eps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        m[i] = beta1 * m[i] + (1.0f - beta1) * g[i];
        v[i] = beta2 * v[i] + (1.0f - beta2) * g[i] * g[i];
        p[i] -= rate * (m[i] / c1) / (sqrtf(v[i] / c2) + eps);
    }
}

__device__ float lerp(float a, float b, float weight) { return fmaf(weight, b, fmaf(-weight, a, a)); }

// four at a time, moments by interpolation; mistake 1: the second correction outside of the root; mistake 2: eps inside
KERNEL(2) void adam_vectors(float4 *p, const float4 *g, float4 *m, float4 *v, int n, float rate, float beta1, float beta2,
                             float c1, float c2, float eps) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        float4 vp = p[i], vg = g[i], vm = m[i], vv = v[i];
        float *pp = &vp.x, *pg = &vg.x, *pm = &vm.x, *pv = &vv.x;
#pragma unroll
        for (int k = 0; k < 4; k++) {
            pm[k] = lerp(pg[k], pm[k], beta1);
            pv[k] = lerp(pg[k] * pg[k], pv[k], beta2);
            float root = WRONG(1)   ? sqrtf(pv[k]) / c2 + eps
                         : WRONG(2) ? sqrtf(pv[k] / c2 + eps)
                                    : sqrtf(pv[k]) / sqrtf(c2) + eps;
            pp[k] = pp[k] - rate / c1 * pm[k] / root;
        }
        p[i] = vp;
        m[i] = vm;
        v[i] = vv;
    }
}

// the corrections in the kernel, for the third step
KERNEL(0) void adam_third_step(float *p, const float *g, float *m, float *v, float rate, float beta1, float beta2,
                                float eps) {
    int i = threadIdx.x;
    m[i] = beta1 * m[i] + (1.0f - beta1) * g[i];
    v[i] = beta2 * v[i] + (1.0f - beta2) * g[i] * g[i];
    float c1 = 1.0f - beta1 * beta1 * beta1, c2 = 1.0f - beta2 * beta2 * beta2;
    p[i] -= rate * (m[i] / c1) / (sqrtf(v[i] / c2) + eps);
}

// powers by squaring; mistake 1: one step too few
KERNEL(1) void adam_powers(float *p, const float *g, float *m, float *v, float rate, float beta1, float beta2, float eps,
                            int step) {
    int i = threadIdx.x;
    float power1 = 1.0f, power2 = 1.0f, b1 = beta1, b2 = beta2;
    for (int k = WRONG(1) ? step - 1 : step; k > 0; k >>= 1) {
        if (k & 1) {
            power1 *= b1;
            power2 *= b2;
        }
        b1 *= b1;
        b2 *= b2;
    }
    float first = beta1 * m[i] + (1.0f - beta1) * g[i], second = beta2 * v[i] + (1.0f - beta2) * (g[i] * g[i]);
    p[i] -= rate * (first / (1.0f - power1)) / (sqrtf(second / (1.0f - power2)) + eps);
    m[i] = first;
    v[i] = second;
}

// AdamW with a master copy in f32 and parameters in bfloat16; the decay acts on the parameter, not on the gradient
KERNEL(0) void adamw_master(float *master, __nv_bfloat16 *p, const __nv_bfloat16 *g, float *m, float *v, int n,
                             float rate, float beta1, float beta2, float eps, float decay, float scale) {
    int i = threadIdx.x;
    float grad = scale * __bfloat162float(g[i]);
    m[i] = beta1 * m[i] + (1.0f - beta1) * grad;
    v[i] = beta2 * v[i] + (1.0f - beta2) * grad * grad;
    master[i] = master[i] - rate * (m[i] / (sqrtf(v[i]) + eps) + decay * master[i]);
    p[i] = __float2bfloat16(master[i]);
}

// mistake 1: the decay is in the gradient; mistake 2: the parameter is written before the step
KERNEL(2) void adamw_master_pairs(float2 *master, __nv_bfloat162 *p, const __nv_bfloat162 *g, float2 *m, float2 *v, int n,
                                   float rate, float beta1, float beta2, float eps, float decay, float scale) {
    int i = threadIdx.x;
    float2 grad = __bfloat1622float2(g[i]), old = master[i], first = m[i], second = v[i];
    grad.x = grad.x * scale + (WRONG(1) ? decay * old.x : 0.0f);
    grad.y = grad.y * scale + (WRONG(1) ? decay * old.y : 0.0f);
    first.x = lerp(grad.x, first.x, beta1);
    first.y = lerp(grad.y, first.y, beta1);
    second.x = lerp(grad.x * grad.x, second.x, beta2);
    second.y = lerp(grad.y * grad.y, second.y, beta2);
    float keep = WRONG(1) ? 1.0f : 1.0f - rate * decay;
    float2 next = make_float2(old.x * keep - rate * first.x / (sqrtf(second.x) + eps),
                              old.y * keep - rate * first.y / (sqrtf(second.y) + eps));
    master[i] = next;
    m[i] = first;
    v[i] = second;
    p[i] = WRONG(2) ? __floats2bfloat162_rn(old.x, old.y) : __floats2bfloat162_rn(next.x, next.y);
}

// ---- Momentum, with and without Nesterov

KERNEL(0) void momentum(float *p, const float *g, float *buffer, int n, float rate, float mu, float decay) {
    int i = threadIdx.x;
    float d = g[i] + decay * p[i];
    buffer[i] = mu * buffer[i] + d;
    p[i] = p[i] - rate * (d + mu * buffer[i]);
}

// mistake 1: the buffer alone, as without Nesterov
KERNEL(1) void momentum_unrolled(float *p, const float *g, float *buffer, int n, float rate, float mu, float decay) {
    float old[4], grad[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = threadIdx.x + k * blockDim.x;
        old[k] = p[i];
        grad[k] = g[i];
        b[k] = buffer[i];
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        grad[k] = fmaf(decay, old[k], grad[k]);
        b[k] = fmaf(mu, b[k], grad[k]);
        grad[k] = WRONG(1) ? b[k] : fmaf(mu, b[k], grad[k]);
        old[k] = fmaf(-rate, grad[k], old[k]);
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int i = threadIdx.x + k * blockDim.x;
        p[i] = old[k];
        buffer[i] = b[k];
    }
}

// ---- RMSprop, centred: the square of the mean gradient is taken off

KERNEL(0) void rmsprop(float *p, const float *g, float *square, float *mean, float rate, float alpha, float eps) {
    int i = threadIdx.x;
    square[i] = alpha * square[i] + (1.0f - alpha) * g[i] * g[i];
    mean[i] = mean[i] + (g[i] - mean[i]) * (1.0f - alpha);
    p[i] -= rate * g[i] / (sqrtf(square[i] - mean[i] * mean[i]) + eps);
}

// mistake 1: the old mean is taken off
KERNEL(1) void rmsprop_fused(float *p, const float *g, float *square, float *mean, float rate, float alpha, float eps) {
    int i = threadIdx.x;
    float grad = g[i], old = mean[i], next = fmaf(alpha, old, grad - alpha * grad);
    float squares = lerp(grad * grad, square[i], alpha);
    float centred = WRONG(1) ? squares - old * old : squares - next * next;
    square[i] = squares;
    mean[i] = next;
    p[i] = fmaf(-rate, __fdividef(grad, sqrtf(centred) + eps), p[i]);
}

// ---- Lion: the sign of an interpolation, and another interpolation for the state

KERNEL(0) void lion(float *p, const float *g, float *m, float rate, float beta1, float beta2, float decay) {
    int i = threadIdx.x;
    float c = beta1 * m[i] + (1.0f - beta1) * g[i];
    float sign = c > 0.0f ? 1.0f : c < 0.0f ? -1.0f : 0.0f;
    p[i] = p[i] * (1.0f - rate * decay) - rate * sign;
    m[i] = beta2 * m[i] + (1.0f - beta2) * g[i];
}

// mistake 1: the sign of the new state
KERNEL(1) void lion_branchless(float *p, const float *g, float *m, float rate, float beta1, float beta2, float decay) {
    int i = threadIdx.x;
    float grad = g[i], old = m[i], next = lerp(grad, old, beta2), c = WRONG(1) ? next : lerp(grad, old, beta1);
    float sign = (c > 0.0f) - (c < 0.0f);
    m[i] = next;
    p[i] = p[i] - rate * (decay * p[i] + sign);
}

// ---- Clipping by the norm of all gradients: g *= min(1, most / (norm + 1e-6))

KERNEL(0) void clip_norm(const float *g, float *y, int n, float most) {
    float squares = 0.0f;
    for (int i = 0; i < n; i++) {
        squares += g[i] * g[i];
    }
    float scale = most / (sqrtf(squares) + 1e-6f);
    for (int i = 0; i < n; i++) {
        y[i] = scale < 1.0f ? g[i] * scale : g[i];
    }
}

// mistake 1: scales up, too; mistake 2: the factor is read before it is written
KERNEL(2) void clip_norm_block(const float *g, float *y, int n, float most) {
    __shared__ float partial[2], factor;
    float own = g[threadIdx.x], squares = own * own;
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        squares += __shfl_down_sync(0xffffffffu, squares, lanes);
    }
    if (threadIdx.x % 32 == 0) {
        partial[threadIdx.x / 32] = squares;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        float scale = most / (sqrtf(partial[0] + partial[1]) + 1e-6f);
        factor = WRONG(1) ? scale : fminf(scale, 1.0f);
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    y[threadIdx.x] = own * factor; //@ clip-norm-factor-early
}

// ---- LAMB: the step of a layer has the length of its parameters

KERNEL(0) void lamb(const float *p, const float *u, float *y, int n, float rate) {
    float of_p = 0.0f, of_u = 0.0f;
    for (int i = 0; i < n; i++) {
        of_p += p[i] * p[i];
        of_u += u[i] * u[i];
    }
    float trust = of_p > 0.0f && of_u > 0.0f ? sqrtf(of_p) / sqrtf(of_u) : 1.0f;
    for (int i = 0; i < n; i++) {
        y[i] = p[i] - rate * trust * u[i];
    }
}

// eight lanes, one root of the quotient; mistake 1: the quotient itself
KERNEL(1) void lamb_lanes(const float *p, const float *u, float *y, int n, float rate) {
    int i = threadIdx.x;
    float own_p = i < n ? p[i] : 0.0f, own_u = i < n ? u[i] : 0.0f, of_p = own_p * own_p, of_u = own_u * own_u;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        of_p += __shfl_xor_sync(0xffu, of_p, lanes);
        of_u += __shfl_xor_sync(0xffu, of_u, lanes);
    }
    float trust = of_p > 0.0f && of_u > 0.0f ? (WRONG(1) ? of_p / of_u : sqrtf(of_p / of_u)) : 1.0f;
    if (i < n) {
        y[i] = own_p - rate * trust * own_u;
    }
}

// ---- Average of weights: halves follow f32

KERNEL(0) void average(const float *p, __half *ema, int n, float decay) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        ema[i] = __float2half(decay * __half2float(ema[i]) + (1.0f - decay) * p[i]);
    }
}

// mistake 1: the weights of old and new are exchanged; mistake 2: an odd tail is left out
KERNEL(2) void average_half2(const float *p, __half *ema, int n, float decay) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float weight = WRONG(1) ? decay : 1.0f - decay;
    if (2 * i + 1 < n) {
        float2 now = reinterpret_cast<const float2 *>(p)[i];
        float2 old = __half22float2(reinterpret_cast<const __half2 *>(ema)[i]);
        old.x += weight * (now.x - old.x);
        old.y += weight * (now.y - old.y);
        reinterpret_cast<__half2 *>(ema)[i] = __float22half2_rn(old);
    } else if (!WRONG(2) && 2 * i < n) {
        float old = __half2float(ema[2 * i]);
        ema[2 * i] = __float2half(old + weight * (p[2 * i] - old));
    }
}
