// Reductions of 128 values, each with one mistake.

// The tree stops one level early: the odd half is never added.
extern "C" __global__ void early_stop(const float *in, float *out) {
    __shared__ float cell[128];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 1; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// `<=` lets thread s join in: it writes cell[s] while thread 0 reads it.
extern "C" __global__ void one_thread_too_many(const float *in, float *out) {
    __shared__ float cell[129];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid];
    if (tid == 0) {
        cell[128] = 0.0f;
    }
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid <= s) {
            cell[tid] += cell[tid + s]; //@ one-thread-too-many
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The barrier stands before the loop only: levels of the tree overlap.
extern "C" __global__ void no_barrier_between_levels(const float *in, float *out) {
    __shared__ float cell[128];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s]; //@ no-barrier-between-levels
        }
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The barrier is in the branch: at s = 16 half of warp 0 waits there while the other half has gone
// on to the barrier after the loop. (Whole warps meeting at two different bar.sync 0 do pass.)
extern "C" __global__ void barrier_in_branch(const float *in, float *out) {
    __shared__ float cell[128];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
            __syncthreads(); //@ barrier-in-branch
        }
    }
    __syncthreads();
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The second load is one element off: in[64 + tid] is wanted.
extern "C" __global__ void shifted_load(const float *in, float *out) {
    __shared__ float cell[64];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid] + in[tid + blockDim.x - 1];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The second load runs past the end of the input: thread 63 reads in[128].
extern "C" __global__ void load_past_end(const float *in, float *out) {
    __shared__ float cell[64];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid] + in[tid + blockDim.x + 1]; //@ load-past-end
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s];
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// The butterfly starts at distance 8: two half-warps are summed apart.
extern "C" __global__ void short_butterfly(const float *in, float *out) {
    unsigned lane = threadIdx.x;
    float sum = 0.0f;
    for (unsigned i = lane; i < 128; i += 32) {
        sum += in[i];
    }
    for (int s = 8; s > 0; s >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    }
    if (lane == 0) {
        out[0] = sum;
    }
}

// shfl.down gives the sum to lane 0; lane 31, which has no lane above it, adds itself five times.
extern "C" __global__ void wrong_lane(const float *in, float *out) {
    unsigned lane = threadIdx.x;
    float sum = 0.0f;
    for (unsigned i = lane; i < 128; i += 32) {
        sum += in[i];
    }
    for (int s = 16; s > 0; s >>= 1) {
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    }
    if (lane == 31) {
        out[0] = sum;
    }
}

// The partial sums of the warps are read before all are written.
extern "C" __global__ void partials_without_barrier(const float *in, float *out) {
    __shared__ float partial[4];
    unsigned lane = threadIdx.x % 32;
    unsigned warp = threadIdx.x / 32;
    float sum = in[threadIdx.x];
    for (int s = 16; s > 0; s >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
    }
    if (lane == 0) {
        partial[warp] = sum;
    }
    if (threadIdx.x == 0) {
        out[0] = partial[0] + partial[1] + partial[2] + partial[3]; //@ partials-without-barrier
    }
}

// Half of the cells are never written, and all are summed.
extern "C" __global__ void half_initialised(const float *in, float *out) {
    __shared__ float cell[128];
    unsigned tid = threadIdx.x;
    if (tid < 64) {
        cell[tid] = in[tid] + in[tid + 64];
    }
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) {
            cell[tid] += cell[tid + s]; //@ half-initialised
        }
        __syncthreads();
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// One __syncwarp is there, the one between the read and the write that replaces it is not.
extern "C" __global__ void half_repaired(const float *in, float *out) {
    __shared__ float cell[64];
    unsigned tid = threadIdx.x;
    cell[tid] = in[tid] + in[tid + 64];
    __syncthreads();
    if (tid < 32) {
        float sum = cell[tid];
        for (unsigned s = 32; s > 0; s >>= 1) {
            sum += cell[tid + s]; //@ half-repaired
            cell[tid] = sum;
            __syncwarp();
        }
    }
    if (tid == 0) {
        out[0] = cell[0];
    }
}

// Maximum from zero instead of -infinity: wrong where all values are negative.
extern "C" __global__ void largest_from_zero(const float *in, float *out) {
    float m = 0.0f;
    for (unsigned i = threadIdx.x; i < 128; i += 32) {
        m = fmaxf(m, in[i]);
    }
    for (int s = 16; s > 0; s >>= 1) {
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, s));
    }
    if (threadIdx.x == 0) {
        out[0] = m;
    }
}
