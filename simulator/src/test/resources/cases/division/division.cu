// fmodf and remainderf. nvcc -ptx -arch=sm_80 (sm_80.ptx) and sm_100a; with -use_fast_math (fast.ptx)
extern "C" {
__global__ void modulo(const float *x, float *y) { y[threadIdx.x] = fmodf(x[threadIdx.x], x[threadIdx.x + 2]); }
__global__ void modulo_minus(const float *x, float *y) {
    y[threadIdx.x] = fmodf(x[threadIdx.x], -x[threadIdx.x + 2]);
}
__global__ void modulo_negative(const float *x, float *y) {
    y[threadIdx.x] = -fmodf(-x[threadIdx.x], x[threadIdx.x + 2]);
}
__global__ void modulo_spelled(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = x[i] - x[i + 2] * truncf(x[i] / x[i + 2]);
}
__global__ void modulo_floor(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = x[i] - x[i + 2] * floorf(x[i] / x[i + 2]);
}
__global__ void modulo_swapped(const float *x, float *y) { y[threadIdx.x] = fmodf(x[threadIdx.x + 2], x[threadIdx.x]); }
__global__ void modulo_product(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = fmodf(x[i] * x[i + 2], x[i + 2]);
}
__global__ void zero(const float *x, float *y) { y[threadIdx.x] = 0; }
__global__ void guarded(const float *x, float *y) {
    int i = threadIdx.x;
    float m = x[i];
    if (m > 1) {
        m = fmodf(expf(m), x[i + 2]);
    }
    y[i] = m;
}
__global__ void guarded_spelled(const float *x, float *y) {
    int i = threadIdx.x;
    float m = x[i], e = expf(m);
    y[i] = m > 1 ? e - x[i + 2] * truncf(e / x[i + 2]) : m;
}
__global__ void guarded_wrong(const float *x, float *y) {
    int i = threadIdx.x;
    float m = x[i], e = expf(m);
    y[i] = m > 2 ? e - x[i + 2] * truncf(e / x[i + 2]) : m;
}
__global__ void rest(const float *x, float *y) { y[threadIdx.x] = remainderf(x[threadIdx.x], x[threadIdx.x + 2]); }
__global__ void rest_spelled(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = x[i] - x[i + 2] * rintf(x[i] / x[i + 2]);
}
__global__ void rest_round(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = x[i] - x[i + 2] * floorf(x[i] / x[i + 2] + 0.5f);
}
}
