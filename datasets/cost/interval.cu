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
