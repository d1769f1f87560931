// One source for the right kernels and for their mistakes: every kernel has three, and -DMISTAKES=n compiles all of
// them with their n-th mistake.
#pragma once

#ifndef MISTAKES
#define MISTAKES 0
#endif

#define WRONG(n) (MISTAKES == (n))
