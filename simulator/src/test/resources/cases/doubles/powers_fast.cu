// Powers of doubles with -use_fast_math, whose inner function compares an f32 by .ftz. nvcc -ptx -arch=sm_80 -use_fast_math
#define I threadIdx.x
#define K extern "C" __global__ void
K power(const double *x, double *y) { y[I] = pow(x[I], x[I + 2]); }
K constant(const double *x, double *y) { y[I] = 3.0 * pow(x[I], 1.4); }
K square(const double *x, double *y) { double p = pow(x[I], 0.7); y[I] = 3.0 * p * p; }
K other(const double *x, double *y) { y[I] = 3.0 * pow(x[I], 1.5); }
