// Data that decide: branches, trip counts, bounds of loops with barriers, indices, histograms, row pointers.

// ---- A branch on data, and a barrier in one.

extern "C" __global__ void branch(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (x[i] > 0.0f) y[i] = x[i];
        else y[i] = -1.0f;
    }
}

extern "C" __global__ void branch_barrier(const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x;
    row[t] = x[t];
    if (row[t] > 0.0f) {
        __syncthreads(); //@ branch-barrier
        y[t] = row[255 - t];
    } else {
        y[t] = 0.0f;
    }
    __syncthreads();
    y[t] += row[t ^ 1];
}

// ---- A branch on what a block reads is one for all of its threads.

extern "C" __global__ void branch_block(const int *flag, const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (flag[blockIdx.x] != 0) {
        row[t] = x[i];
        __syncthreads();
        y[i] = row[255 - t];
    } else {
        y[i] = 0.0f;
    }
}

// Each half of the block reads a flag of its own, and so does each half of the warp.
extern "C" __global__ void branch_half(const int *flag, const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (flag[t / 16] != 0) {
        row[t] = x[i];
        __syncthreads(); //@ branch-half
        y[i] = row[255 - t];
    } else {
        y[i] = 0.0f;
    }
    __syncthreads();
    y[i] += 1.0f;
}

// ---- Trip counts from data.

extern "C" __global__ void trips(const int *count, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k < count[i]; k++) sum += k * sum + 1.0f;
        y[i] = sum;
    }
}

// The results of the rounds are stored one after the other, where the neighbour's are.
extern "C" __global__ void trips_spread(const int *count, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        for (int k = 0; k < count[i] && i + k < n; k++) y[i + k] = k; //@ trips-spread
    }
}

// ---- A while loop on data.

extern "C" __global__ void halve(const int *x, int *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int v = x[i], steps = 0;
        while (v > 1) {
            v = v % 2 ? v - 1 : v / 2;
            steps++;
        }
        y[i] = steps;
    }
}

// With a barrier in it, for which some of the threads come.
extern "C" __global__ void halve_barrier(const int *x, int *y) {
    __shared__ int row[256];
    int t = threadIdx.x, v = x[t], steps = 0;
    row[t] = 0;
    while (v > 1) {
        row[t] = v;
        __syncthreads(); //@ halve-barrier
        v = v / 2;
        steps++;
    }
    __syncthreads();
    y[t] = steps + row[255 - t];
}

// ---- Barriers in a loop whose bound is read by the block, or by each thread.

extern "C" __global__ void rounds(const int *count, const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x, rounds = count[blockIdx.x];
    float v = x[t];
    for (int k = 0; k < rounds; k++) {
        row[t] = v;
        __syncthreads();
        v += row[(t + 1) % 256];
        __syncthreads();
    }
    y[blockIdx.x * 256 + t] = v;
}

extern "C" __global__ void rounds_of_thread(const int *count, const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x, rounds = count[t];
    float v = x[t];
    for (int k = 0; k < rounds; k++) {
        row[t] = v;
        __syncthreads(); //@ rounds-of-thread
        v += row[(t + 1) % 256];
        __syncthreads();
    }
    row[t] = v;
    __syncthreads();
    v += row[255 - t];
    y[blockIdx.x * 256 + t] = v;
}

// The next round is stored while others still read this one.
extern "C" __global__ void rounds_one_barrier(const int *count, const float *x, float *y) {
    __shared__ float row[256];
    int t = threadIdx.x, rounds = count[blockIdx.x];
    float v = x[t];
    for (int k = 0; k < rounds; k++) {
        row[t] = v; //@ rounds-one-barrier
        __syncthreads();
        v += row[(t + 1) % 256];
    }
    y[blockIdx.x * 256 + t] = v;
}

// ---- All go on while any has something left (__syncthreads_or), or each decides for itself.

extern "C" __global__ void until_none(const int *x, int *y) {
    __shared__ int row[256];
    int t = threadIdx.x, v = x[t];
    do {
        row[t] = v;
        __syncthreads();
        int other = row[255 - t];
        v = v > 0 ? v - 1 - (other & 1) : v;
    } while (__syncthreads_or(v > 0));
    y[t] = v;
}

