// What data decide: intervals.

extern "C" __global__ void guarded_store(float *out, const float *in) {
    int t = threadIdx.x;
    float v = in[t];
    if (v > 0) {
        out[t] = v * v + in[t + 64]; //@ guarded_store
    }
}

extern "C" __global__ void gathered(float *out, const float *in, const int *index) {
    int t = threadIdx.x;
    out[t] = in[index[t]]; //@ gathered
}

extern "C" __global__ void lookup(float *out, const float *in, const int *index) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = s[index[t]]; //@ lookup
}

extern "C" __global__ void library(float *out, const float *in) {
    int t = threadIdx.x;
    out[t] = expf(in[t]); //@ library
}

extern "C" __global__ void slow_path(float *out, const float *in) {
    int t = threadIdx.x;
    out[t] = sinf(in[t]); //@ slow_path
}

extern "C" __global__ void scalar(float *out, const float *in, float beta) {
    int t = threadIdx.x;
    float v = in[t];
    if (beta != 0) {
        v += beta * out[t]; //@ scalar
    }
    out[t] = v;
}

extern "C" __global__ void local_lookup(float *out, const float *in, const int *index) {
    float v[8];
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++) {
        v[k] = in[k * 8 + t % 8];
    }
    out[t] = v[index[t] & 7]; //@ local_lookup
}

__device__ __noinline__ float element(const float *any, int k) { return any[k]; } //@ element

extern "C" __global__ void generic_lookup(float *out, const float *in, const int *index) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    out[t] = element(s, index[t]) + element(in, 1);
}

extern "C" __global__ void fused(float *out, const float *in) {
    int t = threadIdx.x;
    out[t] = in[t] / (1 + expf(-in[t])); //@ fused
}

extern "C" __global__ void one_word(int *out, const float *in) {
    atomicAdd(out, 1); //@ one_word
}
