// Products of matrices as one writes them first: problems 1 to 18 of KernelBench's level 1, without 5 and 12. Matrices
// are stored by rows. The number before a kernel is that of its problem; after it stand its three mistakes.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// 1, a thread an element. Mistakes: the sum ends at a multiple of 4; a guard by `or`; C is added to.
__global__ void square_matmul(const float *A, const float *B, float *C, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (WRONG(2) ? i < n || j < n : i < n && j < n) {
        float sum = 0.0f;
        for (int k = 0; k < (WRONG(1) ? n / 4 * 4 : n); k++) {
            sum += A[i * n + k] * B[k * n + j];
        }
        if (WRONG(3)) {
            sum += C[i * n + j]; //@ 001-square-matmul-added
        }
        C[i * n + j] = sum; //@ 001-square-matmul-guard-by-or
    }
}

// 2, a thread an element of C as a list. Mistakes: rows of M elements; rows of B of K elements; no guard.
__global__ void matmul(const float *A, const float *B, float *C, int M, int N, int K) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (!WRONG(3) && e >= M * N) {
        return;
    }
    int i = WRONG(1) ? e / M : e / N, j = WRONG(1) ? e % M : e % N;
    float sum = 0.0f;
    for (int k = 0; k < K; k++) {
        sum += A[i * K + k] * B[k * (WRONG(2) ? K : N) + j]; //@ 002-matmul-rows-of-m 002-matmul-without-guard
    }
    C[e] = sum;
}

// 3, a layer of CTAs a member of the batch. Mistakes: the first member's W for all; the sum ends at a multiple of 4; C
// goes on after M * K elements.
__global__ void batched_matmul(const float *A, const float *W, float *C, int M, int N, int K) {
    int b = blockIdx.z;
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    A += b * M * K;
    W += WRONG(1) ? 0 : b * K * N;
    C += b * M * (WRONG(3) ? K : N);
    if (i < M && j < N) {
        float sum = 0.0f;
        for (int k = 0; k < (WRONG(2) ? K / 4 * 4 : K); k++) {
            sum += A[i * K + k] * W[k * N + j];
        }
        C[i * N + j] = sum; //@ 003-batched-matmul-c-by-k
    }
}

// 4, eight lanes a row. Mistakes: no tail; half of the lanes lost; every lane stores.
__global__ void matvec(const float *A, const float *B, float *C, int M, int K) {
    int row = blockIdx.x, lane = threadIdx.x;
    float sum = 0.0f;
    for (int k = lane; k < (WRONG(1) ? K / 8 * 8 : K); k += 8) {
        sum += A[row * K + k] * B[k];
    }
    for (int lanes = WRONG(2) ? 2 : 4; lanes > 0; lanes /= 2) {
        sum += __shfl_down_sync(0xffu, sum, lanes);
    }
    if (WRONG(3) || lane == 0) {
        C[row] = sum; //@ 004-matvec-every-lane-stores
    }
}

// 6, a CTA an element, its threads share the sum. Mistakes: no tail; no barrier in the tree; the last pair is left out.
__global__ void matmul_large_k(const float *A, const float *B, float *C, int N, int K) {
    __shared__ float part[16];
    int i = blockIdx.y, j = blockIdx.x, t = threadIdx.x;
    float sum = 0.0f;
    for (int k = t; k < (WRONG(1) ? K / 16 * 16 : K); k += 16) {
        sum += A[i * K + k] * B[k * N + j];
    }
    part[t] = sum;
    for (int half = 8; half > (WRONG(3) ? 1 : 0); half /= 2) {
        if (!WRONG(2)) {
            __syncthreads();
        }
        if (t < half) {
            part[t] += part[t + half]; //@ 006-matmul-large-k-without-barrier
        }
    }
    if (t == 0) {
        C[i * N + j] = part[0];
    }
}

// 7, a thread a row, which it holds in registers. Mistakes: K is always 4; sums go on from column to column; the last
// column is left out.
__global__ void matmul_small_k(const float *A, const float *B, float *C, int M, int N, int K) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= M) {
        return;
    }
    float row[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        row[k] = WRONG(1) || k < K ? A[i * K + k] : 0.0f; //@ 007-matmul-small-k-always-4
    }
    float sum = 0.0f;
    for (int j = 0; j < (WRONG(3) ? N / 2 * 2 : N); j++) {
        if (!WRONG(2)) {
            sum = 0.0f;
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            sum += k < K ? row[k] * B[k * N + j] : 0.0f;
        }
        C[i * N + j] = sum;
    }
}

// 8, in tiles of 4 x 4 with zeros beyond the edges. Mistakes: the last column of A instead of zeros; no barrier before
// the next tile; columns are guarded by M.
__global__ void matmul_irregular(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float a[4][4], b[4][4];
    int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 4 + y, j = blockIdx.x * 4 + x;
    float sum = 0.0f;
    for (int k = 0; k < K; k += 4) {
        int ka = WRONG(1) ? min(k + x, K - 1) : k + x, kb = WRONG(1) ? min(k + y, K - 1) : k + y;
        a[y][x] = i < M && ka < K ? A[i * K + ka] : 0.0f; //@ 008-matmul-irregular-without-barrier
        b[y][x] = kb < K && j < N ? B[kb * N + j] : 0.0f;
        __syncthreads();
        for (int u = 0; u < 4; u++) {
            sum += a[y][u] * b[u][x];
        }
        if (!WRONG(2)) {
            __syncthreads();
        }
    }
    if (i < M && j < (WRONG(3) ? M : N)) {
        C[i * N + j] = sum;
    }
}

