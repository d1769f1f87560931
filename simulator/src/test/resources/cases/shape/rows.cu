// Indices that fit at a small shape and not at a great one, each beside one that fits at both.
extern "C" __global__ void scale_int(const float* x, float* y, int n, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * d) { // both sides wrap from 2^31 on
        y[i] = 2.0f * x[i];
    }
}

extern "C" __global__ void scale_long(const float* x, float* y, int n, int d) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (long long)n * d) {
        y[i] = 2.0f * x[i];
    }
}

extern "C" __global__ void rows_int(const float* x, float* y, int d) {
    int row = blockIdx.x;
    for (int k = threadIdx.x; k < d; k += blockDim.x) {
        y[row * d + k] = 2.0f * x[row * d + k];
    }
}

extern "C" __global__ void rows_unsigned(const float* x, float* y, unsigned d) {
    unsigned row = blockIdx.x;
    for (unsigned k = threadIdx.x; k < d; k += blockDim.x) {
        y[row * d + k] = 2.0f * x[row * d + k]; // comes to an element of another row
    }
}

extern "C" __global__ void rows_long(const float* x, float* y, int d) {
    const float* from = x + (long long)blockIdx.x * d;
    float* to = y + (long long)blockIdx.x * d;
    for (int k = threadIdx.x; k < d; k += blockDim.x) {
        to[k] = 2.0f * from[k];
    }
}

// The conversion comes after the product.
extern "C" __global__ void rows_late(const float* x, float* y, int d) {
    long long begin = (int)blockIdx.x * d;
    for (int k = threadIdx.x; k < d; k += blockDim.x) {
        y[begin + k] = 2.0f * x[begin + k];
    }
}

extern "C" __global__ void gather_rows(const float* x, const int* index, float* y, int d) {
    long long row = index[blockIdx.x];
    for (int k = threadIdx.x; k < d; k += blockDim.x) {
        y[(long long)blockIdx.x * d + k] = x[row * d + k];
    }
}

extern "C" __global__ void gather_rows_int(const float* x, const int* index, float* y, int d) {
    int row = index[blockIdx.x];
    for (int k = threadIdx.x; k < d; k += blockDim.x) {
        y[(long long)blockIdx.x * d + k] = x[row * d + k];
    }
}

// The last step of some threads goes beyond 2^31 - 1 where n is close to it.
extern "C" __global__ void stride_int(float* y, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = 1.0f;
    }
}

extern "C" __global__ void stride_long(float* y, int n) {
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = 1.0f;
    }
}

// -1 is added as 0xffffffff, which is no wrap.
extern "C" __global__ void halo(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) {
        y[i] = x[i] - x[i - 1];
    }
}

// A hash wraps on purpose.
extern "C" __global__ void hashed(const float* x, float* y, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = x[(i * 2654435761u) >> 24];
    }
}

// One element too many, where the loop has gone round and round.
extern "C" __global__ void tail(const float* x, float* y, int d) {
    float sum = 0.0f;
    for (int k = 0; k <= d; k += 1000) {
        sum += x[(long long)blockIdx.x * d + k];
    }
    y[blockIdx.x] = sum;
}
