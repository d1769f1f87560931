// One source for the right kernels and for their mistakes: with -DMISTAKES=1 and =2 every kernel that has a first or
// second mistake is compiled with it, and the others are left out.
#pragma once

#ifndef MISTAKES
#define MISTAKES 0
#endif

#define WRONG(n) (MISTAKES == (n))

// Begins a kernel that has so many mistakes. Where it has no such mistake it is a function that nobody calls: no code.
#define KERNEL(mistakes) KERNEL_##mistakes
#if MISTAKES > 0
#define KERNEL_0 inline __device__
#else
#define KERNEL_0 __global__
#endif
#if MISTAKES > 1
#define KERNEL_1 inline __device__
#else
#define KERNEL_1 __global__
#endif
#define KERNEL_2 __global__
