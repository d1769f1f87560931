// Probes of library functions: one kernel per function. CALL is an expression of x and,
// with TWO, y; with SINCOS the results are those of sincosf.
#include <math.h>
extern "C" __global__ void probe(const float *a, float *o) {
    float x = a[0];
#ifdef TWO
    float y = a[1];
#endif
#ifdef SINCOS
    float s, c;
    sincosf(x, &s, &c);
    o[0] = s;
    o[1] = c;
#else
    o[0] = CALL;
#endif
}
