// erfc of doubles. nvcc -ptx -arch=sm_80 (erfc_sm_80.ptx) and sm_100a
extern "C" {
__global__ void plain(const double *x, double *y) { y[threadIdx.x] = 1 - erfc(x[threadIdx.x]); }
__global__ void error(const double *x, double *y) { y[threadIdx.x] = erf(x[threadIdx.x]); }
__global__ void same(const double *x, double *y) { y[threadIdx.x] = 1 - erfc(x[threadIdx.x] * 2 - x[threadIdx.x]); }
__global__ void twice(const double *x, double *y) { y[threadIdx.x] = 1 - 2 * erfc(x[threadIdx.x]); }
__global__ void wrong(const double *x, double *y) { y[threadIdx.x] = 1 - erfc(x[threadIdx.x] * 2); }
}
