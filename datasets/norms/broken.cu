// The normalisations of norms.cu, each with one mistake.

#define N 32
#define EPS 1e-5f
#define FULL 0xffffffffu

// ---- softmax, one CTA of 32 threads a row, tree in shared memory

enum Mistake {
    NO_BARRIER_BETWEEN_TREES,
    NO_BARRIER_AFTER_MAXIMUM,
    SUM_WITHOUT_SHIFT,
    LAST_DROPPED,
    NOT_NORMALISED,
};

template <Mistake M>
__device__ __forceinline__ void softmax(const float *x, float *y) {
    __shared__ float cell[N];
    int tid = threadIdx.x;
    cell[tid] = x[tid];
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] = fmaxf(cell[tid], cell[tid + s]); //@ no-barrier-after-maximum
        if (M != NO_BARRIER_AFTER_MAXIMUM) __syncthreads();
    }
    float m = cell[0]; //@ no-barrier-between-trees
    if (M != NO_BARRIER_BETWEEN_TREES) __syncthreads();
    float e = expf(x[tid] - m);
    cell[tid] = M == SUM_WITHOUT_SHIFT ? expf(x[tid]) : e;
    __syncthreads();
    if (M == LAST_DROPPED && tid == N - 1) cell[tid] = 0.0f;
    __syncthreads();
    for (int s = N / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] += cell[tid + s];
        __syncthreads();
    }
    y[tid] = M == NOT_NORMALISED ? e : e / cell[0];
}

#define KERNEL(name, mistake)                                                                      \
    extern "C" __global__ void name(const float *x, float *y) { softmax<mistake>(x, y); }

// Thread 0 writes its exponential over the maximum that others still read.
KERNEL(no_barrier_between_trees, NO_BARRIER_BETWEEN_TREES)
// The levels of the first tree overlap, and the maximum is read before it is there.
KERNEL(no_barrier_after_maximum, NO_BARRIER_AFTER_MAXIMUM)
// Numerators are shifted by the maximum, the denominator is not.
KERNEL(sum_without_shift, SUM_WITHOUT_SHIFT)
// The last value does not count in the sum.
KERNEL(last_dropped, LAST_DROPPED)
// The division is forgotten.
KERNEL(not_normalised, NOT_NORMALISED)

// The reference for these: one row.
extern "C" __global__ void softmax_row(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = 0; i < N; i++) sum += expf(x[i]);
    y[threadIdx.x] = expf(x[threadIdx.x]) / sum;
}

// Online softmax that does not rescale.
extern "C" __global__ void online_without_rescale(const float *x, float *y) {
    float m = -INFINITY, sum = 0.0f;
    for (int i = 0; i < N; i++) {
        m = fmaxf(m, x[i]);
        sum += expf(x[i] - m);
    }
    y[threadIdx.x] = expf(x[threadIdx.x] - m) / sum;
}

// Two partial softmaxes are merged, but only one side is rescaled to the common maximum.
extern "C" __global__ void merge_one_sided(const float *x, float *y) {
    int lane = threadIdx.x;
    float m = x[lane], sum = 1.0f;
    for (int s = 16; s > 0; s >>= 1) {
        float other_m = __shfl_xor_sync(FULL, m, s);
        float other_sum = __shfl_xor_sync(FULL, sum, s);
        float larger = fmaxf(m, other_m);
        sum = sum * expf(m - larger) + other_sum;
        m = larger;
    }
    y[lane] = expf(x[lane] - m) / sum;
}

// The logarithm of the sum without the maximum that was taken out of it.
extern "C" __global__ void log_without_shift(const float *x, float *y) {
    float m = -INFINITY;
    for (int i = 0; i < N; i++) m = fmaxf(m, x[i]);
    float sum = 0.0f;
    for (int i = 0; i < N; i++) sum += expf(x[i] - m);
    y[threadIdx.x] = x[threadIdx.x] - logf(sum);
}

extern "C" __global__ void log_softmax_row(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = 0; i < N; i++) sum += expf(x[i]);
    y[threadIdx.x] = x[threadIdx.x] - logf(sum);
}

