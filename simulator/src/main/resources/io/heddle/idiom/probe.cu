// Probes of library functions: one kernel per function, FUNCTION(x) or FUNCTION(x, y).
// generate.sh compiles it for one target of each generation of nvcc's code generator.
#include <math.h>
#ifdef TWO
#define CALL FUNCTION(a[0], a[1])
#else
#define CALL FUNCTION(a[0])
#endif
extern "C" __global__ void probe(const float *a, float *o) { o[0] = CALL; }
