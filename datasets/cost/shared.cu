// Shared memory: widths, broadcasts, strides, atomics, matrices.

extern "C" __global__ void pairs_in_order(float2 *out) {
    __shared__ float2 s[64];
    int t = threadIdx.x;
    s[t] = make_float2(t, t);
    __syncthreads();
    out[t] = s[t ^ 32];
}

extern "C" __global__ void quads_in_order(float4 *out) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = make_float4(t, t, t, t);
    __syncthreads();
    out[t] = s[t ^ 32];
}

// Lanes n and n xor 1 load the same eight bytes: one pass for the warp.
extern "C" __global__ void pairs_shared(float2 *out, const float2 *in) {
    __shared__ float2 s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t / 2];
}

// Lanes n and n xor 2 load the same sixteen bytes: two passes instead of four.
extern "C" __global__ void quads_shared(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t / 4 * 2 + t % 2];
}

extern "C" __global__ void quads_apart(float4 *out, const float4 *in) {
    __shared__ float4 s[256];
    int t = threadIdx.x;
    s[t * 8] = in[t]; //@ quads_apart
    __syncthreads();
    out[t] = s[(t ^ 1) * 8];
}

extern "C" __global__ void one_word(float *out, const float *in) {
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[7];
}

extern "C" __global__ void strided_words(float *out, const float *in, int stride) {
    extern __shared__ float dynamic[];
    int t = threadIdx.x;
    dynamic[t * stride] = in[t]; //@ strided_words
    __syncthreads();
    out[t] = dynamic[(31 - t) * stride];
}

extern "C" __global__ void bytes_of_words(char *out, const char *in) {
    __shared__ char s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[127 - t];
}

extern "C" __global__ void histogram(int *out, const int *in) {
    __shared__ int bins[32];
    int t = threadIdx.x;
    if (t < 32) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t] & 31], 1); //@ histogram
    __syncthreads();
    if (t < 32) atomicAdd(&out[t], bins[t]);
}

extern "C" __global__ void stencil(float *out, const float *in, int n) {
    __shared__ float s[128 + 2];
    int t = threadIdx.x;
    int i = blockIdx.x * 128 + t;
    s[t + 1] = in[i + 1]; //@ stencil
    if (t == 0) s[0] = in[i];
    if (t == 127) s[129] = in[i + 2];
    __syncthreads();
    out[i] = s[t] + s[t + 1] + s[t + 2];
}

extern "C" __global__ void stencil_in_global(float *out, const float *in) {
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = in[i] + in[i + 1] + in[i + 2]; //@ stencil_in_global
}

template <int PITCH, bool SWIZZLE>
__device__ void matrices(unsigned *out, const uint4 *in) {
    __shared__ uint4 s[32 * PITCH];
    int t = threadIdx.x;
    for (int c = 0; c < 4; c++) { // 32 rows of 64 bytes
        int row = t;
        s[row * PITCH + (SWIZZLE ? c ^ (row / 2 & 3) : c)] = in[row * 4 + c]; //@ matrices
    }
    __syncthreads();
    int row = t;
    unsigned at = __cvta_generic_to_shared(&s[row * PITCH + (SWIZZLE ? 1 ^ (row / 2 & 3) : 1)]);
    unsigned a, b, c, d;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
    out[t] = a;
    out[t + 32] = b;
    out[t + 64] = c;
    out[t + 96] = d;
}

extern "C" __global__ void matrices_plain(unsigned *out, const uint4 *in) { matrices<4, false>(out, in); }

extern "C" __global__ void matrices_swizzled(unsigned *out, const uint4 *in) { matrices<4, true>(out, in); }

extern "C" __global__ void matrices_padded(unsigned *out, const uint4 *in) { matrices<5, false>(out, in); }
