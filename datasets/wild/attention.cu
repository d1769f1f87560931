// Attention as inference engines write it: rotations by tables, caches in pages and packed, keys split between warps, states
// merged, biases and windows, heads that share keys; recurrences that take its place.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

__device__ float warp_sum(float v) {
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        v += __shfl_xor_sync(0xffffffffu, v, lanes);
    }
    return v;
}

// ---- Rotation of queries and keys in place; the table holds cosines, then sines, of each position

// the first half of a head is paired with the second (NeoX)
KERNEL(0) void rotary_halves(float *q, float *k, const float *table, const int *position, int heads, int kv_heads,
                              int size) {
    int t = blockIdx.x, half = size / 2;
    for (int h = 0; h < heads + kv_heads; h++) {
        float *head = h < heads ? q + (t * heads + h) * size : k + (t * kv_heads + h - heads) * size;
        for (int i = 0; i < half; i++) {
            float c = table[position[t] * size + i], s = table[position[t] * size + half + i];
            float a = head[i], b = head[half + i];
            head[i] = a * c - b * s;
            head[half + i] = b * c + a * s;
        }
    }
}

template <bool NEOX>
__device__ void rotate(float *head, const float *row, int i, int half) {
    int first = NEOX ? i : 2 * i, second = NEOX ? half + i : 2 * i + 1;
    float c = __ldg(row + i), s = __ldg(row + half + i), a = head[first], b = head[second]; //@ rotary-tokens-key-heads
    head[first] = a * c - b * s;
    head[second] = b * c + a * s;
}

// a block a token; mistake 1: pairs lie side by side (GPT-J); mistake 2: keys have as many heads as queries
KERNEL(2) void rotary_tokens(float *q, float *k, const float *table, const int *position, int heads, int kv_heads,
                              int size) {
    int t = blockIdx.x, half = size / 2;
    const float *row = table + position[t] * size;
    for (int i = threadIdx.x; i < heads * half; i += blockDim.x) {
        rotate<!WRONG(1)>(q + (t * heads + i / half) * size, row, i % half, half);
    }
    for (int i = threadIdx.x; i < (WRONG(2) ? heads : kv_heads) * half; i += blockDim.x) {
        rotate<!WRONG(1)>(k + (t * kv_heads + i / half) * size, row, i % half, half);
    }
}

// ---- Queries, keys and values of a fused projection: [batch][step][3][head][d] to three of [batch][head][step][d]

KERNEL(0) void split_heads(const float *x, float *q, float *k, float *v, int batch, int steps, int heads, int d) {
    for (int b = 0; b < batch; b++) {
        for (int h = 0; h < heads; h++) {
            for (int t = 0; t < steps; t++) {
                for (int i = 0; i < d; i++) {
                    int to = ((b * heads + h) * steps + t) * d + i;
                    q[to] = x[(((b * steps + t) * 3 + 0) * heads + h) * d + i];
                    k[to] = x[(((b * steps + t) * 3 + 1) * heads + h) * d + i];
                    v[to] = x[(((b * steps + t) * 3 + 2) * heads + h) * d + i];
                }
            }
        }
    }
}

// mistake 1: step and head are exchanged where it reads
KERNEL(1) void split_heads_flat(const float *x, float *q, float *k, float *v, int batch, int steps, int heads, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * heads * steps * d) {
        int rest = i, b = rest / (heads * steps * d);
        rest = rest % (heads * steps * d);
        int h = rest / (steps * d), t = rest % (steps * d) / d, c = rest % d;
        int from = WRONG(1) ? (b * heads * 3 * steps + h * 3 * steps + t) * d + c
                            : b * steps * 3 * heads * d + t * 3 * heads * d + h * d + c;
        q[i] = x[from];
        k[i] = x[from + heads * d];
        v[i] = x[from + 2 * heads * d];
    }
}

// ---- Attention of one query over a cache in pages; keys lie [page][head][d / x][row][x], values [page][head][d][row]

constexpr int PAGE = 4, DEPTH = 8, PACK = 4;