// ---- layer norm of one row by one warp, two passes

#define AFFINE const float *x, const float *gamma, const float *beta, float *y

struct Choice {
    float eps;
    int divisor;
    bool centred, shifted_gamma, beta_first, eps_outside;
};

__device__ __forceinline__ void layer_norm(AFFINE, Choice choice) {
    int lane = threadIdx.x;
    float sum = x[lane];
    for (int s = 16; s > 0; s >>= 1) sum += __shfl_xor_sync(FULL, sum, s);
    float mean = sum / N;
    float centred = x[lane] - mean;
    float squares = choice.centred ? centred * centred : x[lane] * x[lane];
    for (int s = 16; s > 0; s >>= 1) squares += __shfl_xor_sync(FULL, squares, s);
    float variance = squares / choice.divisor;
    float deviation = choice.eps_outside ? sqrtf(variance) + choice.eps : sqrtf(variance + choice.eps);
    float g = gamma[choice.shifted_gamma ? (lane + 1) % N : lane];
    y[lane] = choice.beta_first ? (centred / deviation + beta[lane]) * g
                                : centred / deviation * g + beta[lane];
}

#define NORM(name, ...)                                                                            \
    extern "C" __global__ void name(AFFINE) { layer_norm(x, gamma, beta, y, Choice{__VA_ARGS__}); }

NORM(layer_norm_row, EPS, N, true, false, false, false)
// 1e-6 where the model was trained with 1e-5.
NORM(other_epsilon, 1e-6f, N, true, false, false, false)
// The sample variance, N - 1, for the population's.
NORM(sample_variance, EPS, N - 1, true, false, false, false)
// E[x^2] without the square of the mean taken off.
NORM(not_centred, EPS, N, false, false, false, false)
// Each element is scaled by its neighbour's gamma; right for constant gamma.
NORM(neighbours_gamma, EPS, N, true, true, false, false)
// beta is added before gamma multiplies.
NORM(beta_first, EPS, N, true, false, true, false)
// eps is added to the deviation instead of the variance.
NORM(epsilon_outside, EPS, N, true, false, false, true)

// Welford's recurrence with the old mean in both factors.
extern "C" __global__ void welford_old_mean(AFFINE) {
    float mean = 0.0f, squares = 0.0f;
    for (int i = 0; i < N; i++) {
        float delta = x[i] - mean;
        mean += delta / (i + 1);
        squares += delta * delta;
    }
    int i = threadIdx.x;
    y[i] = (x[i] - mean) * rsqrtf(squares / N + EPS) * gamma[i] + beta[i];
}

// ---- RMS norm of one row

#define SCALED const float *x, const float *gamma, float *y

extern "C" __global__ void rms_norm_row(SCALED) {
    float squares = 0.0f;
    for (int i = 0; i < N; i++) squares += x[i] * x[i];
    y[threadIdx.x] = x[threadIdx.x] / sqrtf(squares / N + EPS) * gamma[threadIdx.x];
}

// The sum of squares is not divided by N.
extern "C" __global__ void rms_of_sum(SCALED) {
    float squares = 0.0f;
    for (int i = 0; i < N; i++) squares += x[i] * x[i];
    y[threadIdx.x] = x[threadIdx.x] * rsqrtf(squares + EPS) * gamma[threadIdx.x];
}

// The loop ends one element early.
extern "C" __global__ void rms_off_by_one(SCALED) {
    float squares = 0.0f;
    for (int i = 0; i < N - 1; i++) squares += x[i] * x[i];
    y[threadIdx.x] = x[threadIdx.x] * rsqrtf(squares / N + EPS) * gamma[threadIdx.x];
}

// The root is forgotten.
extern "C" __global__ void rms_without_root(SCALED) {
    float squares = 0.0f;
    for (int i = 0; i < N; i++) squares += x[i] * x[i];
    y[threadIdx.x] = x[threadIdx.x] / (squares / N + EPS) * gamma[threadIdx.x];
}
