// Copies and gathers that differ in how their threads lie in memory.

template <typename T>
__device__ void strided(T *out, const T *in, int stride, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset]; //@ strided
}

extern "C" __global__ void bytes(char *out, const char *in, int stride, int offset) { strided(out, in, stride, offset); }

extern "C" __global__ void halves(short *out, const short *in, int stride, int offset) { strided(out, in, stride, offset); }

extern "C" __global__ void words(float *out, const float *in, int stride, int offset) { strided(out, in, stride, offset); }

extern "C" __global__ void pairs(float2 *out, const float2 *in, int stride, int offset) { strided(out, in, stride, offset); }

extern "C" __global__ void quads(float4 *out, const float4 *in, int stride, int offset) { strided(out, in, stride, offset); }

extern "C" __global__ void backward(float *out, const float *in, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[n - 1 - i];
}

extern "C" __global__ void broadcast(float *out, const float *in) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[blockIdx.x];
}

extern "C" __global__ void gather(float *out, const float *in, const int *index) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[index[i]]; //@ gather
}

struct Particle {
    float x, y, z;
};

extern "C" __global__ void array_of_structures(float *out, const Particle *p) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = p[i].x + p[i].y + p[i].z; //@ array_of_structures
}

extern "C" __global__ void structure_of_arrays(float *out, const float *x, const float *y, const float *z) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = x[i] + y[i] + z[i];
}

extern "C" __global__ void aligned_structures(float *out, const float4 *p) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 v = p[i];
    out[i] = v.x + v.y + v.z + v.w;
}

extern "C" __global__ void some_of_a_warp(float *out, const float *in, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        out[i] = in[i];
    }
}

extern "C" __global__ void sparse_rows(float *y, const int *start, const int *column, const float *value, const float *x, int rows) {
    int r = blockIdx.x * 128 + threadIdx.x;
    if (r < rows) {
        float sum = 0;
        int end = start[r + 1];
#pragma unroll 1
        for (int k = start[r]; k < end; k++) {
            sum += value[k] * x[column[k]]; //@ sparse_rows
        }
        y[r] = sum;
    }
}
