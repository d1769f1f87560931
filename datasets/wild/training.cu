// Forward and backward passes of training: norms with their gradients, losses, recurrent cells, embeddings.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include "mistakes.cuh"

__device__ float warp_sum(float v) {
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        v += __shfl_xor_sync(0xffffffffu, v, lanes);
    }
    return v;
}

__device__ float warp_max(float v) {
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, lanes));
    }
    return v;
}

// ---- Layer norm: the gradient of its input, of its scale and of its shift

// dx = rstd * (w dy − mean(w dy) − norm * mean(w dy * norm)), norm = (x − mean) * rstd; added to dx
KERNEL(0) void layernorm_backward(const float *dy, const float *x, const float *w, const float *mean,
                                   const float *rstd, float *dx, int rows, int columns) {
    for (int r = 0; r < rows; r++) {
        float of_norm = 0.0f, of_both = 0.0f;
        for (int c = 0; c < columns; c++) {
            float norm = (x[r * columns + c] - mean[r]) * rstd[r], d = w[c] * dy[r * columns + c];
            of_norm += d;
            of_both += d * norm;
        }
        of_norm = of_norm / columns;
        of_both = of_both / columns;
        for (int c = 0; c < columns; c++) {
            float norm = (x[r * columns + c] - mean[r]) * rstd[r], d = w[c] * dy[r * columns + c];
            dx[r * columns + c] += (d - of_norm - norm * of_both) * rstd[r];
        }
    }
}

// a warp a row; mistake 1: the mean of w dy is not taken off; mistake 2: dx is set
KERNEL(2) void layernorm_backward_warp(const float *dy, const float *x, const float *w, const float *mean,
                                        const float *rstd, float *dx, int rows, int columns) {
    int r = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float *own_x = x + r * columns, *own_dy = dy + r * columns;
    float m = mean[r], s = rstd[r], of_norm = 0.0f, of_both = 0.0f;
    for (int c = lane; c < columns; c += 32) {
        float d = w[c] * own_dy[c];
        of_norm += d;
        of_both = fmaf(d, (own_x[c] - m) * s, of_both);
    }
    of_norm = warp_sum(of_norm) * (1.0f / columns);
    of_both = warp_sum(of_both) * (1.0f / columns);
    for (int c = lane; c < columns; c += 32) {
        float norm = (own_x[c] - m) * s;
        float value = (w[c] * own_dy[c] - (WRONG(1) ? 0.0f : of_norm) - norm * of_both) * s;
        dx[r * columns + c] = WRONG(2) ? value : dx[r * columns + c] + value;
    }
}

KERNEL(0) void layernorm_weights(const float *dy, const float *x, const float *mean, const float *rstd, float *dw,
                                  float *db, int rows, int columns) {
    int c = threadIdx.x;
    float of_w = 0.0f, of_b = 0.0f;
    for (int r = 0; r < rows; r++) {
        of_b += dy[r * columns + c];
        of_w += dy[r * columns + c] * (x[r * columns + c] - mean[r]) * rstd[r];
    }
    dw[c] = of_w;
    db[c] = of_b;
}

