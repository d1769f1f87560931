// Transposes of n x n matrices by blocks of 32 x 32 (or as said), in the ways that differ in cost alone.

extern "C" __global__ void copy(float *out, const float *in, int n) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    out[y * n + x] = in[y * n + x];
}

extern "C" __global__ void naive(float *out, const float *in, int n) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    out[x * n + y] = in[y * n + x]; //@ naive
}

extern "C" __global__ void naive_reads(float *out, const float *in, int n) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    out[y * n + x] = in[x * n + y]; //@ naive_reads
}

template <int PITCH>
__device__ void tiled(float *out, const float *in, int n) {
    __shared__ float tile[32 * PITCH];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y * PITCH + threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x * PITCH + threadIdx.y]; //@ tiled
}

extern "C" __global__ void tile32(float *out, const float *in, int n) { tiled<32>(out, in, n); }

extern "C" __global__ void padded(float *out, const float *in, int n) { tiled<33>(out, in, n); }

extern "C" __global__ void padded_by_two(float *out, const float *in, int n) { tiled<34>(out, in, n); }

extern "C" __global__ void swizzled(float *out, const float *in, int n) {
    __shared__ float tile[32 * 32];
    int tx = threadIdx.x;
    int ty = threadIdx.y;
    tile[ty * 32 + (tx ^ ty)] = in[(blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx];
    __syncthreads();
    out[(blockIdx.x * 32 + ty) * n + blockIdx.y * 32 + tx] = tile[tx * 32 + (tx ^ ty)];
}

extern "C" __global__ void doubles(double *out, const double *in, int n) {
    __shared__ double tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y]; //@ doubles
}

extern "C" __global__ void shorts(short *out, const short *in, int n) {
    __shared__ short tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    out[y * n + x] = tile[threadIdx.x][threadIdx.y]; //@ shorts
}
