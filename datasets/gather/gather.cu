// Reads at indices that data decide: embeddings and their sums, encoders, losses of labels, rotations by position, pages
// of keys and values, experts. Each as a reference of one thing after the other, and as it is written for speed. With
// -DMISTAKES every fast one has one mistake.
#include <cuda_fp16.h>

#ifdef MISTAKES
constexpr bool WRONG = true;
#else
constexpr bool WRONG = false;
#endif

constexpr int TOKENS = 8;
constexpr int DEPTH = 16;

// y[t][d] = table[token[t]][d]; one thread an element
extern "C" __global__ void embedding(const float *table, const int *token, float *y) {
    int t = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    y[t * DEPTH + d] = table[token[t] * DEPTH + d]; //@ any-token
}

// four elements a thread; the mistake reads the row of another token
extern "C" __global__ void embedding_vector(const float *table, const int *token, float *y) {
    int t = threadIdx.x / (DEPTH / 4), d = threadIdx.x % (DEPTH / 4);
    const float4 *row = reinterpret_cast<const float4 *>(table) + token[WRONG ? t ^ 1 : t] * (DEPTH / 4);
    reinterpret_cast<float4 *>(y)[t * (DEPTH / 4) + d] = row[d];
}

// 64-bit tokens, as PyTorch has them, and a table of halves
extern "C" __global__ void embedding_half(const __half *table, const long long *token, __half *y) {
    int t = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    y[t * DEPTH + d] = table[token[t] * DEPTH + d];
}

// pairs of halves; the mistake counts elements where it should count pairs
extern "C" __global__ void embedding_half2(const __half *table, const long long *token, __half *y) {
    int t = threadIdx.x / (DEPTH / 2), d = threadIdx.x % (DEPTH / 2);
    const __half2 *rows = reinterpret_cast<const __half2 *>(table);
    long long row = token[t] * (WRONG ? DEPTH / 4 : DEPTH / 2);
    reinterpret_cast<__half2 *>(y)[t * (DEPTH / 2) + d] = rows[row + d];
}

// y[t][d] = table[token[t]][d] + place[t][d]
extern "C" __global__ void encoder(const float *table, const float *place, const int *token, float *y) {
    for (int t = 0; t < TOKENS; t++) {
        for (int d = 0; d < DEPTH; d++) {
            y[t * DEPTH + d] = table[token[t] * DEPTH + d] + place[t * DEPTH + d];
        }
    }
}

// the tokens go through shared memory; the mistake adds the place of the token's row
extern "C" __global__ void encoder_shared(const float *table, const float *place, const int *token, float *y) {
    __shared__ int rows[TOKENS];
    if (threadIdx.x < TOKENS) {
        rows[threadIdx.x] = token[threadIdx.x];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < TOKENS * DEPTH; i += blockDim.x) {
        int row = rows[i / DEPTH];
        y[i] = place[WRONG ? (row & 7) * DEPTH + i % DEPTH : i] + table[row * DEPTH + i % DEPTH];
    }
}

// y[d] = mean over a bag of 32 tokens
extern "C" __global__ void bag(const float *table, const int *token, float *y) {
    for (int d = 0; d < 4; d++) {
        float sum = 0.0f;
        for (int t = 0; t < 32; t++) {
            sum += table[token[t] * 4 + d];
        }
        y[d] = sum / 32.0f;
    }
}

// a lane a token, and a tree of shuffles; the mistake leaves out the last step
extern "C" __global__ void bag_warp(const float *table, const int *token, float *y) {
    float4 sum = reinterpret_cast<const float4 *>(table)[token[threadIdx.x]];
    for (int lanes = 16; lanes > (WRONG ? 1 : 0); lanes /= 2) {
        sum.x += __shfl_xor_sync(0xffffffffu, sum.x, lanes);
        sum.y += __shfl_xor_sync(0xffffffffu, sum.y, lanes);
        sum.z += __shfl_xor_sync(0xffffffffu, sum.z, lanes);
        sum.w += __shfl_xor_sync(0xffffffffu, sum.w, lanes);
    }
    if (threadIdx.x == 0) {
        reinterpret_cast<float4 *>(y)[0] =
            make_float4(sum.x * 0.03125f, sum.y * 0.03125f, sum.z * 0.03125f, sum.w * 0.03125f);
    }
}