KERNEL(0) void paged_plain(const float *q, const float *k, const float *v, const int *page, float *out, int heads,
                            int context, float scale) {
    int h = blockIdx.x;
    float p[12], sum = 0.0f;
    for (int j = 0; j < context; j++) {
        int base = (page[j / PAGE] * heads + h) * DEPTH * PAGE;
        float dot = 0.0f;
        for (int d = 0; d < DEPTH; d++) {
            dot += q[h * DEPTH + d] * k[base + d / PACK * PAGE * PACK + j % PAGE * PACK + d % PACK];
        }
        p[j] = expf(dot * scale);
        sum += p[j];
    }
    for (int d = 0; d < DEPTH; d++) {
        float acc = 0.0f;
        for (int j = 0; j < context; j++) {
            acc += p[j] * v[((page[j / PAGE] * heads + h) * DEPTH + d) * PAGE + j % PAGE];
        }
        out[h * DEPTH + d] = acc / sum;
    }
}

// logits in shared memory, a thread a key, then a thread a column; mistake 1: the packs of a key lie one row apart; mistake
// 2: no barrier before the values
KERNEL(2) void paged_packed(const float *q, const float *k, const float *v, const int *page, float *out, int heads,
                             int context, float scale) {
    __shared__ float logits[32];
    int h = blockIdx.x, j = threadIdx.x;
    float dot = -INFINITY;
    if (j < context) {
        const float4 *key = reinterpret_cast<const float4 *>(k + (page[j / PAGE] * heads + h) * DEPTH * PAGE);
        const float4 *query = reinterpret_cast<const float4 *>(q + h * DEPTH);
        dot = 0.0f;
#pragma unroll
        for (int d = 0; d < DEPTH / PACK; d++) {
            float4 a = query[d], b = key[WRONG(1) ? d + j % PAGE * (DEPTH / PACK) : d * PAGE + j % PAGE];
            dot += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
        dot *= scale;
    }
    float most = dot;
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, lanes));
    }
    float p = j < context ? __expf(dot - most) : 0.0f, sum = warp_sum(p);
    logits[j] = p;
    if (!WRONG(2)) {
        __syncthreads();
    }
    if (j < DEPTH) {
        float acc = 0.0f;
        for (int t = 0; t < context; t++) {
            acc += logits[t] * v[((page[t / PAGE] * heads + h) * DEPTH + j) * PAGE + t % PAGE]; //@ paged-packed-without-barrier
        }
        out[h * DEPTH + j] = __fdividef(acc, sum);
    }
}

// ---- Keys split in two parts, each with its own softmax; then the parts are merged

KERNEL(0) void decode_plain(const float *q, const float *k, const float *v, float *out, int keys, int depth) {
    float sum = 0.0f;
    for (int j = 0; j < keys; j++) {
        float dot = 0.0f;
        for (int d = 0; d < depth; d++) {
            dot += q[d] * k[j * depth + d];
        }
        sum += expf(dot);
    }
    for (int d = 0; d < depth; d++) {
        float acc = 0.0f;
        for (int j = 0; j < keys; j++) {
            float dot = 0.0f;
            for (int e = 0; e < depth; e++) {
                dot += q[e] * k[j * depth + e];
            }
            acc += expf(dot) * v[j * depth + d];
        }
        out[d] = acc / sum;
    }
}

// a warp a part, a lane a column; mistake 1: sums are merged without their maxima; mistake 2: the part's maximum is that
// of the last key
KERNEL(2) void decode_split(const float *q, const float *k, const float *v, float *out, int keys, int depth) {
    __shared__ float most[2], sums[2], parts[2][4];
    int part = threadIdx.x / 4, d = threadIdx.x % 4, half = keys / 2;
    float m = -INFINITY, s = 0.0f, acc = 0.0f;
    for (int j = part * half; j < part * half + half; j++) {
        float dot = 0.0f;
        for (int e = 0; e < depth; e++) {
            dot += q[e] * k[j * depth + e];
        }
        float next = WRONG(2) ? dot : fmaxf(m, dot), keep = WRONG(2) ? 1.0f : expf(m - next), p = expf(dot - next);
        s = s * keep + p;
        acc = acc * keep + p * v[j * depth + d];
        m = next;
    }
    if (d == 0) {
        most[part] = m;
        sums[part] = s;
    }
    parts[part][d] = acc;
    __syncthreads();
    if (part == 0) {
        float all = fmaxf(most[0], most[1]);
        float w0 = WRONG(1) ? 1.0f : expf(most[0] - all), w1 = WRONG(1) ? 1.0f : expf(most[1] - all);
        out[d] = (parts[0][d] * w0 + parts[1][d] * w1) / (sums[0] * w0 + sums[1] * w1);
    }
}

