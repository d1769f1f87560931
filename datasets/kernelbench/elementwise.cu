// Functions of single elements: problems 5, 12, 19 to 22, 25 to 32 and 88 of KernelBench's level 1. The number before a
// function is that of its problem; after it stand its three mistakes. With inputs that are never negative, as those of
// KernelBench's own test are, many of them make no difference.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// 5. Mistakes: the scalar loses its fraction; negative elements stay; no guard.
__global__ void matrix_scalar(const float *A, float s, float *C, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (WRONG(3) || i < n) {
        float a = A[i]; //@ 005-matrix-scalar-without-guard
        C[i] = WRONG(1) ? a * (int)s : WRONG(2) && a < 0.0f ? a : a * s;
    }
}

// 12. Mistakes: the diagonal by columns; the last row stays as it is; no guard.
__global__ void diagonal_matmul(const float *A, const float *B, float *C, int N, int M) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (WRONG(3) || e < N * M) {
        float b = B[e]; //@ 012-diagonal-matmul-without-guard
        C[e] = WRONG(2) && e / M == N - 1 ? b : A[WRONG(1) ? e % M : e / M] * b;
    }
}

// 19. Mistakes: nothing happens; the magnitude; bounded by 6.
struct Relu {
    __device__ float operator()(float x) const {
        return WRONG(1) ? x : WRONG(2) ? fabsf(x) : WRONG(3) ? fminf(fmaxf(x, 0.0f), 6.0f) : fmaxf(x, 0.0f);
    }
};

// 20. Mistakes: no leak; a slope of 0.1; the slope on both sides.
struct LeakyRelu {
    __device__ float operator()(float x) const {
        return WRONG(3) ? x * 0.01f : x > 0.0f ? x : WRONG(1) ? 0.0f : x * (WRONG(2) ? 0.1f : 0.01f);
    }
};

// 21. Mistakes: the sign is missing; a sum of exponentials too many; the magnitude in the exponent.
struct Sigmoid {
    __device__ float operator()(float x) const {
        float e = expf(WRONG(1) ? x : WRONG(3) ? -fabsf(x) : -x);
        return 1.0f / (1.0f + (WRONG(2) ? e + e * e : e));
    }
};

// 22. Mistakes: the function of half of x; a polynomial that is near it about 0; the magnitude.
struct Tanh {
    __device__ float operator()(float x) const {
        return WRONG(1)   ? 1.0f - 2.0f / (expf(x) + 1.0f)
               : WRONG(2) ? x - x * x * x * (1.0f / 3.0f)
               : WRONG(3) ? tanhf(fabsf(x))
                          : tanhf(x);
    }
};

// 25. Mistakes: no factor x; a factor 1.702 in the exponent; nothing but the positive part.
struct Swish {
    __device__ float operator()(float x) const {
        float s = 1.0f / (1.0f + expf(WRONG(2) ? -1.702f * x : -x));
        return WRONG(1) ? s : (WRONG(3) ? fmaxf(x, 0.0f) : x) * s;
    }
};

// 26, by the error function. Mistakes: the form with tanh, which is near it; the sign of 1 lost; no square root of 2.
struct Gelu {
    __device__ float operator()(float x) const {
        if (WRONG(1)) {
            return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
        }
        float e = erff(WRONG(3) ? x : x * 0.70710678118654752f);
        return 0.5f * x * (WRONG(2) ? 1.0f - e : 1.0f + e);
    }
};

// 27. Mistakes: no negative side; the outer factor on one side only; the inner factor twice.
struct Selu {
    __device__ float operator()(float x) const {
        const float scale = 1.0507009873554805f, alpha = 1.6732632423543772f;
        float below = WRONG(1) ? 0.0f : (WRONG(3) ? alpha * alpha : alpha) * (expf(x) - 1.0f);
        return WRONG(2) ? (x > 0.0f ? scale * x : below) : scale * (x > 0.0f ? x : below);
    }
};

// 28. Mistakes: no bound above; none below; x / 5 as older versions had it.
struct HardSigmoid {
    __device__ float operator()(float x) const {
        float y = WRONG(3) ? x * 0.2f + 0.5f : (x + 3.0f) / 6.0f;
        return WRONG(1) ? fmaxf(y, 0.0f) : WRONG(2) ? fminf(y, 1.0f) : fminf(fmaxf(y, 0.0f), 1.0f);
    }
};

