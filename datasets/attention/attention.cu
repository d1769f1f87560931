// One attention head, softmax(Q K^T / sqrt(DEPTH)) V, of ROWS queries and KEYS keys and values:
// by one thread row by row, and by one CTA tile by tile with the online softmax of FlashAttention
// (VOLTA, Table 3). `_small` kernels are the same code with 4 queries and 16 keys of depth 8.

#define ARGUMENTS const float *q, const float *k, const float *v, float *o
#define PASS q, k, v, o

// A row's scores, the whole row of them, then their softmax, then the weighted sum of V.
// CAUSAL: query i sees the keys 0..i only.
template <int ROWS, int KEYS, int DEPTH, bool CAUSAL>
__device__ __forceinline__ void naive(ARGUMENTS) {
    const float scale = 1.0f / sqrtf((float)DEPTH);
    float p[KEYS];
    for (int i = 0; i < ROWS; i++) {
        float m = -INFINITY;
        for (int j = 0; j < KEYS; j++) {
            float s = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                s += q[i * DEPTH + d] * k[j * DEPTH + d];
            }
            p[j] = CAUSAL && j > i ? -INFINITY : s * scale;
            m = fmaxf(m, p[j]);
        }
        float l = 0.0f;
        for (int j = 0; j < KEYS; j++) {
            p[j] = expf(p[j] - m);
            l += p[j];
        }
        for (int d = 0; d < DEPTH; d++) {
            float sum = 0.0f;
            for (int j = 0; j < KEYS; j++) {
                sum += p[j] * v[j * DEPTH + d];
            }
            o[i * DEPTH + d] = sum / l;
        }
    }
}

// Without the maximum: the same over the reals, an overflow away from it in floats.
template <int ROWS, int KEYS, int DEPTH>
__device__ __forceinline__ void plain(ARGUMENTS) {
    const float scale = 1.0f / sqrtf((float)DEPTH);
    for (int i = 0; i < ROWS; i++) {
        float l = 0.0f;
        float sum[DEPTH] = {0.0f};
        for (int j = 0; j < KEYS; j++) {
            float s = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                s += q[i * DEPTH + d] * k[j * DEPTH + d];
            }
            float p = expf(s * scale);
            l += p;
            for (int d = 0; d < DEPTH; d++) {
                sum[d] += p * v[j * DEPTH + d];
            }
        }
        for (int d = 0; d < DEPTH; d++) {
            o[i * DEPTH + d] = sum[d] / l;
        }
    }
}

// What the tiled kernels share: eight threads a row, each with DEPTH / 8 columns of the output.
#define PARTS 8

template <int COUNT, int THREADS>
__device__ __forceinline__ void copy(float *to, const float *from) {
    for (int e = threadIdx.x; e < COUNT; e += THREADS) {
        to[e] = from[e];
    }
}

// FlashAttention-1: the output is normalised anew after every tile of keys.
template <int ROWS, int KEYS, int DEPTH, int TILE>
__device__ __forceinline__ void fa1(ARGUMENTS) {
    const int THREADS = ROWS * PARTS;
    const float scale = 1.0f / sqrtf((float)DEPTH);
    __shared__ float qs[ROWS * DEPTH], ks[TILE * DEPTH], vs[TILE * DEPTH], s[ROWS * TILE];
    int row = threadIdx.x / PARTS, part = threadIdx.x % PARTS;
    float m = -INFINITY, l = 0.0f;
    float out[DEPTH / PARTS] = {0.0f};
    copy<ROWS * DEPTH, THREADS>(qs, q);
    for (int j0 = 0; j0 < KEYS; j0 += TILE) {
        copy<TILE * DEPTH, THREADS>(ks, k + j0 * DEPTH);
        copy<TILE * DEPTH, THREADS>(vs, v + j0 * DEPTH);
        __syncthreads();
        for (int j = part; j < TILE; j += PARTS) {
            float sum = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                sum += qs[row * DEPTH + d] * ks[j * DEPTH + d];
            }
            s[row * TILE + j] = sum * scale;
        }
        __syncthreads();
        float tile_m = -INFINITY;
        for (int j = 0; j < TILE; j++) {
            tile_m = fmaxf(tile_m, s[row * TILE + j]);
        }
        __syncthreads();
        for (int j = part; j < TILE; j += PARTS) {
            s[row * TILE + j] = expf(s[row * TILE + j] - tile_m);
        }
        __syncthreads();
        float tile_l = 0.0f;
        for (int j = 0; j < TILE; j++) {
            tile_l += s[row * TILE + j];
        }
        float larger = fmaxf(m, tile_m);
        float old_weight = expf(m - larger), tile_weight = expf(tile_m - larger);
        float new_l = old_weight * l + tile_weight * tile_l;
        for (int c = 0; c < DEPTH / PARTS; c++) {
            float sum = 0.0f;
            for (int j = 0; j < TILE; j++) {
                sum += s[row * TILE + j] * vs[j * DEPTH + c * PARTS + part];
            }
            out[c] = (l * old_weight * out[c] + tile_weight * sum) / new_l;
        }
        m = larger;
        l = new_l;
        __syncthreads();
    }
    for (int c = 0; c < DEPTH / PARTS; c++) {
        o[row * DEPTH + c * PARTS + part] = out[c];
    }
}

