// Kernels whose pointers come in structures by value: views of tensors, lists of tensors, one block of parameters.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- A view: data, extents and strides, as tensor libraries pass them

struct View {
    float *data;
    int extent[3];
    int stride[3];
    int dims;
};

__device__ int place(const View &v, int flat) {
    int at = 0;
    for (int d = v.dims - 1; d > 0; d--) {
        at += flat % v.extent[d] * v.stride[d];
        flat /= v.extent[d];
    }
    return at + flat * v.stride[0];
}

KERNEL(0) void contiguous_plain(const float *x, float *y, int rows, int columns, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns) {
        y[i] = alpha * x[i % columns * rows + i / columns];
    }
}

// mistake 1: the destination is written by the source's strides; mistake 2: the guard is left out
KERNEL(2) void contiguous_views(View from, View to, int n, float alpha) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (WRONG(2) || i < n) {
        to.data[place(WRONG(1) ? from : to, i)] = from.data[place(from, i)] * alpha; //@ contiguous-unguarded
    }
}

// ---- One launch for a list of tensors, as optimisers use it: blocks are dealt out to chunks of tensors

struct List {
    float *weight[3];
    const float *gradient[3];
    int size[3];
    unsigned char tensor[8];
    int chunk[8];
};

KERNEL(0) void descend_plain(float *w0, const float *g0, float *w1, const float *g1, float *w2, const float *g2, int n0, int n1,
                             int n2, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n0) {
        w0[i] -= rate * g0[i];
    }
    if (i < n1) {
        w1[i] -= rate * g1[i];
    }
    if (i < n2) {
        w2[i] -= rate * g2[i];
    }
}

// mistake 1: the gradient is that of the first tensor; mistake 2: every block of a tensor takes its first chunk
KERNEL(2) void descend_list(List list, float rate) {
    int t = list.tensor[blockIdx.x], chunk = WRONG(2) ? 0 : list.chunk[blockIdx.x];
    float *w = list.weight[t];
    const float *g = list.gradient[WRONG(1) ? 0 : t];
    int i = chunk * blockDim.x + threadIdx.x;
    if (i < list.size[t]) {
        w[i] = fmaf(-rate, g[i], w[i]); //@ descend-chunks-shared
    }
}

// ---- All parameters in one block, nested, with scalars that are not known

struct Epilogue {
    const float *bias;
    float scale;
    int relu;
};

struct Parameters {
    const float *a, *b;
    float *c;
    Epilogue epilogue;
    int3 shape;
};

KERNEL(0) void block_plain(const float *a, const float *b, float *c, const float *bias, float scale, int m, int n, int k) {
    int row = threadIdx.y, column = threadIdx.x;
    float sum = 0.0f;
    for (int p = 0; p < k; p++) {
        sum += a[row * k + p] * b[p * n + column];
    }
    c[row * n + column] = fmaxf(scale * sum + bias[column], 0.0f);
}

// mistake 1: the bias is scaled, too; mistake 2: the strides of A and B are exchanged
KERNEL(2) void block_parameters(const __grid_constant__ Parameters p) {
    int row = threadIdx.y, column = threadIdx.x;
    float even = 0.0f, odd = 0.0f;
    for (int q = 0; q + 1 < p.shape.z; q += 2) {
        int lda = WRONG(2) ? p.shape.y : p.shape.z, ldb = WRONG(2) ? p.shape.z : p.shape.y;
        even += p.a[row * lda + q] * p.b[q * ldb + column];
        odd += p.a[row * lda + q + 1] * p.b[(q + 1) * ldb + column]; //@ block-parameters-strides
    }
    float sum = even + odd, bias = p.epilogue.bias[column];
    float y = WRONG(1) ? p.epilogue.scale * (sum + bias) : p.epilogue.scale * sum + bias;
    p.c[row * p.shape.y + column] = p.epilogue.relu && y < 0.0f ? 0.0f : y;
}
