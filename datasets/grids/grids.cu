// Whole grids: what all CTAs together leave in the output, compared between different grids.

// ---- Sum of two vectors

// A thread an element.
extern "C" __global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

// Any grid: threads stride over the vector.
extern "C" __global__ void add_strided(const float *a, const float *b, float *c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        c[i] = a[i] + b[i];
    }
}

// Vectors of four.
extern "C" __global__ void add_vectors(const float4 *a, const float4 *b, float4 *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 x = a[i], y = b[i];
        c[i] = make_float4(y.x + x.x, y.y + x.y, y.z + x.z, y.w + x.w);
    }
}

// Broken: each CTA starts one element early, so that neighbours write the same element.
extern "C" __global__ void add_overlapping(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * (blockDim.x - 1) + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i]; //@ overlapping-ctas
}

// ---- Transposition of a matrix of rows x columns

extern "C" __global__ void transpose(const float *in, float *out, int rows, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns) out[c * rows + r] = in[r * columns + c];
}

// Through a tile in shared memory, so that both sides are coalesced; 8 x 2 threads for 8 x 8 tiles.
#define TILE 8
template <bool REPAIRED, bool SWAPPED>
__device__ __forceinline__ void tiled(const float *in, float *out, int rows, int columns) {
    __shared__ float tile[TILE][TILE + 1];
    int c = blockIdx.x * TILE + threadIdx.x, r = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y) {
        if (r + j < rows && c < columns) tile[threadIdx.y + j][threadIdx.x] = in[(r + j) * columns + c];
    }
    if (REPAIRED) __syncthreads();
    c = (SWAPPED ? blockIdx.x : blockIdx.y) * TILE + threadIdx.x;
    r = (SWAPPED ? blockIdx.y : blockIdx.x) * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += blockDim.y) {
        if (c < rows && r + j < columns) {
            out[(r + j) * rows + c] = tile[threadIdx.x][threadIdx.y + j]; //@ tile-without-barrier
        }
    }
}

extern "C" __global__ void transpose_tiled(const float *in, float *out, int rows, int columns) {
    tiled<true, false>(in, out, rows, columns);
}

// Broken: the tile is read before it is complete.
extern "C" __global__ void transpose_without_barrier(const float *in, float *out, int rows, int columns) {
    tiled<false, false>(in, out, rows, columns);
}

// Broken: elements change places within their tile, tiles stay where they are. The matrix is square.
extern "C" __global__ void transpose_tiles_stay(const float *in, float *out, int rows, int columns) {
    tiled<true, true>(in, out, rows, columns);
}

// Broken: in place, where it is one CTA's output and another one's input.
extern "C" __global__ void transpose_in_place(float *m, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    m[c * n + r] = m[r * n + c]; //@ transpose-in-place
}

// Right: each pair of elements is exchanged by one thread.
extern "C" __global__ void transpose_exchange(float *m, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < c) {
        float t = m[r * n + c];
        m[r * n + c] = m[c * n + r];
        m[c * n + r] = t;
    }
}

// ---- Three-point stencil