// FlashAttention-2: normalised once, at the end; maximum and sum go through shuffles among the
// eight lanes of a row. BASE2 folds log2 e into the scale and uses exp2. CAUSAL masks keys after
// the query; tiles that are masked for the whole CTA are still visited.
template <int ROWS, int KEYS, int DEPTH, int TILE, bool BASE2, bool CAUSAL>
__device__ __forceinline__ void fa2(ARGUMENTS) {
    const int THREADS = ROWS * PARTS;
    const float scale = (BASE2 ? 1.4426950408889634f : 1.0f) / sqrtf((float)DEPTH);
    __shared__ float qs[ROWS * DEPTH], ks[TILE * DEPTH], vs[TILE * DEPTH], p[ROWS * TILE];
    int row = threadIdx.x / PARTS, part = threadIdx.x % PARTS;
    float m = -INFINITY, l = 0.0f;
    float out[DEPTH / PARTS] = {0.0f};
    copy<ROWS * DEPTH, THREADS>(qs, q);
    for (int j0 = 0; j0 < KEYS; j0 += TILE) {
        copy<TILE * DEPTH, THREADS>(ks, k + j0 * DEPTH);
        copy<TILE * DEPTH, THREADS>(vs, v + j0 * DEPTH);
        __syncthreads();
        float score[TILE / PARTS];
        float larger = m;
        for (int t = 0; t < TILE / PARTS; t++) {
            int j = t * PARTS + part;
            float sum = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                sum += qs[row * DEPTH + d] * ks[j * DEPTH + d];
            }
            score[t] = CAUSAL && j0 + j > row ? -INFINITY : sum * scale;
            larger = fmaxf(larger, score[t]);
        }
        for (int lanes = PARTS / 2; lanes > 0; lanes /= 2) {
            larger = fmaxf(larger, __shfl_xor_sync(0xffffffffu, larger, lanes));
        }
        float sum = 0.0f;
        for (int t = 0; t < TILE / PARTS; t++) {
            float weight = BASE2 ? exp2f(score[t] - larger) : expf(score[t] - larger);
            p[row * TILE + t * PARTS + part] = weight;
            sum += weight;
        }
        for (int lanes = PARTS / 2; lanes > 0; lanes /= 2) {
            sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
        }
        float rescale = BASE2 ? exp2f(m - larger) : expf(m - larger);
        l = l * rescale + sum;
        m = larger;
        __syncwarp();
        for (int c = 0; c < DEPTH / PARTS; c++) {
            out[c] *= rescale;
            for (int j = 0; j < TILE; j++) {
                out[c] += p[row * TILE + j] * vs[j * DEPTH + c * PARTS + part];
            }
        }
        __syncthreads();
    }
    for (int c = 0; c < DEPTH / PARTS; c++) {
        o[row * DEPTH + c * PARTS + part] = out[c] / l;
    }
}

#define KERNEL(name, body)                                                                         \
    extern "C" __global__ void name(ARGUMENTS) { body; }

// 16 queries, 512 keys, depth 64, tiles of 32 keys: the table's size
KERNEL(attention_naive, (naive<16, 512, 64, false>(PASS)))
KERNEL(attention_plain, (plain<16, 512, 64>(PASS)))
KERNEL(attention_fa1, (fa1<16, 512, 64, 32>(PASS)))
KERNEL(attention_fa2, (fa2<16, 512, 64, 32, false, false>(PASS)))
KERNEL(attention_fa2_base2, (fa2<16, 512, 64, 32, true, false>(PASS)))

// 4 queries, 16 keys, depth 8, tiles of 8 keys
KERNEL(naive_small, (naive<4, 16, 8, false>(PASS)))
KERNEL(plain_small, (plain<4, 16, 8>(PASS)))
KERNEL(fa1_small, (fa1<4, 16, 8, 8>(PASS)))
KERNEL(fa2_small, (fa2<4, 16, 8, 8, false, false>(PASS)))
KERNEL(fa2_base2_small, (fa2<4, 16, 8, 8, true, false>(PASS)))
KERNEL(causal_naive_small, (naive<4, 16, 8, true>(PASS)))
KERNEL(causal_fa2_small, (fa2<4, 16, 8, 8, false, true>(PASS)))
KERNEL(causal_fa2_base2_small, (fa2<4, 16, 8, 8, true, true>(PASS)))