// 32 columns by 4 threads, two sums in one array; mistake 1: rows of the others are skipped; mistake 2: no barrier between
// the two uses of the array
KERNEL(2) void layernorm_weights_tile(const float *dy, const float *x, const float *mean, const float *rstd, float *dw,
                                       float *db, int rows, int columns) {
    __shared__ float partial[4][33];
    int c = threadIdx.x;
    float of_w = 0.0f, of_b = 0.0f;
    for (int r = threadIdx.y; r < rows; r += WRONG(1) ? 8 : 4) {
        float d = dy[r * columns + c];
        of_b += d;
        of_w += d * ((x[r * columns + c] - mean[r]) * rstd[r]);
    }
    partial[threadIdx.y][threadIdx.x] = of_w;
    __syncthreads();
    if (threadIdx.y == 0) {
        dw[c] = partial[0][c] + partial[1][c] + partial[2][c] + partial[3][c];
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    partial[threadIdx.y][threadIdx.x] = of_b; //@ layernorm-weights-array-reused
    __syncthreads();
    if (threadIdx.y == 0) {
        db[c] = partial[0][c] + partial[1][c] + partial[2][c] + partial[3][c];
    }
}

// ---- RMS norm with its gradient

KERNEL(0) void rmsnorm_backward(const float *dy, const float *x, const float *w, float *dx, int n, float eps) {
    float squares = 0.0f, dot = 0.0f;
    for (int i = 0; i < n; i++) {
        squares += x[i] * x[i];
        dot += dy[i] * w[i] * x[i];
    }
    float inverse = 1.0f / sqrtf(squares / n + eps);
    for (int i = 0; i < n; i++) {
        dx[i] = dy[i] * w[i] * inverse - x[i] * dot * inverse * inverse * inverse / n;
    }
}

// mistake 1: the square of the inverse where its cube belongs
KERNEL(1) void rmsnorm_backward_warp(const float *dy, const float *x, const float *w, float *dx, int n, float eps) {
    int lane = threadIdx.x;
    float squares = 0.0f, dot = 0.0f;
    for (int i = lane; i < n; i += 32) {
        squares += x[i] * x[i];
        dot += dy[i] * w[i] * x[i];
    }
    squares = warp_sum(squares);
    dot = warp_sum(dot);
    float inverse = rsqrtf(squares / n + eps);
    float share = dot / n * inverse * (WRONG(1) ? 1.0f : inverse);
    for (int i = lane; i < n; i += 32) {
        dx[i] = (dy[i] * w[i] - x[i] * share) * inverse;
    }
}

// ---- Softmax's gradient, causal: row t has t + 1 elements, the others get 0

KERNEL(0) void softmax_backward(const float *dp, const float *p, float *dx, int n, float scale) {
    for (int t = 0; t < n; t++) {
        float dot = 0.0f;
        for (int k = 0; k <= t; k++) {
            dot += p[t * n + k] * dp[t * n + k];
        }
        for (int k = 0; k < n; k++) {
            dx[t * n + k] = k <= t ? scale * p[t * n + k] * (dp[t * n + k] - dot) : 0.0f;
        }
    }
}

// eight lanes a row; mistake 1: the masked ones are in the sum; mistake 2: they are not set
KERNEL(2) void softmax_backward_lanes(const float *dp, const float *p, float *dx, int n, float scale) {
    int t = threadIdx.x / 8, lane = threadIdx.x % 8;
    float dot = 0.0f;
    for (int k = lane; WRONG(1) ? k < n : k <= t; k += 8) {
        dot = fmaf(p[t * n + k], dp[t * n + k], dot);
    }
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        dot += __shfl_xor_sync(0xffffffffu, dot, lanes, 8);
    }
    for (int k = lane; k < n; k += 8) {
        float v = scale * p[t * n + k] * (dp[t * n + k] - dot);
        if (!WRONG(2) || k <= t) {
            dx[t * n + k] = k <= t ? v : 0.0f;
        }
    }
}

// ---- Residual and layer norm in one kernel; the sum, mean and inverse deviation are kept for the backward pass

KERNEL(0) void residual_layernorm(const float *a, const float *b, const float *w, const float *bias, float *sum,
                                   float *y, float *mean, float *rstd, int columns) {
    int r = blockIdx.x;
    float m = 0.0f, v = 0.0f;
    for (int c = 0; c < columns; c++) {
        float out = a[r * columns + c] + b[r * columns + c];
        sum[r * columns + c] = out;
        m += out;
    }
    m = m / columns;
    for (int c = 0; c < columns; c++) {
        float centred = a[r * columns + c] + b[r * columns + c] - m;
        v += centred * centred;
    }
    float s = 1.0f / sqrtf(v / columns + 1e-5f);
    for (int c = 0; c < columns; c++) {
        y[r * columns + c] = s * (a[r * columns + c] + b[r * columns + c] - m) * w[c] + bias[c];
    }
    mean[r] = m;
    rstd[r] = s;
}

