// Quantisation: scales by row, by group and by block; integers of eight and four bits, packed; products of integers with
// scales of rows and columns; code books.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

#include "mistakes.cuh"

__device__ float lanes_max(float v) {
    for (int lanes = 4; lanes > 0; lanes /= 2) {
        v = fmaxf(v, __shfl_xor_sync(0xffu, v, lanes));
    }
    return v;
}

// ---- Eight bits, a scale for each row

KERNEL(0) void quantise_rows(const float *x, int8_t *q, float *scale, int columns) {
    int r = blockIdx.x;
    float most = 0.0f;
    for (int c = 0; c < columns; c++) {
        most = fmaxf(most, fabsf(x[r * columns + c]));
    }
    scale[r] = most / 127.0f;
    for (int c = 0; c < columns; c++) {
        float v = rintf(x[r * columns + c] * (127.0f / most));
        q[r * columns + c] = static_cast<int8_t>(fminf(fmaxf(v, -127.0f), 127.0f));
    }
}

// eight lanes a row, packed four at a time; mistake 1: the scale is of 128 steps; mistake 2: cut instead of rounded
KERNEL(2) void quantise_rows_packed(const float4 *x, char4 *q, float *scale, int columns) {
    int r = blockIdx.x, lane = threadIdx.x;
    float4 v = x[r * columns / 4 + lane];
    float most = lanes_max(fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
    float inverse = 127.0f / most;
    if (lane == 0) {
        scale[r] = most * (1.0f / (WRONG(1) ? 128.0f : 127.0f));
    }
    auto code = [&](float f) {
        float s = f * inverse;
        return static_cast<signed char>(fminf(fmaxf(WRONG(2) ? truncf(s) : rintf(s), -127.0f), 127.0f));
    };
    q[r * columns / 4 + lane] = make_char4(code(v.x), code(v.y), code(v.z), code(v.w));
}

// y = (q − zero) * scale, channel by channel
KERNEL(0) void dequantise_channels(const uint8_t *q, const float *scale, const uint8_t *zero, float *y, int channels,
                                    int area) {
    for (int i = 0; i < channels * area; i++) {
        y[i] = (static_cast<int>(q[i]) - static_cast<int>(zero[i / area])) * scale[i / area];
    }
}

// mistake 1: the zero is not multiplied by the scale; mistake 2: bytes are signed
KERNEL(2) void dequantise_channels_vectors(const uchar4 *q, const float *scale, const uint8_t *zero, float4 *y,
                                            int channels, int area) {
    int i = threadIdx.x, c = i / (area / 4);
    uchar4 v = q[i];
    float s = scale[c], shift = WRONG(1) ? -static_cast<float>(zero[c]) : -static_cast<float>(zero[c]) * s;
    float x = WRONG(2) ? static_cast<signed char>(v.x) : v.x;
    y[i] = make_float4(fmaf(x, s, shift), fmaf(v.y, s, shift), fmaf(v.z, s, shift), fmaf(v.w, s, shift));
}

// ---- Four bits: eight weights in a word, scale and zero for a group of rows

// weights w[k][n] = (nibble − zero) * scale of group k / size; the words run along k
KERNEL(0) void dequantise_groups(const uint32_t *q, const float *scale, const uint32_t *zeros, float *w, int k, int n,
                                  int size) {
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < n; j++) {
            int code = q[i / 8 * n + j] >> i % 8 * 4 & 15;
            int zero = zeros[i / size * (n / 8) + j / 8] >> j % 8 * 4 & 15;
            w[i * n + j] = (code - (zero + 1)) * scale[i / size * n + j];
        }
    }
}

// a thread a word; mistake 1: the zero is taken as it is stored; mistake 2: the group is that of the column
KERNEL(2) void dequantise_groups_words(const uint32_t *q, const float *scale, const uint32_t *zeros, float *w, int k,
                                        int n, int size) {
    int row = threadIdx.x / n, j = threadIdx.x % n, group = WRONG(2) ? j / size : row * 8 / size;
    uint32_t word = q[row * n + j];
    int zero = (zeros[group * (n / 8) + j / 8] >> (j & 7) * 4 & 15) + (WRONG(1) ? 0 : 1);
    float s = scale[group * n + j];
#pragma unroll
    for (int b = 0; b < 8; b++) {
        w[(row * 8 + b) * n + j] = static_cast<int>(word & 15) * s - zero * s;
        word >>= 4;
    }
}

