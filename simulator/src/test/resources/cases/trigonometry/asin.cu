// asinf. nvcc -ptx -arch=sm_80 (asin_sm_80.ptx) and sm_100a; with -use_fast_math (asin_fast.ptx)
extern "C" {
__global__ void plain(const float *x, float *y) { y[threadIdx.x] = asinf(x[threadIdx.x]) * 2; }
__global__ void added(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = asinf(x[i]) + asinf(x[i] * 2 - x[i]);
}
__global__ void other(const float *x, float *y) { y[threadIdx.x] = asinf(x[threadIdx.x] * 0.5f) * 2; }
__global__ void triple(const float *x, float *y) { y[threadIdx.x] = asinf(x[threadIdx.x]) * 3; }
__global__ void product(const float *x, float *y) { y[threadIdx.x] = asinf(x[threadIdx.x] * x[0]); }
__global__ void swapped(const float *x, float *y) { y[threadIdx.x] = asinf(x[0] * 0.5f * x[threadIdx.x] * 2); }
__global__ void sine(const float *x, float *y) { y[threadIdx.x] = sinf(x[threadIdx.x]) * 2; }
}
