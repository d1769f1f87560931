// Products and sums of words, which wrap: exact in 64 bits, and not in doubles.

extern "C" __global__ void squares(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i] * x[i];
    }
}

extern "C" __global__ void products(const unsigned *x, const unsigned *w, unsigned *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i] * w[i];
    }
}
