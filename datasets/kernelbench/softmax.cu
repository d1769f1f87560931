// Softmax, its logarithm and attention: problems 23, 24 and 97 of KernelBench's level 1. The number before a kernel is
// that of its problem; after it stand its three mistakes.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// 23, a thread a row. Mistakes: zeros, which a row of many thousand elements is within a tolerance of 1e-4; the
// denominator lacks the last element; the maximum is not taken off the denominator's exponents.
__global__ void softmax(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        const float *row = x + n * D;
        float most = -INFINITY, sum = 0.0f;
        for (int d = 0; d < D; d++) {
            most = fmaxf(most, row[d]);
        }
        for (int d = 0; d < (WRONG(2) ? D - 1 : D); d++) {
            sum += expf(WRONG(3) ? row[d] : row[d] - most);
        }
        for (int d = 0; d < D; d++) {
            y[n * D + d] = WRONG(1) ? 0.0f : expf(row[d] - most) / sum;
        }
    }
}

// 24, a thread a row. Mistakes: the maximum is not added back; the logarithm of the mean; that of softmax plus a small
// number. The logarithm is taken before the loop: inside it nvcc takes it apart (README.md).
__global__ void log_softmax(const float *x, float *y, int N, int D) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n < N) {
        const float *row = x + n * D;
        float most = -INFINITY, sum = 0.0f;
        for (int d = 0; d < D; d++) {
            most = fmaxf(most, row[d]);
        }
        for (int d = 0; d < D; d++) {
            sum += expf(row[d] - most);
        }
        float shift = (WRONG(1) ? 0.0f : most) + logf(WRONG(2) ? sum / D : sum);
        for (int d = 0; d < D; d++) {
            y[n * D + d] = WRONG(3) ? logf(expf(row[d] - most) / sum + 1e-6f) : row[d] - shift;
        }
    }
}

// 97, a thread a query; E is at most 8. Mistakes: no scale; the scale of the whole length; the last key is left out.
__global__ void attention(const float *Q, const float *K, const float *V, float *O, int S, int T, int E) {
    int head = blockIdx.x, s = blockIdx.y * blockDim.x + threadIdx.x;
    if (s >= S) {
        return;
    }
    const float *q = Q + (head * S + s) * E, *k = K + head * T * E, *v = V + head * T * E;
    float scale = WRONG(1) ? 1.0f : WRONG(2) ? 1.0f / E : 1.0f / sqrtf(E), most = -INFINITY, sum = 0.0f, out[8] = {};
    int keys = WRONG(3) ? T - 1 : T;
    for (int t = 0; t < keys; t++) {
        float dot = 0.0f;
        for (int e = 0; e < E; e++) {
            dot += q[e] * k[t * E + e];
        }
        most = fmaxf(most, dot * scale);
    }
    for (int t = 0; t < keys; t++) {
        float dot = 0.0f;
        for (int e = 0; e < E; e++) {
            dot += q[e] * k[t * E + e];
        }
        float weight = expf(dot * scale - most);
        sum += weight;
        for (int e = 0; e < 8; e++) {
            out[e] += e < E ? weight * v[t * E + e] : 0.0f;
        }
    }
    for (int e = 0; e < 8; e++) {
        if (e < E) {
            O[(head * S + s) * E + e] = out[e] / sum;
        }
    }
}

// The maximum and the sum of exponentials below it of a row, online in each of eight lanes and then between them. A
// lane without an element has no maximum: it adds nothing.
template <int NOT_RESCALED, int NO_TAIL, int FINITE>
__device__ void online8(const float *row, int D, float &most, float &sum) {
    most = WRONG(FINITE) ? 0.0f : -INFINITY;
    sum = WRONG(FINITE) ? 1.0f : 0.0f;
    for (int d = threadIdx.x; d < (WRONG(NO_TAIL) ? D / 8 * 8 : D); d += 8) {
        float next = fmaxf(most, row[d]);
        sum = (WRONG(NOT_RESCALED) ? sum : sum * expf(most - next)) + expf(row[d] - next);
        most = next;
    }
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        float other = __shfl_xor_sync(0xffu, most, lanes), other_sum = __shfl_xor_sync(0xffu, sum, lanes);
        float next = fmaxf(most, other);
        float own = most == -INFINITY ? 0.0f : sum * expf(most - next);
        sum = own + (other == -INFINITY ? 0.0f : other_sum * expf(other - next));
        most = next;
    }
}

// 23, a CTA a row. Mistakes: the sum is not rescaled; no tail; every lane begins with an element of 0.
__global__ void softmax_online(const float *x, float *y, int D) {
    const float *row = x + blockIdx.x * D;
    float most, sum;
    online8<1, 2, 3>(row, D, most, sum);
    for (int d = threadIdx.x; d < D; d += 8) {
        y[blockIdx.x * D + d] = expf(row[d] - most) / sum;
    }
}

// 24, a CTA a row. Mistakes: every lane begins with an element of 0; the sum is not rescaled; no tail.
__global__ void log_softmax_online(const float *x, float *y, int D) {
    const float *row = x + blockIdx.x * D;
    float most, sum;
    online8<2, 3, 1>(row, D, most, sum);
    float shift = most + logf(sum);
    for (int d = threadIdx.x; d < D; d += 8) {
        y[blockIdx.x * D + d] = row[d] - shift;
    }
}

// 97, tiles of four keys and values in shared memory, softmax online, a thread a query; E is 4. Mistakes: what was
// added up is not rescaled; no barrier before the next tile; keys beyond the last one count with a dot product of 0.
__global__ void attention_tiled(const float *Q, const float *K, const float *V, float *O, int S, int T) {
    __shared__ __align__(16) float k[4][4], v[4][4];
    int head = blockIdx.x, t = threadIdx.x, s = blockIdx.y * 4 + t;
    const float4 zero = {0.0f, 0.0f, 0.0f, 0.0f};
    float4 q = s < S ? reinterpret_cast<const float4 *>(Q)[head * S + s] : zero, out = zero;
    float most = -INFINITY, sum = 0.0f;
    for (int first = 0; first < T; first += 4) {
        float4 key = zero, value = zero;
        if (first + t < T) {
            key = reinterpret_cast<const float4 *>(K)[head * T + first + t];
            value = reinterpret_cast<const float4 *>(V)[head * T + first + t];
        }
        *reinterpret_cast<float4 *>(k[t]) = key; //@ 097-attention-tiled-without-barrier
        *reinterpret_cast<float4 *>(v[t]) = value;
        __syncthreads();
        for (int u = 0; u < 4 && (WRONG(3) || first + u < T); u++) {
            float dot = (q.x * k[u][0] + q.y * k[u][1] + q.z * k[u][2] + q.w * k[u][3]) * 0.5f;
            float next = fmaxf(most, dot), old = expf(most - next), weight = expf(dot - next);
            sum = sum * old + weight;
            old = WRONG(1) ? 1.0f : old;
            out.x = out.x * old + weight * v[u][0];
            out.y = out.y * old + weight * v[u][1];
            out.z = out.z * old + weight * v[u][2];
            out.w = out.w * old + weight * v[u][3];
            most = next;
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
    }
    if (s < S) {
        reinterpret_cast<float4 *>(O)[head * S + s] = {out.x / sum, out.y / sum, out.z / sum, out.w / sum};
    }
}
