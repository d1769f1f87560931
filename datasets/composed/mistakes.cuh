// One source for the right kernels and for those with mistakes: RIGHT is what is right, or with -DMISTAKES=1 or 2 one of
// two mistakes.
#include <cuda_runtime.h>
#include <float.h>
#include <math.h>

#if MISTAKES == 1
#define RIGHT(right, wrong, otherwise) wrong
#elif MISTAKES == 2
#define RIGHT(right, wrong, otherwise) otherwise
#else
#define RIGHT(right, wrong, otherwise) right
#endif
