// Operators of several launches, as they are written where one CTA cannot see the whole tensor: each leaves
// something in a temporary tensor for the next. -DMISTAKES=1 and =2 compile the mistakes.
#ifndef MISTAKES
#define MISTAKES 0
#endif
#define WRONG(n) (MISTAKES == (n))
#define KERNEL extern "C" __global__ void

constexpr int WARP = 32;

__device__ float warp_sum(float value) {
    for (int distance = WARP / 2; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xffffffff, value, distance);
    return value;
}

// ---------------------------------------------------------------- mean of a vector, then its deviation

// One partial sum for each CTA of one warp. Mistake 1: the ragged end is read beyond the vector.
KERNEL partial_sums(const float *x, float *partial, int n) {
    int i = blockIdx.x * WARP + threadIdx.x;
    float value = WRONG(1) || i < n ? x[i] : 0; //@ mean-reads-beyond-the-end
    value = warp_sum(value);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = value;
}

// The sum of the partial sums over n. Mistake 2: one of them is forgotten.
KERNEL total(const float *partial, float *mean, int count, int n) {
    float sum = 0;
    for (int i = WRONG(2); i < count; i++)
        sum += partial[i];
    *mean = sum / n;
}

KERNEL deviation(const float *x, const float *mean, float *y, int n) {
    int i = blockIdx.x * WARP + threadIdx.x;
    if (i < n)
        y[i] = x[i] - *mean;
}

// ---------------------------------------------------------------- batch norm: statistics, then the elements

// Sums and sums of squares by channel, [C, 2], of x [N, C]. Mistake 1: nothing sets them to zero first.
KERNEL channel_sums(const float *x, float *sums, int n, int c) {
    int channel = blockIdx.x, row = threadIdx.x;
    float value = row < n ? x[row * c + channel] : 0;
    float sum = warp_sum(value), squares = warp_sum(value * value);
    if (row == 0) {
        sums[2 * channel] = WRONG(1) ? sums[2 * channel] + sum : sum; //@ batch-norm-of-unset-sums
        sums[2 * channel + 1] = squares;
    }
}

// Mistake 2: the variance is divided by n - 1.
KERNEL normalize(const float *x, const float *sums, const float *gain, const float *bias, float *y, int n, int c) {
    int i = blockIdx.x * WARP + threadIdx.x;
    if (i >= n * c)
        return;
    int channel = i % c;
    float mean = sums[2 * channel] / n;
    float variance = (sums[2 * channel + 1] / n - mean * mean) * (WRONG(2) ? n / (n - 1.f) : 1.f);
    y[i] = (x[i] - mean) * rsqrtf(variance + 1e-5f) * gain[channel] + bias[channel];
}

// ---------------------------------------------------------------- a product split along k

// Products of parts of the rows of A [M, K] with B [K, N]: partial [S, M, N]. Mistake 2: the last part is cut short.
KERNEL split_product(const float *a, const float *b, float *partial, int m, int n, int k, int part) {
    int row = threadIdx.x / n, column = threadIdx.x % n, split = blockIdx.x;
    if (row >= m)
        return;
    int end = min(k - WRONG(2), (split + 1) * part);
    float sum = 0;
    for (int i = split * part; i < end; i++)
        sum += a[row * k + i] * b[i * n + column];
    partial[(split * m + row) * n + column] = sum;
}

// Mistake 1: it adds one part more than there is.
KERNEL join(const float *partial, float *c, int size, int splits) {
    int i = threadIdx.x;
    if (i >= size)
        return;
    float sum = 0;
    for (int s = 0; s < splits + WRONG(1); s++)
        sum += partial[s * size + i]; //@ product-adds-a-part-too-many
    c[i] = sum;
}
