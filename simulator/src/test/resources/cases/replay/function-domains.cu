// Functions that the compiler inlines, outside the domains that proofs list: they give NaN there by a move, not by an
// operation, so that the replay has to take the functions themselves to see that the listed conditions exclude the input.
#define KERNEL extern "C" __global__ void

KERNEL halves(const float *x, float *y) {
    y[threadIdx.x] = powf(x[threadIdx.x], 0.5f) * powf(x[threadIdx.x], 1.5f);
}
KERNEL square(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }
KERNEL nearly_square(const float *x, float *y) {
    y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x] + 1e-3f;
}
KERNEL quarters(const float *x, float *y) {
    y[threadIdx.x] = powf(x[threadIdx.x], 0.25f) * powf(x[threadIdx.x], 0.75f);
}
KERNEL same(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }
KERNEL one_plus(const float *x, float *y) { y[threadIdx.x] = expf(log1pf(x[threadIdx.x])); }
KERNEL plus_one(const float *x, float *y) { y[threadIdx.x] = 1.0f + x[threadIdx.x]; }
KERNEL arcs(const float *x, float *y) {
    y[threadIdx.x] = asinf(x[threadIdx.x]) - asinf(x[threadIdx.x]) + x[threadIdx.x];
}
KERNEL inverse(const float *x, float *y) {
    y[threadIdx.x] = powf(x[threadIdx.x], -3.0f) * powf(x[threadIdx.x], 4.0f);
}
