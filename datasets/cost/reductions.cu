// The seven reductions of Harris, "Optimizing Parallel Reduction in CUDA" (2007), written anew.

extern "C" __global__ void reduce1(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        if (t % (2 * step) == 0) { //@ reduce1
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce2(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int i = 2 * step * t;
        if (i < 256) {
            s[i] += s[i + step]; //@ reduce2
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce3(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) {
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce4(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 512 + t;
    s[t] = in[i] + in[i + 256];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) {
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

__device__ void last_warp(float *s, int t, float v) {
    for (int step = 32; step > 0; step /= 2) {
        v += s[t + step];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
}

extern "C" __global__ void reduce5(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 512 + t;
    s[t] = in[i] + in[i + 256];
    __syncthreads();
    for (int step = 128; step > 32; step /= 2) {
        if (t < step) {
            s[t] += s[t + step];
        }
        __syncthreads();
    }
    if (t < 32) {
        last_warp(s, t, s[t]);
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

extern "C" __global__ void reduce6(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 512 + t;
    float v = in[i] + in[i + 256];
    s[t] = v;
    __syncthreads();
    if (t < 128) {
        v += s[t + 128];
        s[t] = v;
    }
    __syncthreads();
    if (t < 64) {
        v += s[t + 64];
        s[t] = v;
    }
    __syncthreads();
    if (t < 32) {
        v += s[t + 32];
        for (int step = 16; step > 0; step /= 2) {
            v += __shfl_down_sync(0xffffffff, v, step);
        }
    }
    if (t == 0) out[blockIdx.x] = v;
}

extern "C" __global__ void reduce7(const float *in, float *out, int n) {
    __shared__ float s[8];
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) {
        v += in[i];
    }
    for (int step = 16; step > 0; step /= 2) {
        v += __shfl_down_sync(0xffffffff, v, step);
    }
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < 8 ? s[t] : 0;
        for (int step = 4; step > 0; step /= 2) {
            v += __shfl_down_sync(0xffffffff, v, step);
        }
    }
    if (t == 0) out[blockIdx.x] = v;
}