// a warp a row, the row in shared memory; mistake 1: the residual kept is the first operand; mistake 2: mean and deviation
// are stored exchanged
KERNEL(2) void residual_layernorm_warp(const float *a, const float *b, const float *w, const float *bias, float *sum,
                                        float *y, float *mean, float *rstd, int columns) {
    extern __shared__ float row[];
    int r = blockIdx.x, lane = threadIdx.x;
    float m = 0.0f, v = 0.0f;
    for (int c = lane; c < columns; c += 32) {
        float out = a[r * columns + c] + b[r * columns + c];
        row[c] = out;
        sum[r * columns + c] = WRONG(1) ? a[r * columns + c] : out;
        m += out;
    }
    m = warp_sum(m) / columns;
    for (int c = lane; c < columns; c += 32) {
        v += (row[c] - m) * (row[c] - m);
    }
    v = warp_sum(v) / columns;
    float s = rsqrtf(v + 1e-5f);
    for (int c = lane; c < columns; c += 32) {
        float n = s * (row[c] - m);
        __stcs(y + r * columns + c, fmaf(n, w[c], bias[c]));
    }
    if (lane == 0) {
        __stcs((WRONG(2) ? rstd : mean) + r, m);
        __stcs((WRONG(2) ? mean : rstd) + r, s);
    }
}

// ---- GELU's gradient

KERNEL(0) void gelu_backward(const float *x, const float *dy, float *dx, int n) {
    int i = threadIdx.x;
    float v = x[i], cube = 0.044715f * v * v * v, t = tanhf(0.7978845608028654f * (v + cube));
    float slope = 0.5f * (1.0f + t) + v * 0.5f * (1.0f - t * t) * 0.7978845608028654f * (1.0f + 3.0f * 0.044715f * v * v);
    dx[i] = slope * dy[i];
}

// by the logistic function s of 2 u: gelu = v s, so s + v s (1 − s) 2 u'; mistake 1: without the 2
KERNEL(1) void gelu_backward_logistic(const float *x, const float *dy, float *dx, int n) {
    int i = threadIdx.x;
    float v = x[i], square = v * v;
    float u = 0.7978845608028654f * v * (1.0f + 0.044715f * square);
    float inner = 0.7978845608028654f * (1.0f + 3.0f * 0.044715f * square);
    float s = 1.0f / (1.0f + __expf(-2.0f * u));
    dx[i] = dy[i] * (s + (WRONG(1) ? 1.0f : 2.0f) * v * s * (1.0f - s) * inner);
}

// ---- SwiGLU's gradient: y = silu(g) * u

KERNEL(0) void swiglu_backward(const float *g, const float *u, const float *dy, float *dg, float *du, int n) {
    int i = threadIdx.x;
    float s = 1.0f / (1.0f + expf(-g[i]));
    dg[i] = dy[i] * u[i] * (s + g[i] * s * (1.0f - s));
    du[i] = dy[i] * g[i] * s;
}

// mistake 1: s (1 + g (1 − s)) becomes s (1 + g − s)
KERNEL(1) void swiglu_backward_vectors(const float4 *g, const float4 *u, const float4 *dy, float4 *dg, float4 *du,
                                        int n) {
    int i = threadIdx.x;
    float4 vg = g[i], vu = u[i], vd = dy[i], rg, ru;
    const float *pg = &vg.x, *pu = &vu.x, *pd = &vd.x;
    float *og = &rg.x, *ou = &ru.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float s = __fdividef(1.0f, 1.0f + __expf(-pg[k])), silu = pg[k] * s;
        ou[k] = pd[k] * silu;
        og[k] = pd[k] * pu[k] * s * (WRONG(1) ? 1.0f + pg[k] - s : 1.0f + pg[k] * (1.0f - s));
    }
    dg[i] = rg;
    du[i] = ru;
}