// states (output, log of the sum) of two parts become one
KERNEL(0) void merge_states(const float *a, const float *lse_a, const float *b, const float *lse_b, float *out,
                             float *lse, int depth) {
    int h = threadIdx.x;
    float of_a = expf(lse_a[h]), of_b = expf(lse_b[h]);
    for (int d = 0; d < depth; d++) {
        out[h * depth + d] = (a[h * depth + d] * of_a + b[h * depth + d] * of_b) / (of_a + of_b);
    }
    lse[h] = logf(of_a + of_b);
}

// mistake 1: the sums of base 2 for logarithms of base e; mistake 2: the log of the sum lacks the maximum
KERNEL(2) void merge_states_vectors(const float *a, const float *lse_a, const float *b, const float *lse_b, float *out,
                                     float *lse, int depth) {
    int h = threadIdx.x / (depth / 4), d = threadIdx.x % (depth / 4);
    float most = fmaxf(lse_a[h], lse_b[h]);
    float of_a = WRONG(1) ? exp2f(lse_a[h] - most) : __expf(lse_a[h] - most);
    float of_b = WRONG(1) ? exp2f(lse_b[h] - most) : __expf(lse_b[h] - most);
    float share = of_a / (of_a + of_b), rest = of_b / (of_a + of_b);
    float4 va = reinterpret_cast<const float4 *>(a)[threadIdx.x], vb = reinterpret_cast<const float4 *>(b)[threadIdx.x];
    reinterpret_cast<float4 *>(out)[threadIdx.x] =
        make_float4(va.x * share + vb.x * rest, va.y * share + vb.y * rest, va.z * share + vb.z * rest,
                    va.w * share + vb.w * rest);
    if (d == 0) {
        lse[h] = logf(of_a + of_b) + (WRONG(2) ? 0.0f : most);
    }
}

// ---- Heads in groups share keys and values; slopes that fall with distance (ALiBi); a window behind the query

KERNEL(0) void grouped_plain(const float *q, const float *k, const float *v, float *out, int heads, int group, int keys) {
    for (int h = 0; h < heads; h++) {
        float p[4], sum = 0.0f, slope = exp2f(-2.0f * (h + 1));
        for (int j = 0; j < keys; j++) {
            const float *key = k + (h / group * keys + j) * 2;
            p[j] = expf(q[h * 2] * key[0] + q[h * 2 + 1] * key[1] - slope * (keys - 1 - j));
            sum += p[j];
        }
        for (int d = 0; d < 2; d++) {
            float acc = 0.0f;
            for (int j = 0; j < keys; j++) {
                acc += p[j] / sum * v[(h / group * keys + j) * 2 + d];
            }
            out[h * 2 + d] = acc;
        }
    }
}

