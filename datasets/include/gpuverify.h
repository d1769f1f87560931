// The annotations of GPUVerify's test-suite for nvcc: what they promise or ask for is left out. What a kernel requires of its
// arguments is an assumption of foreign-any-input.tsv instead.
#pragma once
#include <assert.h>
#include <cooperative_groups.h>
#undef __assert
#define __requires(...) ((void)0)
#define __requires_fresh_array(...) ((void)0)
#define __ensures(...) ((void)0)
#define __invariant(...) ((void)0)
#define __global_invariant(...) ((void)0)
#define __assert(...) ((void)0)
#define __assume(...) ((void)0)
#define __axiom(...)
namespace cooperative_groups { // as the first version of cooperative groups had it
template <typename Group> __device__ void synchronize(Group group) { group.sync(); }
}