// ---- Batch norm of training: normalises with the batch's moments and moves the running ones

KERNEL(0) void batchnorm_training(const float *x, const float *w, const float *b, float *running_mean,
                                   float *running_var, float *y, int n, int channels, float momentum) {
    int c = threadIdx.x;
    float mean = 0.0f, var = 0.0f;
    for (int i = 0; i < n; i++) {
        mean += x[i * channels + c];
    }
    mean = mean / n;
    for (int i = 0; i < n; i++) {
        var += (x[i * channels + c] - mean) * (x[i * channels + c] - mean);
    }
    for (int i = 0; i < n; i++) {
        y[i * channels + c] = (x[i * channels + c] - mean) / sqrtf(var / n + 1e-5f) * w[c] + b[c];
    }
    running_mean[c] = (1.0f - momentum) * running_mean[c] + momentum * mean;
    running_var[c] = (1.0f - momentum) * running_var[c] + momentum * var / (n - 1);
}

// a warp a channel, moments in one pass; mistake 1: the running variance is the biased one; mistake 2: momentum weighs the
// old value
KERNEL(2) void batchnorm_training_warp(const float *x, const float *w, const float *b, float *running_mean,
                                        float *running_var, float *y, int n, int channels, float momentum) {
    int c = threadIdx.y, lane = threadIdx.x;
    float sum = 0.0f, squares = 0.0f;
    for (int i = lane; i < n; i += 32) {
        float v = x[i * channels + c];
        sum += v;
        squares += v * v;
    }
    sum = warp_sum(sum);
    squares = warp_sum(squares);
    float mean = sum / n, var = squares / n - mean * mean;
    float scale = w[c] * rsqrtf(var + 1e-5f), shift = b[c] - mean * scale;
    for (int i = lane; i < n; i += 32) {
        y[i * channels + c] = fmaf(x[i * channels + c], scale, shift);
    }
    if (lane == 0) {
        float unbiased = WRONG(1) ? var : var * n / (n - 1.0f);
        float share = WRONG(2) ? 1.0f - momentum : momentum;
        running_mean[c] += share * (mean - running_mean[c]);
        running_var[c] += share * (unbiased - running_var[c]);
    }
}

// ---- Group norm of a tensor whose channels lie innermost

KERNEL(0) void groupnorm_nhwc(const float *x, float *y, int area, int channels, int groups) {
    int g = blockIdx.x, width = channels / groups;
    float mean = 0.0f, var = 0.0f;
    for (int i = 0; i < area; i++) {
        for (int c = 0; c < width; c++) {
            mean += x[i * channels + g * width + c];
        }
    }
    mean = mean / (area * width);
    for (int i = 0; i < area; i++) {
        for (int c = 0; c < width; c++) {
            float d = x[i * channels + g * width + c] - mean;
            var += d * d;
        }
    }
    for (int i = 0; i < area; i++) {
        for (int c = 0; c < width; c++) {
            float d = x[i * channels + g * width + c] - mean;
            y[i * channels + g * width + c] = d * rsqrtf(var / (area * width) + 1e-5f);
        }
    }
}

// a block a group, a thread an element; mistake 1: the channels of a group lie a group's count apart; mistake 2: no barrier
// between the sums and their use
KERNEL(2) void groupnorm_nhwc_block(const float *x, float *y, int area, int channels, int groups) {
    __shared__ float sums[2], squares[2];
    int g = blockIdx.x, width = channels / groups, n = area * width;
    int pixel = threadIdx.x / width, c = threadIdx.x % width;
    int at = pixel * channels + (WRONG(1) ? c * groups + g : g * width + c);
    float v = x[at], s = warp_sum(v), q = warp_sum(v * v);
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.x / 32] = s;
        squares[threadIdx.x / 32] = q;
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    float mean = (sums[0] + sums[1]) / n; //@ groupnorm-nhwc-without-barrier
    float var = (squares[0] + squares[1]) / n - mean * mean;
    y[at] = (v - mean) * rsqrtf(var + 1e-5f);
}

