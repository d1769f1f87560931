// Sources of PTX constructs that the parser must read. Rebuild constructs.sm_90a.ptx
// (paths in .file are cut to the file name) with
//   nvcc -ptx -lineinfo -rdc=true -arch=sm_90a -o constructs.sm_90a.ptx constructs.cu
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// An aggregate by value, and one that is returned.
struct Tile {
    float values[6];
    short rows;
    char kind;
};

// Packed: its pointer is written byte by byte, with masks.
#pragma pack(push, 1)
struct Packed {
    char tag;
    const float *data;
};
#pragma pack(pop)

__constant__ float table[4] = {1.0f, -0.5f, 3.0e-8f, 1.0f / 0.0f};
__constant__ double doubles[2] = {1.0, -2.5};
__device__ int grid3[2][3] = {{1, 2, 3}, {-4, 5, 6}};
__device__ const float *pointer = table + 1;
__device__ Packed packed = {7, &table[2]};
__managed__ int managed = 42;
extern __device__ int elsewhere;


extern "C" __device__ float externalFunction(float x, Tile t);

__device__ __noinline__ Tile makeTile(float x, Tile t) {
    for (int i = 0; i < 6; i++) t.values[i] += x * i;
    t.rows++;
    return t;
}

__device__ float square(float x) { return x * x; }
__device__ float cube(float x) { return x * x * x; }
typedef float (*Operation)(float);
__device__ Operation operations[2] = {square, cube};

// An indirect call (.callprototype) and a call of an external function.
extern "C" __global__ void calls(float *out, Tile t, int which) {
    Tile u = makeTile(out[0], t);
    out[threadIdx.x] = operations[which](u.values[2]) + externalFunction(out[1], u) + elsewhere;
    if (which > 100) printf("which %d in %f\n", which, out[0]);
    if (which > 200) __trap();
}

// brx.idx with .branchtargets.
extern "C" __global__ void dispatch(int *out, int which) {
    switch (which) {
        case 0: out[0] = out[9]; break;
        case 1: out[1] = __clz(out[8]); break;
        case 2: out[2] = __popc(out[7]); break;
        case 3: atomicAdd(out + 3, 5); break;
        case 4: out[4] = __brev(out[5]); break;
        case 5: __threadfence(); out[5] = 1; break;
        case 6: out[6] = clock(); break;
        default: out[7] = -1;
    }
}

// Local memory, shared memory with and without extent, launch bounds.
extern "C" __global__ void __launch_bounds__(128, 2) memories(float *out, int n) {
    extern __shared__ __align__(16) float dynamicTile[];
    __shared__ double fixed[16][4];
    float local[32];
    for (int i = 0; i < n; i++) local[i * 7 & 31] = out[i];
    fixed[threadIdx.x & 15][n & 3] = table[n & 3] + doubles[n & 1];
    dynamicTile[threadIdx.x] = local[n] + *pointer + *packed.data + packed.tag + grid3[1][n % 3];
    __syncthreads();
    out[threadIdx.x] = dynamicTile[n] + (float)fixed[n][0] + managed;
}

// Clusters, and scopes of inline assembly that reuse names and labels.
extern "C" __global__ void __cluster_dims__(2, 1, 1) clusters(unsigned *out, unsigned *flag) {
#if __CUDA_ARCH__ >= 900
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    out[0] = cluster.block_rank();
#endif
    unsigned a = threadIdx.x, b;
    asm volatile("{ .reg .pred p; .reg .b32 t; setp.ne.u32 p, %1, 0; selp.b32 t, %1, 0X1F79U, p;\n"
                 "  @!p bra DONE; add.u32 t, t, 1; DONE: mov.b32 %0, t; }"
                 : "=r"(b) : "r"(a));
    asm volatile("{\n .reg .pred p;\n WAIT: ld.volatile.global.u32 %0, [%1+-0];\n"
                 " setp.eq.u32 p, %0, 0; @p bra WAIT;\n}" : "=r"(a) : "l"(flag));
    out[1] = a + b;
}
