// C = alpha * A * B + beta * C in seven steps from naive to warp tiles, in the order of Boehm's
// tutorial "How to Optimize a CUDA Matmul Kernel" (VOLTA, Table 2), written anew. A is m x k, B is
// k x n, C is m x n, row-major; each CTA computes the 64 x 64 tile (blockIdx.y, blockIdx.x) of C;
// m, n are multiples of 64 and k of 16.

#define ARGUMENTS                                                                                  \
    int m, int n, int k, float alpha, const float *__restrict__ a, const float *__restrict__ b,    \
            float beta, float *__restrict__ c
#define TILE 64

// Step 1: 512 threads, 8 elements each; neighbouring threads walk down a column, so that no access
// is coalesced.
extern "C" __global__ void sgemm1(ARGUMENTS) {
    for (int e = threadIdx.x; e < TILE * TILE; e += blockDim.x) {
        int row = blockIdx.y * TILE + e % TILE;
        int col = blockIdx.x * TILE + e / TILE;
        float sum = 0.0f;
        for (int i = 0; i < k; i++) {
            sum += a[row * k + i] * b[i * n + col];
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

// Step 2: neighbouring threads walk along a row.
extern "C" __global__ void sgemm2(ARGUMENTS) {
    for (int e = threadIdx.x; e < TILE * TILE; e += blockDim.x) {
        int row = blockIdx.y * TILE + e / TILE;
        int col = blockIdx.x * TILE + e % TILE;
        float sum = 0.0f;
        for (int i = 0; i < k; i++) {
            sum += a[row * k + i] * b[i * n + col];
        }
        c[row * n + col] = alpha * sum + beta * c[row * n + col];
    }
}

// Step 3: tiles of A and B pass through shared memory; 512 threads, 8 rows apart.
extern "C" __global__ void sgemm3(ARGUMENTS) {
    const int DEPTH = 16;
    __shared__ float as[TILE * DEPTH];
    __shared__ float bs[DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int col = threadIdx.x % TILE;
    int row = threadIdx.x / TILE;
    float sum[8] = {0.0f};
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        for (int e = threadIdx.x; e < TILE * DEPTH; e += 512) {
            as[e] = a[(e / DEPTH) * k + k0 + e % DEPTH];
            bs[e] = b[(k0 + e / TILE) * n + e % TILE];
        }
        __syncthreads();
        for (int j = 0; j < 8; j++) {
            for (int i = 0; i < DEPTH; i++) {
                sum[j] += as[(row + 8 * j) * DEPTH + i] * bs[i * TILE + col];
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < 8; j++) {
        float *at = &c[(row + 8 * j) * n + col];
        *at = alpha * sum[j] + beta * *at;
    }
}

// Step 4: each of 512 threads computes a column of 8 elements and keeps its element of B in a
// register.
extern "C" __global__ void sgemm4(ARGUMENTS) {
    const int DEPTH = 8;
    const int TM = 8;
    __shared__ float as[TILE * DEPTH];
    __shared__ float bs[DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int col = threadIdx.x % TILE;
    int row = threadIdx.x / TILE * TM;
    int a_col = threadIdx.x % DEPTH;
    int a_row = threadIdx.x / DEPTH;
    int b_col = threadIdx.x % TILE;
    int b_row = threadIdx.x / TILE;
    float sum[TM] = {0.0f};
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        as[a_row * DEPTH + a_col] = a[a_row * k + a_col];
        bs[b_row * TILE + b_col] = b[b_row * n + b_col];
        __syncthreads();
        a += DEPTH;
        b += DEPTH * n;
        for (int i = 0; i < DEPTH; i++) {
            float factor = bs[i * TILE + col];
            for (int j = 0; j < TM; j++) {
                sum[j] += as[(row + j) * DEPTH + i] * factor;
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < TM; j++) {
        c[(row + j) * n + col] = alpha * sum[j] + beta * c[(row + j) * n + col];
    }
}

// Step 5: 64 threads with 8 x 8 elements each.
extern "C" __global__ void sgemm5(ARGUMENTS) {
    const int DEPTH = 8;
    const int TM = 8, TN = 8;
    const int THREADS = TILE / TM * TILE / TN;
    __shared__ float as[TILE * DEPTH];
    __shared__ float bs[DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int col = threadIdx.x % (TILE / TN) * TN;
    int row = threadIdx.x / (TILE / TN) * TM;
    float sum[TM][TN] = {{0.0f}};
    float left[TM], right[TN];
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        for (int e = threadIdx.x; e < TILE * DEPTH; e += THREADS) {
            as[e] = a[(e / DEPTH) * k + e % DEPTH];
            bs[e] = b[(e / TILE) * n + e % TILE];
        }
        __syncthreads();
        a += DEPTH;
        b += DEPTH * n;
        for (int i = 0; i < DEPTH; i++) {
            for (int y = 0; y < TM; y++) {
                left[y] = as[(row + y) * DEPTH + i];
            }
            for (int x = 0; x < TN; x++) {
                right[x] = bs[i * TILE + col + x];
            }
            for (int y = 0; y < TM; y++) {
                for (int x = 0; x < TN; x++) {
                    sum[y][x] += left[y] * right[x];
                }
            }
        }
        __syncthreads();
    }
    for (int y = 0; y < TM; y++) {
        for (int x = 0; x < TN; x++) {
            c[(row + y) * n + col + x] = alpha * sum[y][x] + beta * c[(row + y) * n + col + x];
        }
    }
}

// Step 6: vectors of four; A is transposed on its way into shared memory.
extern "C" __global__ void sgemm6(ARGUMENTS) {
    const int DEPTH = 8;
    const int TM = 8, TN = 8;
    const int THREADS = TILE / TM * TILE / TN;
    __shared__ __align__(16) float as[DEPTH * TILE];
    __shared__ __align__(16) float bs[DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int col = threadIdx.x % (TILE / TN) * TN;
    int row = threadIdx.x / (TILE / TN) * TM;
    float sum[TM][TN] = {{0.0f}};
    float left[TM], right[TN];
    for (int k0 = 0; k0 < k; k0 += DEPTH) {
        for (int e = threadIdx.x * 4; e < TILE * DEPTH; e += THREADS * 4) {
            int a_row = e / DEPTH, a_col = e % DEPTH;
            float4 four = *reinterpret_cast<const float4 *>(&a[a_row * k + a_col]);
            as[(a_col + 0) * TILE + a_row] = four.x;
            as[(a_col + 1) * TILE + a_row] = four.y;
            as[(a_col + 2) * TILE + a_row] = four.z;
            as[(a_col + 3) * TILE + a_row] = four.w;
            *reinterpret_cast<float4 *>(&bs[e]) =
                    *reinterpret_cast<const float4 *>(&b[(e / TILE) * n + e % TILE]);
        }
        __syncthreads();
        a += DEPTH;
        b += DEPTH * n;
        for (int i = 0; i < DEPTH; i++) {
            for (int y = 0; y < TM; y += 4) {
                *reinterpret_cast<float4 *>(&left[y]) =
                        *reinterpret_cast<const float4 *>(&as[i * TILE + row + y]);
            }
            for (int x = 0; x < TN; x += 4) {
                *reinterpret_cast<float4 *>(&right[x]) =
                        *reinterpret_cast<const float4 *>(&bs[i * TILE + col + x]);
            }
            for (int y = 0; y < TM; y++) {
                for (int x = 0; x < TN; x++) {
                    sum[y][x] += left[y] * right[x];
                }
            }
        }
        __syncthreads();
    }
    for (int y = 0; y < TM; y++) {
        for (int x = 0; x < TN; x += 4) {
            float4 *at = reinterpret_cast<float4 *>(&c[(row + y) * n + col + x]);
            float4 old = *at;
            old.x = alpha * sum[y][x + 0] + beta * old.x;
            old.y = alpha * sum[y][x + 1] + beta * old.y;
            old.z = alpha * sum[y][x + 2] + beta * old.z;
            old.w = alpha * sum[y][x + 3] + beta * old.w;
            *at = old;
        }
    }
}

// Step 7: four warps with a 32 x 32 tile each; a warp's tile is two by one sub-tiles of 16 x 32, and
// each lane has 4 x 4 elements in every sub-tile. The next tile is loaded while this one is used:
// two buffers, one barrier a round.
extern "C" __global__ void __launch_bounds__(128) sgemm7(ARGUMENTS) {
    const int DEPTH = 8;
    const int THREADS = 128;
    const int WARP_TILE = 32;
    const int SUB_M = 16, SUBS = WARP_TILE / SUB_M;
    const int TM = 4, TN = 4;
    __shared__ __align__(16) float as[2][DEPTH * TILE];
    __shared__ __align__(16) float bs[2][DEPTH * TILE];
    a += blockIdx.y * TILE * k;
    b += blockIdx.x * TILE;
    c += blockIdx.y * TILE * n + blockIdx.x * TILE;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row = warp / (TILE / WARP_TILE) * WARP_TILE + lane / (WARP_TILE / TN) * TM;
    int col = warp % (TILE / WARP_TILE) * WARP_TILE + lane % (WARP_TILE / TN) * TN;
    int a_row = threadIdx.x * 4 / DEPTH, a_col = threadIdx.x * 4 % DEPTH;
    int b_row = threadIdx.x * 4 / TILE, b_col = threadIdx.x * 4 % TILE;
    static_assert(THREADS * 4 == TILE * DEPTH, "one vector of each tile a thread");

    float sum[SUBS][TM][TN] = {{{0.0f}}};
    float left[SUBS][TM], right[TN];
    int now = 0;
    for (int k0 = 0; k0 <= k; k0 += DEPTH) {
        if (k0 < k) {
            float4 four = *reinterpret_cast<const float4 *>(&a[a_row * k + k0 + a_col]);
            as[now][(a_col + 0) * TILE + a_row] = four.x;
            as[now][(a_col + 1) * TILE + a_row] = four.y;
            as[now][(a_col + 2) * TILE + a_row] = four.z;
            as[now][(a_col + 3) * TILE + a_row] = four.w;
            *reinterpret_cast<float4 *>(&bs[now][b_row * TILE + b_col]) =
                    *reinterpret_cast<const float4 *>(&b[(k0 + b_row) * n + b_col]);
        }
        if (k0 > 0) {
            const float *al = as[now ^ 1], *bl = bs[now ^ 1];
            for (int i = 0; i < DEPTH; i++) {
                for (int s = 0; s < SUBS; s++) {
                    for (int y = 0; y < TM; y++) {
                        left[s][y] = al[i * TILE + row + s * SUB_M + y];
                    }
                }
                for (int x = 0; x < TN; x++) {
                    right[x] = bl[i * TILE + col + x];
                }
                for (int s = 0; s < SUBS; s++) {
                    for (int y = 0; y < TM; y++) {
                        for (int x = 0; x < TN; x++) {
                            sum[s][y][x] += left[s][y] * right[x];
                        }
                    }
                }
            }
        }
        __syncthreads();
        now ^= 1;
    }
    for (int s = 0; s < SUBS; s++) {
        for (int y = 0; y < TM; y++) {
            for (int x = 0; x < TN; x++) {
                float *at = &c[(row + s * SUB_M + y) * n + col + x];
                *at = alpha * sum[s][y][x] + beta * *at;
            }
        }
    }
}
