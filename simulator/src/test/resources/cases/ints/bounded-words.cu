// Words of a few bits, combined bit by bit: no bit comes that all of them lack. CUDA of our own, by nvcc.
#define KERNEL extern "C" __global__ void
#define A s[2 * threadIdx.x]
#define B s[2 * threadIdx.x + 1]

KERNEL both(const int *s, int *y) { y[threadIdx.x] = (A & B) == -1 ? 1 : 2; }
KERNEL either(const int *s, int *y) { y[threadIdx.x] = (A | B) > 3 ? 1 : 2; }
KERNEL either_may(const int *s, int *y) { y[threadIdx.x] = (A | B) > 2 ? 1 : 2; }
KERNEL either_least(const int *s, int *y) { y[threadIdx.x] = (A | B) < 1 ? 1 : 2; }
KERNEL different(const int *s, int *y) { y[threadIdx.x] = (A ^ B) > 3 ? 1 : 2; }
KERNEL different_may(const int *s, int *y) { y[threadIdx.x] = (A ^ B) < 1 ? 1 : 2; }
KERNEL masked(const int *s, const int *t, int *y) { y[threadIdx.x] = (A & t[threadIdx.x]) > 3 ? 1 : 2; }
KERNEL two(const int *s, int *y) { y[threadIdx.x] = 2; }
KERNEL two_of_masked(const int *s, const int *t, int *y) { y[threadIdx.x] = 2; }
