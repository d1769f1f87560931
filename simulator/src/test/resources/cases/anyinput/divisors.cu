// Indices divided by sizes less a border, one after the other.

// Several threads have one quotient.
extern "C" __global__ void inner(float *y, int w, int h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i / (w - 1) / (h - 1)] = i; // @inner
    }
}

// The same of 64 bits.
extern "C" __global__ void inner_wide(float *y, long long w, long long h, long long n) {
    long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
    if (i < n) {
        y[i / (w - 1) / (h - 1)] = i; // @wide
    }
}

// The inner points of planes, of which there is room for one.
extern "C" __global__ void one_plane(float *y, int w, int h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int x = i % (w - 2) + 1;
        int t = i / (w - 2);
        int r = t % (h - 2) + 1;
        int z = t / (h - 2);
        y[z * h * w + r * w + x] = i; // @plane
    }
}
