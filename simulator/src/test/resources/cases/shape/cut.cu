// Numbers of 64 bits of which an index takes 32.
extern "C" __global__ void cut_unsigned(const float* x, float* y, unsigned long long n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[(unsigned)i]; // another element from 2^32 on
    }
}

extern "C" __global__ void cut_bytes(const char* x, char* y, unsigned long long n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[(unsigned)i];
    }
}

extern "C" __global__ void cut_signed(const float* x, float* y, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[(int)i];
    }
}

extern "C" __global__ void cut_shifted(const char* x, char* y, unsigned long long n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[(unsigned)(i << 2)];
    }
}

// A ring buffer takes fewer bits on purpose.
extern "C" __global__ void ring(const float* x, float* y, unsigned long long n) {
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[i & 1023];
    }
}