// ---- Fused classifier: the loss of each row and the gradient in place of its logits

KERNEL(0) void classifier(const float *logits, float *losses, float *gradient, const int *target, float scale,
                           int rows, int classes, int padded) {
    for (int r = 0; r < rows; r++) {
        float sum = 0.0f;
        for (int c = 0; c < classes; c++) {
            sum += expf(logits[r * padded + c]);
        }
        losses[r] = logf(sum) - logits[r * padded + target[r]];
        for (int c = 0; c < classes; c++) {
            float p = expf(logits[r * padded + c]) / sum;
            gradient[r * padded + c] = (p - (c == target[r] ? 1.0f : 0.0f)) * scale;
        }
    }
}

// a warp a row, online softmax; mistake 1: the padding is in the sum; mistake 2: the gradient of the target lacks the scale
KERNEL(2) void classifier_fused(const float *logits, float *losses, float *gradient, const int *target, float scale,
                                 int rows, int classes, int padded) {
    int r = blockIdx.x, lane = threadIdx.x;
    const float *row = logits + r * padded;
    float most = -INFINITY, sum = 0.0f;
    for (int c = lane; c < (WRONG(1) ? padded : classes); c += 32) {
        float v = row[c], next = fmaxf(most, v);
        sum = sum * __expf(most - next) + __expf(v - next);
        most = next;
    }
    float all = warp_max(most);
    sum = warp_sum(sum * __expf(most - all));
    float inverse = 1.0f / sum;
    int own = target[r];
    if (lane == 0) {
        losses[r] = -(row[own] - all - logf(sum));
    }
    for (int c = lane; c < classes; c += 32) {
        float p = __expf(row[c] - all) * inverse, indicator = c == own ? 1.0f : 0.0f;
        gradient[r * padded + c] = WRONG(2) ? p * scale - indicator : (p - indicator) * scale;
    }
}

// ---- Losses of regression, mean over the batch

KERNEL(0) void huber(const float *x, const float *t, float *loss, int n, float delta) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        float d = fabsf(x[i] - t[i]);
        sum += d <= delta ? 0.5f * d * d : delta * (d - 0.5f * delta);
    }
    *loss = sum / n;
}

// eight lanes; mistake 1: the linear part is not shifted to meet the other
KERNEL(1) void huber_lanes(const float *x, const float *t, float *loss, int n, float delta) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 8) {
        float d = t[i] - x[i], linear = delta * fabsf(d) - (WRONG(1) ? 0.0f : 0.5f * delta * delta);
        sum += fabsf(d) > delta ? linear : d * d / 2.0f;
    }
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffu, sum, lanes);
    }
    if (threadIdx.x == 0) {
        *loss = sum / n;
    }
}

// binary cross-entropy of logits: max(x, 0) − x t + log(1 + e^−|x|)
KERNEL(0) void bce_logits(const float *x, const float *t, float *loss, int n) {
    int i = threadIdx.x;
    loss[i] = -(t[i] * logf(1.0f / (1.0f + expf(-x[i]))) + (1.0f - t[i]) * logf(1.0f - 1.0f / (1.0f + expf(-x[i]))));
}

// mistake 1: e^|x|
KERNEL(1) void bce_logits_stable(const float *x, const float *t, float *loss, int n) {
    int i = threadIdx.x;
    float v = x[i];
    loss[i] = fmaxf(v, 0.0f) - v * t[i] + log1pf(expf(WRONG(1) ? fabsf(v) : -fabsf(v)));
}