// a thread a head and key; mistake 1: heads share keys by remainder; mistake 2: the slope begins at 0
KERNEL(2) void grouped_lanes(const float *q, const float *k, const float *v, float *out, int heads, int group, int keys) {
    int h = threadIdx.x / 4, j = threadIdx.x % 4, kv = WRONG(1) ? h % (heads / group) : h / group;
    float2 query = reinterpret_cast<const float2 *>(q)[h], key = reinterpret_cast<const float2 *>(k)[kv * keys + j];
    float slope = exp2f(-2.0f * (WRONG(2) ? h : h + 1));
    float dot = fmaf(query.x, key.x, query.y * key.y) + slope * (j - (keys - 1));
    float most = dot;
    most = fmaxf(most, __shfl_xor_sync(0xffffu, most, 1));
    most = fmaxf(most, __shfl_xor_sync(0xffffu, most, 2));
    float p = expf(dot - most), sum = p;
    float2 acc = reinterpret_cast<const float2 *>(v)[kv * keys + j];
    acc = make_float2(acc.x * p, acc.y * p);
    for (int lanes = 1; lanes < 4; lanes *= 2) {
        sum += __shfl_xor_sync(0xffffu, sum, lanes);
        acc.x += __shfl_xor_sync(0xffffu, acc.x, lanes);
        acc.y += __shfl_xor_sync(0xffffu, acc.y, lanes);
    }
    if (j == 0) {
        reinterpret_cast<float2 *>(out)[h] = make_float2(acc.x / sum, acc.y / sum);
    }
}

// query t sees keys t − window + 1 to t
KERNEL(0) void window_softmax(const float *s, float *p, int n, int window) {
    for (int t = 0; t < n; t++) {
        float sum = 0.0f;
        for (int j = max(0, t - window + 1); j <= t; j++) {
            sum += expf(s[t * n + j]);
        }
        for (int j = 0; j < n; j++) {
            p[t * n + j] = j <= t && j > t - window ? expf(s[t * n + j]) / sum : 0.0f;
        }
    }
}

// masked by −∞, eight lanes a row; mistake 1: the window is one wider; mistake 2: the future is not masked
KERNEL(2) void window_softmax_lanes(const float *s, float *p, int n, int window) {
    int t = threadIdx.x / 8, j = threadIdx.x % 8;
    bool seen = (WRONG(2) || j <= t) && (WRONG(1) ? t - j <= window : t - j < window);
    float v = seen ? s[t * n + j] : -INFINITY, most = v;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, lanes));
    }
    float e = __expf(v - most), sum = e;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    }
    p[t * n + j] = __fdividef(e, sum);
}

// logits capped by c * tanh(s / c) before the softmax; a row of 8
KERNEL(0) void capped_softmax(const float *s, float *p, float cap) {
    float sum = 0.0f;
    for (int j = 0; j < 8; j++) {
        sum += expf(cap * tanhf(s[j] / cap));
    }
    for (int j = 0; j < 8; j++) {
        p[j] = expf(cap * tanhf(s[j] / cap)) / sum;
    }
}

// since caps bound them, no maximum is needed; mistake 1: the cap is not multiplied back
KERNEL(1) void capped_softmax_lanes(const float *s, float *p, float cap) {
    float inverse = 1.0f / cap, e = expf((WRONG(1) ? 1.0f : cap) * tanhf(s[threadIdx.x] * inverse) - cap), sum = e;
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffu, sum, lanes);
    }
    p[threadIdx.x] = e / sum;
}

// ---- Caches: append the new step behind what each sequence has (lengths are concrete)

KERNEL(0) void cache_append(const float *k, const int *length, float *cache, int batch, int most, int depth) {
    for (int b = 0; b < batch; b++) {
        for (int d = 0; d < depth; d++) {
            cache[(b * most + length[b]) * depth + d] = k[b * depth + d];
        }
    }
}

// mistake 1: writes over the last step that is there; mistake 2: the steps lie outermost
KERNEL(2) void cache_append_vectors(const float4 *k, const int *length, float4 *cache, int batch, int most, int depth) {
    int b = threadIdx.x / (depth / 4), d = threadIdx.x % (depth / 4), t = length[b] - (WRONG(1) ? 1 : 0);
    cache[(WRONG(2) ? t * batch + b : b * most + t) * (depth / 4) + d] = k[b * (depth / 4) + d];
}

// ---- Recurrences

// state = a_t * state + b_t x_t, y_t = c_t state, one step after the other
KERNEL(0) void state_scan(const float *a, const float *b, const float *c, const float *x, float *y, int steps) {
    float state = 0.0f;
    for (int t = 0; t < steps; t++) {
        state = a[t] * state + b[t] * x[t];
        y[t] = c[t] * state;
    }
}

