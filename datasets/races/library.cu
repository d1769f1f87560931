// Five kernels in the style of those that VOLTA's Table 6 takes from OpenMM and Megatron-LM, written
// anew: each once with the mistake that its authors had to repair, and once repaired.

// ---- Bucket positions: exclusive offsets of buckets from their sizes, chunk by chunk of 64 threads.

template <bool REPAIRED>
__device__ __forceinline__ void positions(const int *size, int *first, int *past, int count) {
    __shared__ int prefix[64];
    int tid = threadIdx.x;
    int before = 0;
    for (int start = 0; start < count; start += blockDim.x) {
        int bucket = start + tid;
        prefix[tid] = bucket < count ? size[bucket] : 0;
        __syncthreads();
        for (int step = 1; step < blockDim.x; step *= 2) {
            int left = tid >= step ? prefix[tid - step] : 0;
            __syncthreads();
            prefix[tid] += left;
            __syncthreads();
        }
        if (bucket < count) {
            past[bucket] = before + prefix[tid];
            first[bucket] = before + prefix[tid] - size[bucket];
        }
        before += prefix[blockDim.x - 1]; //@ bucket-positions
        if (REPAIRED) __syncthreads();
    }
}

// The next chunk replaces the sizes while slower threads still read the total of this one.
extern "C" __global__ void bucket_positions(const int *size, int *first, int *past, int count) {
    positions<false>(size, first, past, count);
}

extern "C" __global__ void bucket_positions_repaired(const int *size, int *first, int *past, int count) {
    positions<true>(size, first, past, count);
}

// ---- Range: least and greatest of `count` values.

template <bool REPAIRED>
__device__ __forceinline__ void range(const float *x, float *bounds, int count) {
    __shared__ float low[64], high[64];
    int tid = threadIdx.x;
    float least = INFINITY, greatest = -INFINITY;
    for (int i = tid; i < count; i += blockDim.x) {
        least = fminf(least, x[i]);
        greatest = fmaxf(greatest, x[i]);
    }
    low[tid] = least;
    high[tid] = greatest;
    if (REPAIRED) __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) {
            low[tid] = fminf(low[tid], low[tid + s]); //@ range
            high[tid] = fmaxf(high[tid], high[tid + s]);
        }
        __syncthreads();
    }
    if (tid == 0) {
        bounds[0] = low[0];
        bounds[1] = high[0];
    }
}

// The tree starts before the other warp has stored its values.
extern "C" __global__ void compute_range(const float *x, float *bounds, int count) {
    range<false>(x, bounds, count);
}

extern "C" __global__ void compute_range_repaired(const float *x, float *bounds, int count) {
    range<true>(x, bounds, count);
}

// ---- Reduced values: a block-wide sum that every thread gets, used twice.

__device__ float block_sum(float value, float *cell) {
    int tid = threadIdx.x;
    cell[tid] = value; //@ reduce-value
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] += cell[tid + s];
        __syncthreads();
    }
    return cell[0];
}

template <bool REPAIRED>
__device__ __forceinline__ void centred(const float *x, float *y) {
    __shared__ float cell[64];
    float v = x[threadIdx.x];
    float mean = block_sum(v, cell) / blockDim.x;
    if (REPAIRED) __syncthreads();
    float variance = block_sum((v - mean) * (v - mean), cell) / blockDim.x;
    y[threadIdx.x] = (v - mean) * rsqrtf(variance + 1e-6f);
}

// The second sum's first store meets the first sum's last read: all but thread 0 read cell[0].
extern "C" __global__ void reduce_value(const float *x, float *y) { centred<false>(x, y); }

extern "C" __global__ void reduce_value_repaired(const float *x, float *y) { centred<true>(x, y); }

// ---- Layer norm: a row by 32 x 4 threads; lanes merge by shuffles, warps through shared memory.

template <bool REPAIRED>
__device__ __forceinline__ void norm(const float *x, float *y, int n) {
    __shared__ float buffer[2 * 4];
    int lane = threadIdx.x, warp = threadIdx.y;
    float sum = 0.0f, squares = 0.0f;
    for (int i = warp * 32 + lane; i < n; i += 128) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    for (int s = 16; s > 0; s /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, s);
        squares += __shfl_xor_sync(0xffffffffu, squares, s);
    }
    for (int half = blockDim.y / 2; half > 0; half /= 2) {
        if (lane == 0 && warp >= half && warp < 2 * half) {
            buffer[2 * (warp - half)] = sum;
            buffer[2 * (warp - half) + 1] = squares;
        }
        __syncthreads();
        if (lane == 0 && warp < half) {
            sum += buffer[2 * warp]; //@ layer-norm
            squares += buffer[2 * warp + 1];
        }
        if (REPAIRED) __syncthreads();
    }
    if (lane == 0 && warp == 0) {
        buffer[2] = sum / n;
        buffer[3] = squares / n - sum / n * (sum / n);
    }
    __syncthreads();
    float mean = buffer[2], scale = rsqrtf(buffer[3] + 1e-5f);
    for (int i = warp * 32 + lane; i < n; i += 128) {
        y[i] = (x[i] - mean) * scale;
    }
}

// Warp 1 stores its sums for the second round while warp 0 may still read those of the first.
extern "C" __global__ void layer_norm(const float *x, float *y, int n) { norm<false>(x, y, n); }

extern "C" __global__ void layer_norm_repaired(const float *x, float *y, int n) { norm<true>(x, y, n); }

// ---- Gradient of layer norm by its input: two sums over a row by 32 x 4 threads, through a buffer
// of one float a lane.

template <bool REPAIRED>
__device__ __forceinline__ void gradient(const float *dy, const float *xhat, const float *gamma, float *dx,
                                         float scale, int n) {
    __shared__ float buffer[2][2 * 32];
    int lane = threadIdx.x, warp = threadIdx.y;
    float first = 0.0f, second = 0.0f;
    for (int i = warp * 32 + lane; i < n; i += 128) {
        float g = dy[i] * gamma[i];
        first += g;
        second += g * xhat[i];
    }
    for (int half = blockDim.y / 2; half > 0; half /= 2) {
        if (warp >= half && warp < 2 * half) {
            buffer[0][(warp - half) * 32 + lane] = first;
            buffer[1][(warp - half) * 32 + lane] = second;
        }
        __syncthreads();
        if (warp < half) {
            first += buffer[0][warp * 32 + lane];
            second += buffer[1][warp * 32 + lane];
        }
        __syncthreads();
    }
    if (warp == 0) {
        for (int s = 16; s > 0; s /= 2) {
            first += __shfl_xor_sync(0xffffffffu, first, s);
            second += __shfl_xor_sync(0xffffffffu, second, s);
        }
        buffer[0][lane] = first;
        buffer[1][lane] = second;
    }
    if (REPAIRED) __syncthreads();
    if (warp != 0) {
        first = buffer[0][lane]; //@ gradient-input
        second = buffer[1][lane];
    }
    for (int i = warp * 32 + lane; i < n; i += 128) {
        dx[i] = scale * (dy[i] * gamma[i] - (first + xhat[i] * second) / n);
    }
}

// The other warps fetch the sums before warp 0 has stored them.
extern "C" __global__ void gradient_input(const float *dy, const float *xhat, const float *gamma, float *dx,
                                          float scale, int n) {
    gradient<false>(dy, xhat, gamma, dx, scale, n);
}

extern "C" __global__ void gradient_input_repaired(const float *dy, const float *xhat, const float *gamma,
                                                   float *dx, float scale, int n) {
    gradient<true>(dy, xhat, gamma, dx, scale, n);
}
