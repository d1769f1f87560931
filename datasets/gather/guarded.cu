// Reads at indices that data decide, under guards that alone keep the index inside: what embeddings and losses do with
// padding and labels to be ignored. With -DMISTAKES every fast one has one mistake.
#include <cuda_runtime.h>

#ifdef MISTAKES
constexpr bool WRONG = true;
#else
constexpr bool WRONG = false;
#endif

constexpr int DEPTH = 16;
constexpr int ROWS = 100;

// y[t][d] = table[token[t]][d], and 0 for a token that is none; tokens may be any numbers
extern "C" __global__ void padded(const float *table, const int *token, float *y) {
    int t = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    int id = token[t];
    float v = 0.0f;
    if (id >= 0 && id < ROWS) {
        v = table[id * DEPTH + d];
    }
    y[t * DEPTH + d] = v;
}

// four elements a thread, the guard in one comparison; the mistake admits one row more
extern "C" __global__ void padded_vector(const float *table, const int *token, float *y) {
    int t = threadIdx.x / (DEPTH / 4), d = threadIdx.x % (DEPTH / 4);
    unsigned id = token[t];
    float4 v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (id < (WRONG ? ROWS + 1 : ROWS)) {
        v = reinterpret_cast<const float4 *>(table)[id * (DEPTH / 4) + d]; //@ padded-beyond
    }
    reinterpret_cast<float4 *>(y)[t * (DEPTH / 4) + d] = v;
}

// 64-bit tokens; padding_idx = 0 gives a row of zeros
extern "C" __global__ void padded_long(const float *table, const long long *token, float *y) {
    int t = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    long long id = token[t];
    y[t * DEPTH + d] = id > 0 && id < ROWS ? table[id * DEPTH + d] : 0.0f;
}

// by one warp; the mistake forgets tokens below 0
extern "C" __global__ void padded_long_loop(const float *table, const long long *token, float *y) {
    for (int i = threadIdx.x; i < 8 * DEPTH; i += 32) {
        long long id = token[i / DEPTH];
        if (id >= ROWS || (!WRONG && id <= 0)) {
            y[i] = 0.0f;
        } else {
            y[i] = table[id * DEPTH + i % DEPTH]; //@ below
        }
    }
}

// loss[r] = log of the sum of e^x[r][c], less x[r][label[r]]; rows with label -100 have none (ignore_index)
extern "C" __global__ void ignored(const float *x, const int *label, float *y) {
    int r = threadIdx.x;
    int own = label[r];
    if (own == -100 || own < 0 || own >= 8) {
        y[r] = 0.0f;
        return;
    }
    float sum = 0.0f;
    for (int c = 0; c < 8; c++) {
        sum += expf(x[r * 8 + c]);
    }
    y[r] = logf(sum) - x[r * 8 + own];
}

// a thread a class, the greatest taken off; the mistake tests for -100 only, as if no other label were below 0
extern "C" __global__ void ignored_lanes(const float *x, const int *label, float *y) {
    int r = threadIdx.x / 8, c = threadIdx.x % 8;
    unsigned mask = 0xffffffffu;
    float v = x[r * 8 + c], most = v;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        most = fmaxf(most, __shfl_xor_sync(mask, most, lanes));
    }
    float sum = expf(v - most);
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(mask, sum, lanes);
    }
    int own = label[r];
    if (c == 0) {
        bool has = WRONG ? own != -100 : own >= 0 && own < 8;
        y[r] = has ? __logf(sum) + most - x[r * 8 + own] : 0.0f; //@ any-label
    }
}

// loss_sum[0] = sum over rows with a label of -x[r][label[r]], in a branch-free spelling; the mistake clamps to the
// wrong row's end
extern "C" __global__ void picked_sum(const float *x, const int *label, float *y) {
    float sum = 0.0f;
    for (int r = 0; r < 4; r++) {
        int own = label[r];
        if ((unsigned)own < 8u) {
            sum -= x[r * 8 + own];
        }
    }
    y[0] = sum;
}

extern "C" __global__ void picked_sum_clamped(const float *x, const int *label, float *y) {
    float sum = 0.0f;
    for (int r = 0; r < 4; r++) {
        int own = label[r];
        int at = min(max(own, 0), WRONG ? 6 : 7);
        float v = x[r * 8 + at];
        sum -= own < 0 || own > 7 ? 0.0f : v;
    }
    y[0] = sum;
}
