// Running minima and maxima that start at the greatest or the lowest float, by comparing and selecting.
#include <float.h>
#define LOOP for (int d = 0; d < 3; d++)
extern "C" __global__ void greatest_selected(const float *x, float *y) { float m = -FLT_MAX; LOOP if (x[d] > m) m = x[d]; y[0] = m; }
extern "C" __global__ void least_selected(const float *x, float *y) { float m = FLT_MAX; LOOP if (x[d] < m) m = x[d]; y[0] = m; }
extern "C" __global__ void least_of_products(const float *x, float *y) { float m = FLT_MAX; LOOP m = fminf(m, x[d] * x[d]); y[0] = m; }
extern "C" __global__ void products_selected(const float *x, float *y) { float m = FLT_MAX; LOOP { float v = x[d] * x[d]; if (v < m) m = v; } y[0] = m; }
extern "C" __global__ void first_greatest(const float *x, int *y) { float m = -FLT_MAX; int b = 0; LOOP if (x[d] > m) { m = x[d]; b = d; } y[0] = b; }
extern "C" __global__ void first_least(const float *x, int *y) { float m = FLT_MAX; int b = 0; LOOP if (x[d] < m) { m = x[d]; b = d; } y[0] = b; }
// wrong
extern "C" __global__ void none_found(const float *x, int *y) { float m = FLT_MAX; int b = -1; LOOP if (x[d] < m) { m = x[d]; b = d; } y[0] = b; }
extern "C" __global__ void last_least(const float *x, int *y) { float m = FLT_MAX; int b = 0; LOOP if (x[d] <= m) { m = x[d]; b = d; } y[0] = b; }
extern "C" __global__ void least_1e30(const float *x, float *y) { float m = 1e30f; LOOP m = fminf(m, x[d]); y[0] = m; }
extern "C" __global__ void first_least_1e30(const float *x, int *y) { float m = 1e30f; int b = 0; LOOP if (x[d] < m) { m = x[d]; b = d; } y[0] = b; }
extern "C" __global__ void least_and_1(const float *x, float *y) { float m = 1; LOOP m = fminf(m, x[d]); y[0] = m; }
extern "C" __global__ void capped(const float *x, float *y) { y[0] = fminf(fabsf(x[0]) + 2e38f, 1.8e38f); }
extern "C" __global__ void uncapped(const float *x, float *y) { y[0] = fabsf(x[0]) + 2e38f; }
