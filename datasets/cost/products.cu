// Matrix products C = A B of n x n matrices.

extern "C" __global__ void by_rows(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + col];
    }
    c[row * n + col] = sum;
}

extern "C" __global__ void by_columns(const float *a, const float *b, float *c, int n) {
    int row = blockIdx.x * 32 + threadIdx.x;
    int col = blockIdx.y * 8 + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        sum += a[row * n + k] * b[k * n + col]; //@ by_columns
    }
    c[row * n + col] = sum;
}

extern "C" __global__ void tiled_product(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16];
    __shared__ float bs[16][16];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * 16 + ty;
    int col = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        as[ty][tx] = a[row * n + k + tx];
        bs[ty][tx] = b[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            sum += as[ty][i] * bs[i][tx];
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// The tile of B is stored transposed, so that the threads of a row read one bank.
extern "C" __global__ void transposed_tile(const float *a, const float *b, float *c, int n) {
    __shared__ float as[32][32];
    __shared__ float bs[32][32];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    int row = blockIdx.y * 32 + ty;
    int col = blockIdx.x * 32 + tx;
    float sum = 0;
    for (int k = 0; k < n; k += 32) {
        as[ty][tx] = a[row * n + k + tx];
        bs[tx][ty] = b[(k + ty) * n + col];
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            sum += as[ty][i] * bs[tx][i]; //@ transposed_tile
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}

// Each thread computes four neighbours; rows of B and C in pieces of 16 bytes.
extern "C" __global__ void vectorised(const float *a, const float *b, float *c, int n) {
    int col = 4 * (blockIdx.x * 16 + threadIdx.x);
    int row = blockIdx.y * 8 + threadIdx.y;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; k++) {
        float left = a[row * n + k];
        float4 right = *(const float4 *) &b[k * n + col];
        sum.x += left * right.x;
        sum.y += left * right.y;
        sum.z += left * right.z;
        sum.w += left * right.w;
    }
    *(float4 *) &c[row * n + col] = sum;
}