extern "C" __global__ void until_own(const int *x, int *y) {
    __shared__ int row[256];
    int t = threadIdx.x, v = x[t];
    do {
        row[t] = v;
        __syncthreads(); //@ until-own
        int other = row[255 - t];
        __syncthreads();
        v = v > 0 ? v - 1 - (other & 1) : v;
    } while (v > 0);
    __syncthreads();
    y[t] = v + row[t ^ 1];
}

// ---- Indices from data: guarded and not.

extern "C" __global__ void gather(const int *index, const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = index[i];
        y[i] = j >= 0 && j < m ? x[j] : 0.0f;
    }
}

extern "C" __global__ void gather_half_guarded(const int *index, const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = index[i];
        y[i] = j < m ? x[j] : 0.0f; //@ gather-half-guarded
    }
}

// ---- Elements scattered by distinct indices, and by any.

extern "C" __global__ void scatter(const int *index, const float *x, float *y, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int j = index[i];
        if (j >= 0 && j < m) y[j] = x[i]; //@ scatter-any
    }
}

// ---- A histogram in shared memory, added to the global one.

extern "C" __global__ void histogram(const unsigned *x, int *y, int n, unsigned bins) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    part[t] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&part[x[i] % bins], 1);
    __syncthreads();
    if (t < bins) atomicAdd(&y[t], part[t]);
}

// Counts begin before all bins are zero.
extern "C" __global__ void histogram_early(const unsigned *x, int *y, int n, unsigned bins) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    part[t] = 0; //@ histogram-early
    if (i < n) atomicAdd(&part[x[i] % bins], 1);
    __syncthreads();
    if (t < bins) atomicAdd(&y[t], part[t]);
}

// Counted without atomics.
extern "C" __global__ void histogram_plain(const unsigned *x, int *y, int n, unsigned bins) {
    __shared__ int part[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    part[t] = 0;
    __syncthreads();
    if (i < n) part[x[i] % bins]++; //@ histogram-plain
    __syncthreads();
    if (t < bins) atomicAdd(&y[t], part[t]);
}

// Values are taken for bins.
extern "C" __global__ void histogram_values(const unsigned *x, int *y, int n, unsigned bins) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) atomicAdd(&y[x[i]], 1); //@ histogram-values
}

// ---- Row pointers: a product with a vector reads between them, an expansion writes there.

extern "C" __global__ void rows_product(const int *row, const int *column, const float *v, const float *x, float *y, int n, int m, int nonzero) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int k = max(row[i], 0); k < min(row[i + 1], nonzero); k++) {
            int j = column[k];
            if (j >= 0 && j < m) sum += v[k] * x[j];
        }
        y[i] = sum;
    }
}

// The end of the last row is read from a tensor of n row pointers.
extern "C" __global__ void rows_product_last(const int *row, const int *column, const float *v, const float *x, float *y, int n, int m, int nonzero) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0.0f;
        for (int k = max(row[i], 0); k < min(row[i + 1], nonzero); k++) { //@ rows-product-last
            int j = column[k];
            if (j >= 0 && j < m) sum += v[k] * x[j];
        }
        y[i] = sum;
    }
}

// One row in one block: the threads share its elements.
extern "C" __global__ void row_expand(const int *row, float *y, int nonzero) {
    int first = min(max(row[blockIdx.x], 0), nonzero), past = min(row[blockIdx.x + 1], nonzero);
    for (int k = first + threadIdx.x; k < past; k += blockDim.x) y[k] = blockIdx.x; //@ row-expand-any
}

// A row that begins at 2^31 - 1 wraps around: its second element is at -2^31, which is below the end.
extern "C" __global__ void row_expand_wraps(const int *row, float *y, int nonzero) {
    int first = max(row[blockIdx.x], 0), past = min(row[blockIdx.x + 1], nonzero);
    for (int k = first + threadIdx.x; k < past; k += blockDim.x) y[k] = blockIdx.x; //@ row-expand-wraps
}

// Rows begin at sums of lengths that are not negative: monotone by construction.
extern "C" __global__ void row_expand_computed(float *y, int width) {
    int first = blockIdx.x * width, past = (blockIdx.x + 1) * width;
    for (int k = first + threadIdx.x; k < past; k += blockDim.x) y[k] = blockIdx.x;
}