// loss[r] = log of the sum of e^x[r][c], less x[r][label[r]], for 4 rows of 8 classes
extern "C" __global__ void loss(const float *x, const int *label, float *y) {
    int r = threadIdx.x;
    float sum = 0.0f;
    for (int c = 0; c < 8; c++) {
        sum += expf(x[r * 8 + c]);
    }
    y[r] = logf(sum) - x[r * 8 + label[r]]; //@ label-beyond
}

// with the greatest taken off, online; the mistake forgets it in the result
extern "C" __global__ void loss_online(const float *x, const int *label, float *y) {
    const float *row = x + threadIdx.x * 8;
    float most = row[0], sum = 1.0f;
    for (int c = 1; c < 8; c++) {
        float next = fmaxf(most, row[c]);
        sum = sum * expf(most - next) + expf(row[c] - next);
        most = next;
    }
    y[threadIdx.x] = logf(sum) + (WRONG ? 0.0f : most) - row[label[threadIdx.x]];
}

// what the loss changes in x: e^x[r][c] / sum − [c = label[r]]
extern "C" __global__ void loss_backward(const float *x, const int *label, float *g) {
    int r = threadIdx.x;
    float sum = 0.0f;
    for (int c = 0; c < 8; c++) {
        sum += expf(x[r * 8 + c]);
    }
    for (int c = 0; c < 8; c++) {
        g[r * 8 + c] = expf(x[r * 8 + c]) / sum - (c == label[r] ? 1.0f : 0.0f);
    }
}

// a thread an element; the mistake forgets the label
extern "C" __global__ void loss_backward_wide(const float *x, const int *label, float *g) {
    int r = threadIdx.x / 8, c = threadIdx.x % 8;
    float most = -INFINITY, sum = 0.0f;
    for (int k = 0; k < 8; k++) {
        most = fmaxf(most, x[r * 8 + k]);
    }
    for (int k = 0; k < 8; k++) {
        sum += expf(x[r * 8 + k] - most);
    }
    float p = expf(x[r * 8 + c] - most) * (1.0f / sum);
    g[r * 8 + c] = !WRONG && c == label[r] ? p - 1.0f : p;
}

// pairs (x[2i], x[2i+1]) of 4 rows of 8, turned by the angle of their row's position
extern "C" __global__ void rotary(const float *x, const float *cosine, const float *sine, const int *position, float *y) {
    for (int r = 0; r < 4; r++) {
        for (int i = 0; i < 4; i++) {
            float c = cosine[position[r] * 4 + i], s = sine[position[r] * 4 + i];
            float a = x[r * 8 + 2 * i], b = x[r * 8 + 2 * i + 1];
            y[r * 8 + 2 * i] = a * c - b * s;
            y[r * 8 + 2 * i + 1] = a * s + b * c;
        }
    }
}

// a thread a pair; the mistake takes the row for its position
extern "C" __global__ void rotary_pairs(const float *x, const float *cosine, const float *sine, const int *position,
                                        float *y) {
    int r = threadIdx.x / 4, i = threadIdx.x % 4;
    int at = (WRONG ? r : position[r]) * 4 + i;
    float2 p = reinterpret_cast<const float2 *>(x)[threadIdx.x];
    float c = __ldg(cosine + at), s = __ldg(sine + at);
    reinterpret_cast<float2 *>(y)[threadIdx.x] = make_float2(fmaf(p.x, c, -(p.y * s)), fmaf(p.x, s, p.y * c));
}