// Kullback-Leibler divergence of two rows of logits, temperature T: sum of p (log p − log q)
KERNEL(0) void distillation(const float *teacher, const float *student, float *loss, int n, float inverse) {
    float p_sum = 0.0f, q_sum = 0.0f, sum = 0.0f;
    for (int i = 0; i < n; i++) {
        p_sum += expf(teacher[i] * inverse);
        q_sum += expf(student[i] * inverse);
    }
    for (int i = 0; i < n; i++) {
        float p = expf(teacher[i] * inverse) / p_sum, q = expf(student[i] * inverse) / q_sum;
        sum += p * (logf(p) - logf(q));
    }
    *loss = sum;
}

// both logarithms outside of the sum; mistake 1: teacher and student are exchanged there
KERNEL(1) void distillation_lanes(const float *teacher, const float *student, float *loss, int n, float inverse) {
    int i = threadIdx.x;
    float t = teacher[i] * inverse, s = student[i] * inverse;
    float p = expf(t), p_sum = p, q_sum = expf(s);
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        p_sum += __shfl_xor_sync(0xffu, p_sum, lanes);
        q_sum += __shfl_xor_sync(0xffu, q_sum, lanes);
    }
    float own = p * (t - s);
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        own += __shfl_xor_sync(0xffu, own, lanes);
    }
    if (i == 0) {
        *loss = own / p_sum + (WRONG(1) ? logf(p_sum) - logf(q_sum) : logf(q_sum) - logf(p_sum));
    }
}

// ---- Recurrent cells, pointwise part: gates lie as [4][H] or [3][H]

__device__ float logistic(float x) { return 1.0f / (1.0f + expf(-x)); }

KERNEL(0) void lstm_cell(const float *gates, const float *c, float *next_c, float *h, int n) {
    int i = threadIdx.x;
    float in = logistic(gates[i]), forget = logistic(gates[n + i]), cell = tanhf(gates[2 * n + i]);
    float out = logistic(gates[3 * n + i]);
    next_c[i] = forget * c[i] + in * cell;
    h[i] = out * tanhf(next_c[i]);
}

// two products kept apart from the gates, as from cuBLAS; tanh by the logistic function; mistake 1: order i, f, o, g
KERNEL(1) void lstm_cell_fused(const float *gates, const float *c, float *next_c, float *h, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float in = logistic(gates[i]), forget = logistic(gates[n + i]);
        float cell = 2.0f * logistic(2.0f * gates[(WRONG(1) ? 3 : 2) * n + i]) - 1.0f;
        float out = logistic(gates[(WRONG(1) ? 2 : 3) * n + i]);
        float state = fmaf(forget, c[i], in * cell);
        next_c[i] = state;
        h[i] = out * (1.0f - 2.0f / (1.0f + expf(2.0f * state)));
    }
}

KERNEL(0) void gru_cell(const float *xg, const float *hg, const float *h, float *next, int n) {
    int i = threadIdx.x;
    float r = logistic(xg[i] + hg[i]), z = logistic(xg[n + i] + hg[n + i]);
    float candidate = tanhf(xg[2 * n + i] + r * hg[2 * n + i]);
    next[i] = (1.0f - z) * candidate + z * h[i];
}

// mistake 1: z and 1 − z are exchanged; mistake 2: the reset gate multiplies the input, too
KERNEL(2) void gru_cell_fused(const float *xg, const float *hg, const float *h, float *next, int n) {
    int i = threadIdx.x;
    float r = logistic(xg[i] + hg[i]), z = logistic(xg[n + i] + hg[n + i]);
    float inner = WRONG(2) ? r * (xg[2 * n + i] + hg[2 * n + i]) : fmaf(r, hg[2 * n + i], xg[2 * n + i]);
    float candidate = 1.0f - 2.0f / (expf(2.0f * inner) + 1.0f);
    next[i] = WRONG(1) ? h[i] + z * (candidate - h[i]) : candidate + z * (h[i] - candidate);
}

// ---- Embedding: tokens and positions forward, and the gradient of the table without atomics

