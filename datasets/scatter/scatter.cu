// Writes at indices that data decide: scatters of elements and rows, gradients of embeddings, histograms, tokens routed
// to experts. Each as a reference and as it is written for speed. With -DMISTAKES every fast one has one mistake.
#include <cuda_runtime.h>

#ifdef MISTAKES
constexpr bool WRONG = true;
#else
constexpr bool WRONG = false;
#endif

constexpr int N = 8;    // elements, tokens
constexpr int DEPTH = 4;
constexpr int BINS = 8;
constexpr int ITEMS = 64;

// y[index[i]] = x[i], one thread after the other
extern "C" __global__ void scatter(const float *x, const int *index, float *y) {
    for (int i = 0; i < N; i++) {
        y[index[i]] = x[i];
    }
}

// a thread an element: races unless the indices are distinct; the mistake takes the next element
extern "C" __global__ void scatter_wide(const float *x, const int *index, float *y) {
    int i = threadIdx.x;
    y[index[i]] = x[WRONG ? i ^ 1 : i]; //@ scatter-any
}

// from the last to the first
extern "C" __global__ void scatter_backwards(const float *x, const int *index, float *y) {
    for (int i = N - 1; i >= 0; i--) {
        y[index[i]] = x[i];
    }
}

// elements that have a place only; the mistake admits one place more
extern "C" __global__ void scatter_guarded(const float *x, const int *index, float *y) {
    int i = threadIdx.x, at = index[i];
    if (at >= 0 && at < (WRONG ? N + 1 : N)) {
        y[at] = x[i]; //@ guarded-beyond
    }
}

extern "C" __global__ void scatter_guarded_loop(const float *x, const int *index, float *y) {
    for (int i = 0; i < N; i++) {
        unsigned at = index[i];
        if (at < N) {
            y[at] = x[i];
        }
    }
}

// token t goes to row slot[t] of the experts' input (mixture of experts): y[slot[t]][d] = x[t][d]
extern "C" __global__ void route(const float *x, const int *slot, float *y) {
    for (int t = 0; t < N; t++) {
        for (int d = 0; d < DEPTH; d++) {
            y[slot[t] * DEPTH + d] = x[t * DEPTH + d];
        }
    }
}

// four elements a thread; the mistake writes the rows of a table of half the depth
extern "C" __global__ void route_vector(const float *x, const int *slot, float *y) {
    int t = threadIdx.x;
    float4 v = reinterpret_cast<const float4 *>(x)[t];
    *reinterpret_cast<float4 *>(y + slot[t] * (WRONG ? DEPTH / 2 : DEPTH)) = v; //@ route-broken
}

// gradient of an embedding: g[token[t]][d] += dy[t][d]
extern "C" __global__ void embedding_backward(const float *dy, const int *token, float *g) {
    int t = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    atomicAdd(&g[token[t] * DEPTH + d], dy[t * DEPTH + d]);
}

// a thread a row of the table, without atomics; the mistake leaves out the last token
extern "C" __global__ void embedding_backward_rows(const float *dy, const int *token, float *g) {
    int row = threadIdx.x / DEPTH, d = threadIdx.x % DEPTH;
    float sum = g[row * DEPTH + d];
    for (int t = 0; t < (WRONG ? N - 1 : N); t++) {
        if (token[t] == row) {
            sum += dy[t * DEPTH + d];
        }
    }
    g[row * DEPTH + d] = sum;
}

// hist[b] = hist[b] + the number of items in bin b, by atomics
extern "C" __global__ void histogram(const int *bin, int *hist) {
    atomicAdd(&hist[bin[threadIdx.x]], 1);
}

// a private one in shared memory first; the mistake loses the last item
extern "C" __global__ void histogram_private(const int *bin, int *hist) {
    __shared__ int own[BINS];
    if (threadIdx.x < BINS) {
        own[threadIdx.x] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < (WRONG ? ITEMS - 1 : ITEMS); i += blockDim.x) {
        atomicAdd(&own[bin[i]], 1);
    }
    __syncthreads();
    if (threadIdx.x < BINS) {
        atomicAdd(&hist[threadIdx.x], own[threadIdx.x]);
    }
}

// without setting it to 0 first
extern "C" __global__ void histogram_uninitialised(const int *bin, int *hist) {
    __shared__ int own[BINS];
    atomicAdd(&own[bin[threadIdx.x]], 1); //@ histogram-uninitialised
    __syncthreads();
    if (threadIdx.x < BINS) {
        atomicAdd(&hist[threadIdx.x], own[threadIdx.x]);
    }
}

// without the barrier before it is read
extern "C" __global__ void histogram_without_barrier(const int *bin, int *hist) {
    __shared__ int own[BINS];
    if (threadIdx.x < BINS) {
        own[threadIdx.x] = 0;
    }
    __syncthreads();
    atomicAdd(&own[bin[threadIdx.x]], 1);
    if (threadIdx.x < BINS) {
        atomicAdd(&hist[threadIdx.x], own[threadIdx.x]); //@ histogram-race
    }
}

// each thread counts one bin; the mistake shifts the bins
extern "C" __global__ void histogram_bins(const int *bin, int *hist) {
    int count = 0;
    for (int i = 0; i < ITEMS; i++) {
        count += bin[i] == (int)threadIdx.x + (WRONG ? 1 : 0) ? 1 : 0;
    }
    hist[threadIdx.x] += count;
}