// 29, shifted so that nothing overflows. Mistakes: x itself above 20, as PyTorch has it; not shifted back; the positive
// part.
struct Softplus {
    __device__ float operator()(float x) const {
        float most = fmaxf(x, 0.0f), y = logf(expf(x - most) + expf(-most));
        return WRONG(1) && x > 20.0f ? x : WRONG(2) ? y : WRONG(3) ? most : most + y;
    }
};

// 30. Mistakes: no magnitude; the sign is lost; the square in place of the magnitude.
struct Softsign {
    __device__ float operator()(float x) const {
        return (WRONG(2) ? fabsf(x) : x) / (1.0f + (WRONG(1) ? x : WRONG(3) ? x * x : fabsf(x)));
    }
};

// 31. Mistakes: nothing happens; 1 is not taken off; the bound is at -1.
struct Elu {
    __device__ float operator()(float x) const {
        return WRONG(1) || x > (WRONG(3) ? -1.0f : 0.0f) ? x : WRONG(2) ? expf(x) : expf(x) - 1.0f;
    }
};

// 32. Mistakes: no bound below; bounds of 0 and 1; none at all.
struct HardTanh {
    __device__ float operator()(float x) const {
        float y = fminf(x, 1.0f);
        return WRONG(1) ? y : WRONG(2) ? fmaxf(y, 0.0f) : WRONG(3) ? x : fmaxf(y, -1.0f);
    }
};

// 88, by the hyperbolic tangent. Mistakes: the square in place of the cube; the sigmoid of 1.702 x; no cube at all.
struct GeluTanh {
    __device__ float operator()(float x) const {
        if (WRONG(2)) {
            return x / (1.0f + expf(-1.702f * x));
        }
        float cube = WRONG(1) ? x * x : WRONG(3) ? 0.0f : x * x * x;
        return 0.5f * x * (1.0f + tanhf(0.7978845608028654f * (x + 0.044715f * cube)));
    }
};

// A thread an element.
template <typename F>
__global__ void map(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = F()(x[i]);
    }
}

template __global__ void map<Relu>(const float *, float *, int);
template __global__ void map<LeakyRelu>(const float *, float *, int);
template __global__ void map<Sigmoid>(const float *, float *, int);
template __global__ void map<Tanh>(const float *, float *, int);
template __global__ void map<Swish>(const float *, float *, int);
template __global__ void map<Gelu>(const float *, float *, int);
template __global__ void map<Selu>(const float *, float *, int);
template __global__ void map<HardSigmoid>(const float *, float *, int);
template __global__ void map<Softplus>(const float *, float *, int);
template __global__ void map<Softsign>(const float *, float *, int);
template __global__ void map<Elu>(const float *, float *, int);
template __global__ void map<HardTanh>(const float *, float *, int);
template __global__ void map<GeluTanh>(const float *, float *, int);

// A thread four elements at once, then the rest one by one; for a function without mistakes. Mistakes: the rest is left
// out; it is done in fours, too; the third element is stored twice.
template <typename F>
__global__ void map_vectors(const float *x, float *y, int n) {
    F f;
    int t = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = t; i < (WRONG(2) ? (n + 3) / 4 : n / 4); i += threads) {
        // clang-format off
        float4 v = reinterpret_cast<const float4 *>(x)[i]; //@ 026-gelu-vectors-rest-in-fours 088-gelu-tanh-vectors-rest-in-fours
        // clang-format on
        v = {f(v.x), f(v.y), f(v.z), f(WRONG(3) ? v.z : v.w)};
        reinterpret_cast<float4 *>(y)[i] = v;
    }
    if (!WRONG(1) && !WRONG(2)) {
        for (int i = n / 4 * 4 + t; i < n; i += threads) {
            y[i] = f(x[i]);
        }
    }
}

struct ExactGelu {
    __device__ float operator()(float x) const { return x * 0.5f * (1.0f + erff(x * 0.70710678118654752f)); }
};

// As a logistic function: (1 + tanh(u)) / 2 = 1 / (1 + exp(-2 u)).
struct ExactGeluTanh {
    __device__ float operator()(float x) const {
        return x / (1.0f + expf(-1.5957691216057308f * x * (1.0f + 0.044715f * x * x)));
    }
};

template __global__ void map_vectors<ExactGelu>(const float *, float *, int);
template __global__ void map_vectors<ExactGeluTanh>(const float *, float *, int);