// attention of one query over 8 keys that lie in pages of 2 rows of depth 4: row j is row j % 2 of page[j / 2]
extern "C" __global__ void paged(const float *q, const float *k, const float *v, const int *page, float *o) {
    float p[8], sum = 0.0f;
    for (int j = 0; j < 8; j++) {
        float dot = 0.0f;
        for (int d = 0; d < 4; d++) {
            dot += q[d] * k[(page[j / 2] * 2 + j % 2) * 4 + d];
        }
        p[j] = expf(dot * 0.5f);
        sum += p[j];
    }
    for (int d = 0; d < 4; d++) {
        float out = 0.0f;
        for (int j = 0; j < 8; j++) {
            out += p[j] * v[(page[j / 2] * 2 + j % 2) * 4 + d];
        }
        o[d] = out / sum;
    }
}

// a lane a key, with the greatest taken off; the mistake takes the values from the next page
extern "C" __global__ void paged_lanes(const float *q, const float *k, const float *v, const int *page, float *o) {
    int j = threadIdx.x;
    int row = page[j / 2] * 2 + j % 2;
    int of_value = WRONG ? page[(j / 2 + 1) % 4] * 2 + j % 2 : row;
    float4 a = *reinterpret_cast<const float4 *>(q), b = reinterpret_cast<const float4 *>(k)[row];
    float dot = (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) * 0.5f;
    float most = dot;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        most = fmaxf(most, __shfl_xor_sync(0xffu, most, lanes));
    }
    float p = expf(dot - most), sum = p;
    float4 out = reinterpret_cast<const float4 *>(v)[of_value];
    out = make_float4(out.x * p, out.y * p, out.z * p, out.w * p);
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffu, sum, lanes);
        out.x += __shfl_xor_sync(0xffu, out.x, lanes);
        out.y += __shfl_xor_sync(0xffu, out.y, lanes);
        out.z += __shfl_xor_sync(0xffu, out.z, lanes);
        out.w += __shfl_xor_sync(0xffu, out.w, lanes);
    }
    if (j == 0) {
        *reinterpret_cast<float4 *>(o) = make_float4(out.x / sum, out.y / sum, out.z / sum, out.w / sum);
    }
}

// y[t][n] = sum over the two experts e of token t of gate[t][e] times row n of expert choice[t][e] times x[t]
extern "C" __global__ void experts(const float *x, const float *w, const float *gate, const int *choice, float *y) {
    for (int t = 0; t < 2; t++) {
        for (int n = 0; n < 4; n++) {
            float sum = 0.0f;
            for (int e = 0; e < 2; e++) {
                float dot = 0.0f;
                for (int k = 0; k < 8; k++) {
                    dot += x[t * 8 + k] * w[(choice[t * 2 + e] * 4 + n) * 8 + k];
                }
                sum += gate[t * 2 + e] * dot;
            }
            y[t * 4 + n] = sum;
        }
    }
}

// a thread an output, the gate first; the mistake takes the same expert twice
extern "C" __global__ void experts_wide(const float *x, const float *w, const float *gate, const int *choice, float *y) {
    int t = threadIdx.x / 4, n = threadIdx.x % 4;
    float first = gate[t * 2], second = gate[t * 2 + 1], sum = 0.0f;
    const float *w1 = w + (choice[t * 2] * 4 + n) * 8;
    const float *w2 = w + (choice[t * 2 + (WRONG ? 0 : 1)] * 4 + n) * 8;
    for (int k = 0; k < 8; k++) {
        sum += x[t * 8 + k] * (first * w1[k] + second * w2[k]);
    }
    y[t * 4 + n] = sum;
}

// y[i] = x[order[pick[i]]]: an index that is read at an index
extern "C" __global__ void picked(const float *x, const int *order, const int *pick, float *y) {
    y[threadIdx.x] = x[order[pick[threadIdx.x]]];
}

// by one thread, with the index kept inside by hand; the mistake leaves out the order
extern "C" __global__ void picked_loop(const float *x, const int *order, const int *pick, float *y) {
    for (int i = 0; i < 4; i++) {
        int at = WRONG ? pick[i] : order[pick[i]];
        y[i] = x[min(max(at, 0), 31)];
    }
}

// x itself is changed where data decide what is read of it: two tokens may be one
extern "C" __global__ void embedding_in_place(float *table, const int *token) {
    int t = threadIdx.x;
    table[t] = table[token[t]]; //@ in-place
}
