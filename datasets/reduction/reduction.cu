// Sum of 128 values by one CTA: the seven steps of Harris' tutorial "Optimizing Parallel Reduction
// in CUDA" (VOLTA, Table 1), written anew. Steps 5 to 7 drop the barriers for the last warp and rely
// on its lanes running in lock-step, which CUDA has not promised since version 9: each is a data
// race, marked where a lane reads its neighbour's cell. The repaired steps follow them.

// Step 1: interleaved addressing, and a remainder that makes the lanes of every warp diverge.
extern "C" __global__ void reduce1(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    cell[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 2: the same sums by consecutive threads.
extern "C" __global__ void reduce2(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    cell[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        unsigned index = 2 * s * tid;
        if (index < blockDim.x) {
            cell[index] += cell[index + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 3: sequential addressing, free of bank conflicts.
extern "C" __global__ void reduce3(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    cell[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 4: the first addition happens during the load, with half the threads.
extern "C" __global__ void reduce4(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + tid;
    cell[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 5: the last warp goes on without barriers. RACE.
extern "C" __global__ void reduce5(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + tid;
    cell[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid < 32) {
        volatile float *warp = cell;
        warp[tid] += warp[tid + 32];
        warp[tid] += warp[tid + 16]; //@ step5
        warp[tid] += warp[tid + 8];
        warp[tid] += warp[tid + 4];
        warp[tid] += warp[tid + 2];
        warp[tid] += warp[tid + 1];
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// The tail of steps 6 and 7, unrolled for the block size.
template <unsigned BLOCK>
__device__ void lockstep(volatile float *cell, unsigned tid) {
    if (BLOCK >= 64) cell[tid] += cell[tid + 32];
    if (BLOCK >= 32) cell[tid] += cell[tid + 16]; //@ step6 step7
    if (BLOCK >= 16) cell[tid] += cell[tid + 8];
    if (BLOCK >= 8) cell[tid] += cell[tid + 4];
    if (BLOCK >= 4) cell[tid] += cell[tid + 2];
    if (BLOCK >= 2) cell[tid] += cell[tid + 1];
}

template <unsigned BLOCK>
__device__ void unrolled(float *cell, unsigned tid) {
    if (BLOCK >= 512) {
        if (tid < 256) cell[tid] += cell[tid + 256];
        __syncthreads();
    }
    if (BLOCK >= 256) {
        if (tid < 128) cell[tid] += cell[tid + 128];
        __syncthreads();
    }
    if (BLOCK >= 128) {
        if (tid < 64) cell[tid] += cell[tid + 64];
        __syncthreads();
    }
    if (tid < 32) {
        lockstep<BLOCK>(cell, tid);
    }
}

// Step 6: everything unrolled. RACE.
extern "C" __global__ void reduce6(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    cell[tid] = in[i] + in[i + 64];
    __syncthreads();
    unrolled<64>(cell, tid);
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 7: several elements a thread before the tree. RACE.
extern "C" __global__ void reduce7(const float *in, float *out, unsigned n) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned stride = 2 * 32 * gridDim.x;
    float sum = 0.0f;
    for (unsigned i = blockIdx.x * 2 * 32 + tid; i < n; i += stride) {
        sum += in[i] + in[i + 32];
    }
    cell[tid] = sum;
    __syncthreads();
    unrolled<32>(cell, tid);
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 5 repaired: what a lane reads is ordered before the write that replaces it, and the write
// before the next step's read.
extern "C" __global__ void reduce5_syncwarp(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * blockDim.x * 2 + tid;
    cell[tid] = in[i] + in[i + blockDim.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid < 32) {
        float sum = cell[tid];
        for (unsigned s = 32; s > 0; s >>= 1) {
            sum += cell[tid + s];
            __syncwarp();
            cell[tid] = sum;
            __syncwarp();
        }
    }
    if (tid == 0) {
        out[blockIdx.x] = cell[0];
    }
}

// Step 6 repaired: the last warp passes its values from register to register.
extern "C" __global__ void reduce6_shuffle(const float *in, float *out) {
    extern __shared__ float cell[];
    unsigned tid = threadIdx.x;
    unsigned i = blockIdx.x * 128 + tid;
    cell[tid] = in[i] + in[i + 64];
    __syncthreads();
    if (tid < 32) {
        float sum = cell[tid] + cell[tid + 32];
        for (int s = 16; s > 0; s >>= 1) {
            sum += __shfl_down_sync(0xffffffffu, sum, s);
        }
        if (tid == 0) {
            out[blockIdx.x] = sum;
        }
    }
}

// Step 7 repaired, the modern way: butterflies in every warp, one more over the warps' sums.
extern "C" __global__ void reduce7_shuffle(const float *in, float *out, unsigned n) {
    __shared__ float partial[32];
    unsigned lane = threadIdx.x % 32;
    unsigned warp = threadIdx.x / 32;
    float sum = 0.0f;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += in[i];
    }
    for (int s = 16; s > 0; s >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    }
    if (lane == 0) {
        partial[warp] = sum;
    }
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
        for (int s = 16; s > 0; s >>= 1) {
            sum += __shfl_xor_sync(0xffffffffu, sum, s);
        }
        if (lane == 0) {
            out[blockIdx.x] = sum;
        }
    }
}

// Largest of 128 values, by a tree.
extern "C" __global__ void largest(const float *in, float *out) {
    __shared__ float cell[128];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] = fmaxf(cell[tid], cell[tid + s]);
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The same by one warp, from -infinity: equivalent.
extern "C" __global__ void largest_by_warp(const float *in, float *out) {
    float m = -INFINITY;
    for (unsigned i = threadIdx.x; i < 128; i += 32) {
        m = in[i] > m ? in[i] : m;
    }
    for (int s = 16; s > 0; s >>= 1) {
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, s));
    }
    if (threadIdx.x == 0) {
        out[0] = m;
    }
}