// pairs (a, b x) combined by shuffles, the earlier one first; mistake 1: the later one first; mistake 2: the factors are
// not multiplied
KERNEL(2) void state_scan_warp(const float *a, const float *b, const float *c, const float *x, float *y, int steps) {
    int t = threadIdx.x;
    float factor = a[t], sum = b[t] * x[t];
    for (int lanes = 1; lanes < 32; lanes *= 2) {
        float before = __shfl_up_sync(0xffffffffu, factor, lanes), earlier = __shfl_up_sync(0xffffffffu, sum, lanes);
        if (t >= lanes) {
            sum = WRONG(1) ? before * sum + earlier : factor * earlier + sum;
            factor = WRONG(2) ? factor : factor * before;
        }
    }
    y[t] = c[t] * sum;
}

// RWKV: weighted average of the past with decay w and a bonus u for the present
KERNEL(0) void wkv(const float *w, const float *u, const float *k, const float *v, float *y, int steps) {
    float top = 0.0f, bottom = 0.0f;
    for (int t = 0; t < steps; t++) {
        y[t] = (top + expf(u[0] + k[t]) * v[t]) / (bottom + expf(u[0] + k[t]));
        top = top * expf(w[0]) + expf(k[t]) * v[t];
        bottom = bottom * expf(w[0]) + expf(k[t]);
    }
}

// sums are kept relative to a running exponent; mistake 1: the decay is not in the exponent of the past
KERNEL(1) void wkv_exponent(const float *w, const float *u, const float *k, const float *v, float *y, int steps) {
    float top = 0.0f, bottom = 0.0f, o = -1e38f, decay = w[0], bonus = u[0];
    for (int t = 0; t < steps; t++) {
        float key = k[t], value = v[t];
        float most = fmaxf(o, bonus + key), past = expf(o - most), now = expf(bonus + key - most);
        y[t] = (past * top + now * value) / (past * bottom + now);
        most = fmaxf(WRONG(1) ? o : decay + o, key);
        past = expf((WRONG(1) ? o : decay + o) - most);
        now = expf(key - most);
        top = past * top + now * value;
        bottom = past * bottom + now;
        o = most;
    }
}

// causal convolution of a channel with four taps and SiLU, as before a state space
KERNEL(0) void causal_conv(const float *x, const float *w, float *y, int channels, int steps) {
    for (int c = 0; c < channels; c++) {
        for (int t = 0; t < steps; t++) {
            float sum = 0.0f;
            for (int k = 0; k < 4; k++) {
                sum += t - 3 + k >= 0 ? w[c * 4 + k] * x[c * steps + t - 3 + k] : 0.0f;
            }
            y[c * steps + t] = sum / (1.0f + expf(-sum));
        }
    }
}

// four steps a thread, the last three of the thread before by shuffle; mistake 1: the taps are reversed; mistake 2: the first
// thread has its own values for those before
KERNEL(2) void causal_conv_vectors(const float *x, const float *w, float *y, int channels, int steps) {
    int c = blockIdx.x, i = threadIdx.x;
    float4 now = reinterpret_cast<const float4 *>(x + c * steps)[i], taps = reinterpret_cast<const float4 *>(w)[c];
    float b = __shfl_up_sync(0xffu, now.y, 1), d = __shfl_up_sync(0xffu, now.z, 1), e = __shfl_up_sync(0xffu, now.w, 1);
    if (!WRONG(2) && i == 0) {
        b = d = e = 0.0f;
    }
    float v[7] = {b, d, e, now.x, now.y, now.z, now.w}, t[4] = {taps.x, taps.y, taps.z, taps.w}, out[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float sum = 0.0f;
#pragma unroll
        for (int m = 0; m < 4; m++) {
            sum = fmaf(t[WRONG(1) ? 3 - m : m], v[k + m], sum);
        }
        out[k] = sum * __fdividef(1.0f, 1.0f + __expf(-sum));
    }
    reinterpret_cast<float4 *>(y + c * steps)[i] = make_float4(out[0], out[1], out[2], out[3]);
}