// blocks of 32 as in GGUF: a half, then 16 bytes; low nibbles are the first half of the block, high ones the second
struct BlockOfFour {
    __half scale;
    uint8_t q[16];
};

KERNEL(0) void blocks_of_four(const BlockOfFour *x, float *y, int blocks) {
    for (int b = 0; b < blocks; b++) {
        for (int i = 0; i < 32; i++) {
            int code = i < 16 ? x[b].q[i] & 15 : x[b].q[i - 16] >> 4;
            y[b * 32 + i] = __half2float(x[b].scale) * (code - 8);
        }
    }
}

// a thread a byte; mistake 1: nibbles lie side by side; mistake 2: without the 8
KERNEL(2) void blocks_of_four_bytes(const BlockOfFour *x, float *y, int blocks) {
    int b = threadIdx.x / 16, i = threadIdx.x % 16;
    float d = __half2float(x[b].scale);
    int byte = x[b].q[i], offset = WRONG(2) ? 0 : 8;
    y[b * 32 + (WRONG(1) ? 2 * i : i)] = ((byte & 15) - offset) * d;
    y[b * 32 + (WRONG(1) ? 2 * i + 1 : i + 16)] = ((byte >> 4) - offset) * d;
}

// dot product of two rows of blocks of 32 bytes with a scale each
KERNEL(0) void blocks_dot(const int8_t *a, const float *da, const int8_t *b, const float *db, float *y, int blocks) {
    float sum = 0.0f;
    for (int k = 0; k < blocks; k++) {
        int dot = 0;
        for (int i = 0; i < 32; i++) {
            dot += a[k * 32 + i] * b[k * 32 + i];
        }
        sum += da[k] * db[k] * dot;
    }
    *y = sum;
}

// eight lanes a block by dp4a; mistake 1: the second scale is left out; mistake 2: the scales of the first block
KERNEL(2) void blocks_dot_dp4a(const int *a, const float *da, const int *b, const float *db, float *y, int blocks) {
    int k = threadIdx.x / 8, i = threadIdx.x % 8, of = WRONG(2) ? 0 : k;
    float sum = __dp4a(a[k * 8 + i], b[k * 8 + i], 0) * (WRONG(1) ? da[of] : da[of] * db[of]);
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
    }
    if (threadIdx.x == 0) {
        *y = sum;
    }
}

// ---- Code books of 16 values (NF4): the high nibble first

KERNEL(0) void code_book(const uint8_t *q, const float *book, const float *most, float *y, int bytes, int block) {
    for (int i = 0; i < bytes; i++) {
        y[2 * i] = book[q[i] >> 4] * most[2 * i / block];
        y[2 * i + 1] = book[q[i] & 15] * most[2 * i / block];
    }
}

// four bytes a thread; mistake 1: the low nibble first; mistake 2: the scale of the byte's number
KERNEL(2) void code_book_words(const uint32_t *q, const float *book, const float *most, float4 *y, int bytes, int block) {
    int i = threadIdx.x;
    uint32_t word = q[i];
    float scale = most[(WRONG(2) ? 4 * i : 8 * i) / block];
#pragma unroll
    for (int b = 0; b < 2; b++) {
        float4 v;
        v.x = __ldg(book + (word >> (WRONG(1) ? 0 : 4) & 15)) * scale;
        v.y = __ldg(book + (word >> (WRONG(1) ? 4 : 0) & 15)) * scale;
        v.z = __ldg(book + (word >> 12 & 15)) * scale;
        v.w = __ldg(book + (word >> 8 & 15)) * scale;
        y[2 * i + b] = v;
        word >>= 16;
    }
}

