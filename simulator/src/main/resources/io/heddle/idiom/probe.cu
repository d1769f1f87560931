// Probes of library functions: one kernel per function. CALL is an expression of x and,
// with TWO, y; with SINCOS, a name, the results are those of that function. The type is REAL, float if not given,
// and that of the result RESULT.
#include <math.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#ifndef REAL
#define REAL float
#endif
#ifndef RESULT
#define RESULT REAL
#endif
extern "C" __global__ void probe(const REAL *a, RESULT *o) {
    REAL x = a[0];
#ifdef TWO
    REAL y = a[1];
#endif
#ifdef SINCOS
    REAL s, c;
    SINCOS(x, &s, &c);
    o[0] = s;
    o[1] = c;
#else
    o[0] = CALL;
#endif
}