extern "C" __global__ void stencil(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i > 0 ? in[i - 1] : 0.0f, right = i < n - 1 ? in[i + 1] : 0.0f;
    if (i < n) out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

// Through shared memory with a halo of one on each side.
extern "C" __global__ void stencil_tiled(const float *in, float *out, int n) {
    __shared__ float tile[18];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    tile[t] = in[i];
    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (threadIdx.x == blockDim.x - 1) tile[t + 1] = i < n - 1 ? in[i + 1] : 0.0f;
    __syncthreads();
    out[i] = 0.25f * (tile[t - 1] + 2.0f * tile[t] + tile[t + 1]);
}

// Broken: in place.
extern "C" __global__ void stencil_in_place(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i > 0 ? x[i - 1] : 0.0f, right = i < n - 1 ? x[i + 1] : 0.0f;
    float v = 0.25f * left + 0.5f * x[i] + 0.25f * right;
    x[i] = v; //@ stencil-in-place
}

// Broken: the halo between CTAs is taken for the border of the vector.
extern "C" __global__ void stencil_without_halo(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = threadIdx.x > 0 ? in[i - 1] : 0.0f;
    float right = threadIdx.x < blockDim.x - 1 ? in[i + 1] : 0.0f;
    out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

// ---- Sums over a grid. The reference is one thread; sum[0] is zero at the start.

extern "C" __global__ void sum_sequential(const float *x, float *sum, int n) {
    float s = 0.0f;
    for (int i = 0; i < n; i++) s += x[i];
    sum[0] = s;
}

// Every thread adds its element to the one cell.
extern "C" __global__ void sum_atomic(const float *x, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, x[i]); //@ sum-not-cleared
}

// A tree a CTA, then one atomic addition a CTA.
extern "C" __global__ void sum_tree_atomic(const float *x, float *sum, int n) {
    __shared__ float cell[64];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    cell[tid] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] += cell[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(sum, cell[0]);
}

// The CTA that draws the last ticket adds up the parts of all, from part FROM on. What the others have written is ordered by the
// fences and the ticket; which CTA is the last depends on the schedule, but what it leaves does not.
template <bool FENCE, int FROM>
__device__ void sum_by_last(const float *x, float *part, unsigned *ticket, float *sum, int n) {
    __shared__ float cell[64];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    cell[tid] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] += cell[tid + s];
        __syncthreads();
    }
    if (tid == 0) {
        part[blockIdx.x] = cell[0];
        if (FENCE) __threadfence();
        if (atomicAdd(ticket, 1u) == gridDim.x - 1) {
            __threadfence();
            float s = 0.0f;
            for (int b = FROM; b < gridDim.x; b++) s += part[b]; //@ sum-last-ticket-unfenced
            sum[0] = s;
        }
    }
}

extern "C" __global__ void sum_last_ticket(const float *x, float *part, unsigned *ticket, float *sum, int n) {
    sum_by_last<true, 0>(x, part, ticket, sum, n);
}

// Broken: no fence between the store of a part and the ticket.
extern "C" __global__ void sum_last_ticket_unfenced(const float *x, float *part, unsigned *ticket, float *sum, int n) {
    sum_by_last<false, 0>(x, part, ticket, sum, n);
}

// Broken: the last CTA forgets the first part.
extern "C" __global__ void sum_last_ticket_forgets(const float *x, float *part, unsigned *ticket, float *sum, int n) {
    sum_by_last<true, 1>(x, part, ticket, sum, n);
}

// Broken: a plain addition to the cell that all CTAs share.
extern "C" __global__ void sum_lost_update(const float *x, float *sum, int n) {
    __shared__ float cell[64];
    int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    cell[tid] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (tid < s) cell[tid] += cell[tid + s];
        __syncthreads();
    }
    if (tid == 0) sum[0] += cell[0]; //@ lost-update
}

// Broken: every thread of a warp adds the warp's sum.
extern "C" __global__ void sum_by_every_lane(const float *x, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    for (int s = 16; s > 0; s /= 2) v += __shfl_xor_sync(0xffffffffu, v, s);
    atomicAdd(sum, v);
}

// Four integer sums at once.
extern "C" __global__ void count_atomic(const int *bucket, int *count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&count[i % 4], bucket[i]);
}

extern "C" __global__ void count_sequential(const int *bucket, int *count, int n) {
    int s = 0;
    for (int i = threadIdx.x; i < n; i += 4) s += bucket[i];
    count[threadIdx.x] = s;
}

// ---- Split matrix-vector product: K is divided among CTAs, whose parts are added atomically.

extern "C" __global__ void matvec(const float *a, const float *x, float *y, int rows, int columns) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (int c = 0; c < columns; c++) s += a[r * columns + c] * x[c];
    y[r] = s;
}

extern "C" __global__ void matvec_split(const float *a, const float *x, float *y, int rows, int columns) {
    int r = threadIdx.x, part = columns / gridDim.x;
    float s = 0.0f;
    for (int c = blockIdx.x * part; c < (blockIdx.x + 1) * part; c++) s += a[r * columns + c] * x[c];
    atomicAdd(&y[r], s);
}