// out[b][t] = wte[token[b][t]] + wpe[t]
KERNEL(0) void encoder_forward(const __nv_bfloat16 *wte, const __nv_bfloat16 *wpe, const int *token,
                                __nv_bfloat16 *out, int steps, int depth) {
    int t = blockIdx.x;
    for (int d = 0; d < depth; d++) {
        float sum = __bfloat162float(wte[token[t] * depth + d]) + __bfloat162float(wpe[t % steps * depth + d]);
        out[t * depth + d] = __float2bfloat16(sum);
    }
}

// packets of 128 bits; mistake 1: the position runs over batches
KERNEL(1) void encoder_forward_packets(const __nv_bfloat16 *wte, const __nv_bfloat16 *wpe, const int *token,
                                        __nv_bfloat16 *out, int steps, int depth) {
    int t = threadIdx.x / (depth / 8), d = threadIdx.x % (depth / 8) * 8;
    int row = token[t], place = WRONG(1) ? min(t, steps - 1) : t % steps;
    uint4 a = __ldcs(reinterpret_cast<const uint4 *>(wte + row * depth + d));
    uint4 b = __ldcs(reinterpret_cast<const uint4 *>(wpe + place * depth + d));
    const __nv_bfloat162 *pa = reinterpret_cast<const __nv_bfloat162 *>(&a);
    const __nv_bfloat162 *pb = reinterpret_cast<const __nv_bfloat162 *>(&b);
    uint4 sum;
    __nv_bfloat162 *ps = reinterpret_cast<__nv_bfloat162 *>(&sum);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float2 x = __bfloat1622float2(pa[k]), y = __bfloat1622float2(pb[k]);
        ps[k] = __floats2bfloat162_rn(x.x + y.x, x.y + y.y);
    }
    *reinterpret_cast<uint4 *>(out + t * depth + d) = sum;
}

// the gradient of position t is the sum over the batch
KERNEL(0) void positions_backward(const float *dout, float *dwpe, int batch, int steps, int depth) {
    for (int i = 0; i < steps * depth; i++) {
        float sum = 0.0f;
        for (int b = 0; b < batch; b++) {
            sum += dout[b * steps * depth + i];
        }
        dwpe[i] += sum;
    }
}

// mistake 1: the stride of the batch is that of a position
KERNEL(1) void positions_backward_vectors(const float *dout, float *dwpe, int batch, int steps, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 sum = reinterpret_cast<float4 *>(dwpe)[i];
    for (int b = 0; b < batch; b++) {
        float4 d = reinterpret_cast<const float4 *>(dout)[b * (WRONG(1) ? depth : steps * depth) / 4 + i];
        sum.x += d.x;
        sum.y += d.y;
        sum.z += d.z;
        sum.w += d.w;
    }
    reinterpret_cast<float4 *>(dwpe)[i] = sum;
}

// dtable[v][d] = sum over the tokens that are v: a thread a cell, so no two threads add to one
KERNEL(0) void embedding_backward(const float *dout, const int *token, float *dtable, int tokens, int depth) {
    int v = threadIdx.x / depth, d = threadIdx.x % depth;
    float sum = 0.0f;
    for (int t = 0; t < tokens; t++) {
        if (token[t] == v) {
            sum += dout[t * depth + d];
        }
    }
    dtable[v * depth + d] = sum;
}

// tokens through shared memory, selection by multiplication; mistake 1: the last token of a word wins; mistake 2: no
// barrier behind the copy
KERNEL(2) void embedding_backward_shared(const float *dout, const int *token, float *dtable, int tokens, int depth) {
    __shared__ int words[64];
    int v = threadIdx.x / depth, d = threadIdx.x % depth;
    if (threadIdx.x < tokens) {
        words[threadIdx.x] = token[threadIdx.x];
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    float sum = 0.0f;
    for (int t = tokens - 1; t >= 0; t--) {
        float own = words[t] == v ? 1.0f : 0.0f; //@ embedding-backward-without-barrier
        sum = WRONG(1) && sum != 0.0f ? sum : fmaf(own, dout[t * depth + d], sum);
    }
    dtable[v * depth + d] = sum;
}
