// Softmax of one row, one thread an element: the two spellings of VOLTA's Figure 1,
// and what goes wrong when one line of them is lost.

// Every thread materialises its exponential; then every thread adds up all of them.
extern "C" __global__ void softmax(const float *x, float *y, int n) {
    extern __shared__ float buf[];
    int tid = threadIdx.x;
    buf[tid] = expf(x[tid]);
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += buf[i];
    }
    y[tid] = buf[tid] / sum;
}

// One pass over the row with a running maximum and a running denominator, as in FlashAttention.
extern "C" __global__ void online_softmax(const float *x, float *y, int n) {
    int tid = threadIdx.x;
    float m = -INFINITY;
    float d = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = x[i];
        float larger = fmaxf(m, v);
        d = d * expf(m - larger) + expf(v - larger);
        m = larger;
    }
    y[tid] = expf(x[tid] - m) / d;
}

// Broken: no barrier between the writes of the row and its reads by other threads.
extern "C" __global__ void softmax_without_barrier(const float *x, float *y, int n) {
    extern __shared__ float buf[];
    int tid = threadIdx.x;
    buf[tid] = expf(x[tid]);
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        sum += buf[i]; //@ missing-barrier
    }
    y[tid] = buf[tid] / sum;
}

// Broken: when the maximum grows, the denominator is not rescaled to it. Right for rows whose
// first element is the largest, so a test with sorted data does not see it.
extern "C" __global__ void online_softmax_without_rescale(const float *x, float *y, int n) {
    int tid = threadIdx.x;
    float m = -INFINITY;
    float d = 0.0f;
    for (int i = 0; i < n; i++) {
        float v = x[i];
        float larger = fmaxf(m, v);
        d = d + expf(v - larger);
        m = larger;
    }
    y[tid] = expf(x[tid] - m) / d;
}
