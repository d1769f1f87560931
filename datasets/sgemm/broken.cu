// Step 4 of sgemm.cu with one mistake at a time. Which one is a template argument of the body, so
// that the kernels differ in nothing else.

#define ARGUMENTS                                                                                  \
    int m, int n, int k, float alpha, const float *__restrict__ a, const float *__restrict__ b,    \
            float beta, float *__restrict__ c
#define TILE 64
#define DEPTH 8
#define TM 8

enum Mistake {
    NONE,
    NO_BARRIER_BEFORE_USE,
    NO_BARRIER_AFTER_USE,
    SHORT_TILE,
    SHORT_LOOP,
    TILE_NOT_ADVANCED,
    SWAPPED_INDEX,
    WRONG_STRIDE,
    BETA_DROPPED,
    ALPHA_ON_BOTH,
    NOT_CLEARED,
    OVERWRITTEN,
    SHIFTED_ROW,
};

template <Mistake MISTAKE>
__device__ __forceinline__ void body(ARGUMENTS) {
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
    int ldb = MISTAKE == WRONG_STRIDE ? k : n;
    int end = MISTAKE == SHORT_LOOP ? k - DEPTH : k;
    float sum[TM];
    for (int j = 0; j < TM; j++) {
        sum[j] = MISTAKE == NOT_CLEARED ? alpha : 0.0f;
    }
    for (int k0 = 0; k0 < end; k0 += DEPTH) {
        as[a_row * DEPTH + a_col] = a[a_row * k + a_col];
        bs[b_row * TILE + b_col] = b[b_row * ldb + b_col];
        if (MISTAKE != NO_BARRIER_BEFORE_USE) __syncthreads();
        a += DEPTH;
        if (MISTAKE != TILE_NOT_ADVANCED) b += DEPTH * ldb;
        for (int i = 0; i < (MISTAKE == SHORT_TILE ? DEPTH - 1 : DEPTH); i++) {
            for (int j = 0; j < TM; j++) {
                int left = MISTAKE == SWAPPED_INDEX ? i * TILE + row + j : (row + j) * DEPTH + i;
                float x = as[left] * bs[i * TILE + col]; //@ no-barrier-before-use no-barrier-after-use
                sum[j] = MISTAKE == OVERWRITTEN ? x : sum[j] + x;
            }
        }
        if (MISTAKE != NO_BARRIER_AFTER_USE) __syncthreads();
    }
    for (int j = 0; j < TM; j++) {
        float *at = &c[(row + j) * n + col];
        if (MISTAKE == SHIFTED_ROW) at = &c[(row + (j + 1) % TM) * n + col];
        float scale = MISTAKE == ALPHA_ON_BOTH ? alpha * beta : beta;
        *at = MISTAKE == BETA_DROPPED ? alpha * sum[j] : alpha * sum[j] + scale * *at;
    }
}

#define KERNEL(name, mistake)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<mistake>(m, n, k, alpha, a, b, beta, c); }

// The tile is used while other threads still fill it.
KERNEL(no_barrier_before_use, NO_BARRIER_BEFORE_USE)
// The next tile overwrites this one while other threads still use it.
KERNEL(no_barrier_after_use, NO_BARRIER_AFTER_USE)
// Each tile's last column of A and row of B is left out.
KERNEL(short_tile, SHORT_TILE)
// The last tile is left out.
KERNEL(short_loop, SHORT_LOOP)
// A moves on and B does not.
KERNEL(tile_not_advanced, TILE_NOT_ADVANCED)
// The tile of A is read as if it lay transposed in shared memory.
KERNEL(swapped_index, SWAPPED_INDEX)
// B's row stride is k instead of n: right for square matrices, which is what tests use.
KERNEL(wrong_stride, WRONG_STRIDE)
// beta * C is forgotten: right for beta = 0, which is what tests use.
KERNEL(beta_dropped, BETA_DROPPED)
// alpha multiplies the old C as well: right for alpha = 1.
KERNEL(alpha_on_both, ALPHA_ON_BOTH)
// The accumulator does not start at zero.
KERNEL(not_cleared, NOT_CLEARED)
// = where += is meant.
KERNEL(overwritten, OVERWRITTEN)
// Results go one row too far down within a thread's column.
KERNEL(shifted_row, SHIFTED_ROW)