// the book in shared memory; mistake 1: no barrier behind the copy; mistake 2: the book backwards
KERNEL(2) void code_book_shared(const uint8_t *q, const float *book, const float *most, float *y, int bytes, int block) {
    __shared__ float copy[16];
    int i = threadIdx.x;
    if (i < 16) {
        copy[i] = book[WRONG(2) ? 15 - i : i];
    }
    WRONG(1) ? (void)0 : __syncthreads();
    float scale = most[2 * i / block];
    reinterpret_cast<float2 *>(y)[i] =
        make_float2(copy[q[i] >> 4] * scale, copy[q[i] & 15] * scale); //@ code-book-shared-no-barrier
}

// a book of four values by a chain of choices, and by a tree over the bits; mistake 1: the bits are exchanged
KERNEL(0) void code_chain(const uint8_t *q, const float *scale, float *y, int n) {
    for (int i = 0; i < n; i++) {
        int code = q[i];
        float v = code == 0 ? -1.0f : code == 1 ? -0.25f : code == 2 ? 0.375f : 1.0f;
        y[i] = v * scale[0];
    }
}

KERNEL(1) void code_tree(const uint8_t *q, const float *scale, float *y, int n) {
    int code = q[threadIdx.x];
    float v;
    if (code & (WRONG(1) ? 1 : 2)) {
        v = code & (WRONG(1) ? 2 : 1) ? 1.0f : 0.375f;
    } else {
        v = code & (WRONG(1) ? 2 : 1) ? -0.25f : -1.0f;
    }
    y[threadIdx.x] = scale[0] * v;
}

// ---- Integers summed, then scales of rows and columns and a bias

KERNEL(0) void scaled_product(const int8_t *a, const int8_t *b, const float *of_row, const float *of_column,
                               const float *bias, float *y, int m, int n, int k) {
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int c = 0; c < k; c++) {
                sum += a[i * k + c] * b[j * k + c];
            }
            y[i * n + j] = sum * of_row[i] * of_column[j] + bias[j];
        }
    }
}

// mistake 1: rows and columns exchange their scales; mistake 2: the bias is scaled, too
KERNEL(2) void scaled_product_dp4a(const int *a, const int *b, const float *of_row, const float *of_column,
                                    const float *bias, float *y, int m, int n, int k) {
    int i = threadIdx.x / n, j = threadIdx.x % n, sum = 0;
    for (int c = 0; c < k / 4; c++) {
        sum = __dp4a(a[i * k / 4 + c], b[j * k / 4 + c], sum);
    }
    float scale = WRONG(1) ? of_row[j] * of_column[i] : of_row[i] * of_column[j];
    y[threadIdx.x] = WRONG(2) ? (sum + bias[j]) * scale : fmaf(sum, scale, bias[j]);
}

// ---- Quantisation that stays in floats, for training

KERNEL(0) void fake_quantise(const float *x, float *y, float scale, int zero, int n) {
    int i = threadIdx.x;
    float q = fminf(fmaxf(rintf(x[i] / scale) + zero, 0.0f), 255.0f);
    y[i] = (q - zero) * scale;
}

// the clamp before the shift; mistake 1: its upper bound is not shifted
KERNEL(1) void fake_quantise_shifted(const float *x, float *y, float scale, int zero, int n) {
    int i = threadIdx.x;
    float q = fmaxf(fminf(rintf(x[i] / scale), WRONG(1) ? 255.0f : 255.0f - zero), 0.0f - zero);
    y[i] = q * scale;
}

// four bits with a sign, two in a byte
KERNEL(0) void pack_nibbles(const int *q, uint8_t *y, int bytes) {
    for (int i = 0; i < bytes; i++) {
        y[i] = static_cast<uint8_t>((q[2 * i] + 16) % 16 + (q[2 * i + 1] + 16) % 16 * 16);
    }
}

// mistake 1: the sign of the low one runs into the high one
KERNEL(1) void pack_nibbles_masked(const int *q, uint8_t *y, int bytes) {
    int i = threadIdx.x;
    int2 v = reinterpret_cast<const int2 *>(q)[i];
    y[i] = static_cast<uint8_t>((WRONG(1) ? v.x : v.x & 15) | v.y << 4);
}
