// Indices and bounds of loops whose formulas need more than one line of algebra: signed divisions, halves, triangles.

extern "C" __global__ void modulo_seven(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i % 7];
    }
}

extern "C" __global__ void a_third(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int third = (n + 2) / 3;
    if (i < third) {
        out[i] = in[i];
    }
}

extern "C" __global__ void a_half(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int half = n / 2;
    if (i < half) {
        out[i] = in[i];
    }
}

extern "C" __global__ void suffixes(float *out, const float *in, int n) {
    int t = threadIdx.x;
    float sum = 0;
    if (t < n) {
        for (int k = t; k < n; k++) {
            sum += in[k];
        }
        out[t] = sum;
    }
}

extern "C" __global__ void by_rest(float *out, const float *in, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = in[i % m]; //@ by_rest
    }
}
