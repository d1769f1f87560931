// Layer norm of one long row and batch norm over many values of each channel: in two passes by one thread, and in one pass
// by many.
#include "mistakes.cuh"

template <int N>
__device__ void layernormTwoPasses(const float *x, float *y) {
    float mean = 0.0f;
    for (int i = 0; i < N; i++) {
        mean += x[i];
    }
    mean /= N;
    float variance = 0.0f;
    for (int i = 0; i < N; i++) {
        variance += (x[i] - mean) * (x[i] - mean);
    }
    float scale = rsqrtf(variance / N + 1e-5f);
    for (int i = 0; i < N; i++) {
        y[i] = (x[i] - mean) * scale;
    }
}

__device__ float warpSum(float v) {
    for (int s = 16; s > 0; s /= 2) {
        v += __shfl_xor_sync(0xffffffffu, v, s);
    }
    return v;
}

// 256 threads, vectors of four, sum and sum of squares in one pass; the warps' sums meet in shared memory.
template <int N>
__device__ void layernormOnePass(const float *x, float *y) {
    constexpr int WARPS = 8;
    __shared__ float sums[WARPS], squares[WARPS];
    int t = threadIdx.x;
    float sum = 0.0f;
    float square = 0.0f;
    for (int i = 4 * t; i < N; i += 4 * 32 * WARPS) {
        float4 v = *reinterpret_cast<const float4 *>(&x[i]);
        sum += v.x + v.y + v.z + v.w;
        square += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    sum = warpSum(sum);
    square = warpSum(square);
    if (t % 32 == 0) {
        sums[t / 32] = sum;
        squares[t / 32] = square;
    }
    RIGHT(__syncthreads(), __syncthreads(), (void)0);
    sum = 0.0f;
    square = 0.0f;
    for (int w = 0; w < WARPS; w++) {
        sum += sums[w]; //@ layernorm-long-no-barrier layernorm-16384-no-barrier
        square += squares[w];
    }
    float mean = sum / N;
    float scale = rsqrtf(square / N - RIGHT(mean * mean, mean, mean * mean) + 1e-5f);
    for (int i = 4 * t; i < N; i += 4 * 32 * WARPS) {
        float4 v = *reinterpret_cast<const float4 *>(&x[i]);
        v.x = (v.x - mean) * scale;
        v.y = (v.y - mean) * scale;
        v.z = (v.z - mean) * scale;
        v.w = (v.w - mean) * scale;
        *reinterpret_cast<float4 *>(&y[i]) = v;
    }
}

extern "C" __global__ void layernorm(const float *x, float *y) { layernormTwoPasses<1024>(x, y); }
extern "C" __global__ void layernorm_fast(const float *x, float *y) { layernormOnePass<1024>(x, y); }
extern "C" __global__ void layernorm_16384(const float *x, float *y) { layernormTwoPasses<16384>(x, y); }
extern "C" __global__ void layernorm_16384_fast(const float *x, float *y) { layernormOnePass<16384>(x, y); }

// x has C channels of N values, the channel varying fastest; one thread a channel.
template <int N, int C>
__device__ void batchnormTwoPasses(const float *x, const float *gamma, const float *beta, float *y) {
    int c = threadIdx.x;
    float mean = 0.0f;
    for (int i = 0; i < N; i++) {
        mean += x[i * C + c];
    }
    mean /= N;
    float variance = 0.0f;
    for (int i = 0; i < N; i++) {
        float d = x[i * C + c] - mean;
        variance += d * d;
    }
    float deviation = sqrtf(variance / N + 1e-5f);
    for (int i = 0; i < N; i++) {
        y[i * C + c] = (x[i * C + c] - mean) / deviation * gamma[c] + beta[c];
    }
}

// PARTS threads a channel; norm, gamma and beta folded into one factor and one summand.
template <int N, int C, int PARTS>
__device__ void batchnormFolded(const float *x, const float *gamma, const float *beta, float *y) {
    __shared__ float sums[PARTS][C], squares[PARTS][C];
    int c = threadIdx.x;
    int part = threadIdx.y;
    float sum = 0.0f;
    float square = 0.0f;
    for (int i = part; i < N; i += PARTS) {
        float v = x[i * C + c];
        sum += v;
        square += v * v;
    }
    sums[part][c] = sum;
    squares[part][c] = square;
    __syncthreads();
    for (int s = PARTS / 2; s > 0; s /= 2) {
        if (part < s) {
            sums[part][c] += sums[part + s][c]; //@ batchnorm-no-barrier batchnorm-4096-no-barrier
            squares[part][c] += squares[part + s][c];
        }
        RIGHT(__syncthreads(), __syncthreads(), (void)0);
    }
    float mean = sums[0][c] * (1.0f / N);
    float variance = squares[0][c] * (1.0f / N) - mean * mean;
    float factor = gamma[c] * rsqrtf(variance + 1e-5f);
    float summand = beta[c] - mean * RIGHT(factor, gamma[c], factor);
    for (int i = part; i < N; i += PARTS) {
        y[i * C + c] = x[i * C + c] * factor + summand;
    }
}

#define ARGUMENTS const float *x, const float *gamma, const float *beta, float *y

extern "C" __global__ void batchnorm(ARGUMENTS) { batchnormTwoPasses<256, 8>(x, gamma, beta, y); }
extern "C" __global__ void batchnorm_fast(ARGUMENTS) { batchnormFolded<256, 8, 8>(x, gamma, beta, y); }
extern "C" __global__ void batchnorm_4096(ARGUMENTS) { batchnormTwoPasses<4096, 64>(x, gamma, beta, y); }
extern "C" __global__ void batchnorm_4096_fast(ARGUMENTS) { batchnormFolded<4096, 64, 16>(x, gamma, beta, y); }