// 9, a thread four columns of a row; the columns of B are in shared memory. Mistakes: no barrier; four columns
// whatever N; a row less.
__global__ void tall_skinny_matmul(const float *A, const float *B, float *C, int M, int N, int K) {
    __shared__ float b[4][4];
    int t = threadIdx.x, first = blockIdx.y * 4, i = blockIdx.x * blockDim.x + t;
    for (int e = t; e < K * 4; e += blockDim.x) {
        b[e / 4][e % 4] = first + e % 4 < N ? B[e / 4 * N + first + e % 4] : 0.0f;
    }
    if (!WRONG(1)) {
        __syncthreads();
    }
    if (i < (WRONG(3) ? M - 1 : M)) {
        float sum[4] = {};
        for (int k = 0; k < K; k++) {
            for (int c = 0; c < 4; c++) {
                sum[c] += A[i * K + k] * b[k][c]; //@ 009-tall-skinny-matmul-without-barrier
            }
        }
        for (int c = 0; c < 4 && (WRONG(2) || first + c < N); c++) {
            C[i * N + first + c] = sum[c]; //@ 009-tall-skinny-matmul-four-columns
        }
    }
}

// 10, all rows of the tensor are rows of one matrix. Mistakes: the rows of the first member only; the sum ends early;
// B by columns.
__global__ void tensor3_matmul(const float *A, const float *B, float *C, int N, int M, int K, int L) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < N * M) {
        for (int l = 0; l < L; l++) {
            float sum = 0.0f;
            for (int k = 0; k < (WRONG(2) ? K / 2 * 2 : K); k++) {
                sum += A[(WRONG(1) ? r % M : r) * K + k] * B[WRONG(3) ? l * K + k : k * L + l];
            }
            C[r * L + l] = sum;
        }
    }
}

// 11, a thread an element, by its four indices. Mistakes: i and j exchanged in A; no last term; batch left out.
__global__ void tensor4_matmul(const float *A, const float *W, float *C, int B, int I, int J, int L, int K) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= B * I * J * K) {
        return;
    }
    int k = e % K, j = e / K % J, i = e / K / J % I, b = WRONG(3) ? 0 : e / K / J / I;
    float sum = 0.0f;
    for (int l = 0; l < (WRONG(2) ? L - 1 : L); l++) {
        sum += A[(WRONG(1) ? (b * J + j) * I + i : (b * I + i) * J + j) * L + l] * W[l * K + k];
    }
    C[e] = sum;
}

// 13, reads one triangle of each matrix. Mistakes: what lies below the diagonal counts as 0; the diagonal counts twice;
// below the diagonal of B it reads A.
__global__ void symmetric_matmul(const float *A, const float *B, float *C, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float sum = 0.0f;
        for (int k = WRONG(1) ? i : 0; k < n; k++) {
            float a = k >= i ? A[i * n + k] : A[k * n + i], b = k <= j ? B[k * n + j] : B[j * n + k];
            b = WRONG(3) && k > j ? A[j * n + k] : b;
            sum += WRONG(2) && k == i ? 2.0f * a * b : a * b;
        }
        C[i * n + j] = sum;
    }
}

// 14, sums only where neither factor is 0. Mistakes: the zeros are not stored; the sum ends before the diagonal of B;
// it begins after that of A.
__global__ void upper_matmul(const float *A, const float *B, float *C, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float sum = 0.0f;
        for (int k = WRONG(3) ? i + 1 : i; k < (WRONG(2) ? j : j + 1); k++) {
            sum += A[i * n + k] * B[k * n + j];
        }
        if (!WRONG(1) || i <= j) {
            C[i * n + j] = sum;
        }
    }
}

// 15, as 14. Mistakes: the zeros are not stored; the bounds are those of upper triangles; no diagonal in the result.
__global__ void lower_matmul(const float *A, const float *B, float *C, int n) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) {
        float sum = 0.0f;
        for (int k = WRONG(2) ? i : j; k <= (WRONG(2) ? j : i); k++) {
            sum += A[i * n + k] * B[k * n + j];
        }
        if (!WRONG(1) || i >= j) {
            C[i * n + j] = WRONG(3) && i == j ? 0.0f : sum;
        }
    }
}

// 16, A is stored by columns. Mistakes: it is read by rows; the sum ends at a multiple of 4; rows are not guarded.
__global__ void matmul_transposed_a(const float *A, const float *B, float *C, int M, int N, int K) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if ((WRONG(3) || i < M) && j < N) {
        float sum = 0.0f;
        for (int k = 0; k < (WRONG(2) ? K / 4 * 4 : K); k++) {
            sum += A[WRONG(1) ? i * K + k : k * M + i] * B[k * N + j];
        }
        C[i * N + j] = sum; //@ 016-matmul-transposed-a-rows-not-guarded
    }
}

// 17, B is stored by columns. Mistakes: it is read by rows; the sum begins at 1; columns are not guarded.
__global__ void matmul_transposed_b(const float *A, const float *B, float *C, int M, int N, int K) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < M && (WRONG(3) || j < N)) {
        float sum = 0.0f;
        for (int k = WRONG(2) ? 1 : 0; k < K; k++) {
            sum += A[i * K + k] * B[WRONG(1) ? k * N + j : j * K + k];
        }
        C[i * N + j] = sum; //@ 017-matmul-transposed-b-columns-not-guarded
    }
}

// 18, both are stored by columns. Mistakes: C is stored by columns, too; only A is read so; C has rows of M elements.
__global__ void matmul_transposed_both(const float *A, const float *B, float *C, int M, int N, int K) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < M && j < N) {
        float sum = 0.0f;
        for (int k = 0; k < K; k++) {
            sum += A[k * M + i] * B[WRONG(2) ? k * N + j : j * K + k];
        }
        C[WRONG(1) ? j * M + i : i * (WRONG(3) ? M : N) + j] = sum; //@ 018-matmul-transposed-both-rows-of-m
    }
}
