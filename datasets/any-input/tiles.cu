// Tiles of shared memory: transposes with padding, products of any sizes, stencils with halos.

// ---- Transposes: 32 x 32 tiles with a column of padding, 32 x 8 threads.

extern "C" __global__ void transpose(const float *x, float *y, int rows, int columns) {
    __shared__ float tile[32][33];
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < rows && j < columns) tile[threadIdx.y + k][threadIdx.x] = x[(i + k) * columns + j];
    __syncthreads();
    j = blockIdx.y * 32 + threadIdx.x;
    i = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < columns && j < rows) y[(i + k) * rows + j] = tile[threadIdx.x][threadIdx.y + k];
}

extern "C" __global__ void transpose_no_barrier(const float *x, float *y, int rows, int columns) {
    __shared__ float tile[32][33];
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < rows && j < columns) tile[threadIdx.y + k][threadIdx.x] = x[(i + k) * columns + j]; //@ transpose-no-barrier
    j = blockIdx.y * 32 + threadIdx.x;
    i = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < columns && j < rows) y[(i + k) * rows + j] = tile[threadIdx.x][threadIdx.y + k];
}

// Rows of the tile are 31 elements long: the last element of a row is the first one of the next.
extern "C" __global__ void transpose_narrow(const float *x, float *y, int rows, int columns) {
    __shared__ float tile[33 * 32];
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < rows && j < columns)
            tile[(threadIdx.y + k) * 31 + threadIdx.x] = x[(i + k) * columns + j]; //@ transpose-narrow
    __syncthreads();
    j = blockIdx.y * 32 + threadIdx.x;
    i = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        if (i + k < columns && j < rows) y[(i + k) * rows + j] = tile[threadIdx.x * 31 + threadIdx.y + k];
}

// ---- In place, a thread for each pair below the diagonal; and for each element.

extern "C" __global__ void transpose_pairs(float *x, int n) {
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (i < n && j < i) {
        float v = x[i * n + j];
        x[i * n + j] = x[j * n + i];
        x[j * n + i] = v;
    }
}

extern "C" __global__ void transpose_twice(float *x, int n) {
    int j = blockIdx.x * 16 + threadIdx.x, i = blockIdx.y * 16 + threadIdx.y;
    if (i < n && j < n) {
        float v = x[i * n + j];
        x[i * n + j] = x[j * n + i]; //@ transpose-twice
        x[j * n + i] = v;
    }
}

// ---- Products of an m x k and a k x n matrix, tiles of 16 x 16.

extern "C" __global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[16][16], right[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * 16 + ty, j = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int l = 0; l < k; l += 16) {
        left[ty][tx] = i < m && l + tx < k ? a[i * k + l + tx] : 0.0f;
        right[ty][tx] = j < n && l + ty < k ? b[(l + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int h = 0; h < 16; h++) sum += left[ty][h] * right[h][tx];
        __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = sum;
}

// The next tile is stored while others still read this one.
extern "C" __global__ void product_one_barrier(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[16][16], right[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * 16 + ty, j = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int l = 0; l < k; l += 16) {
        left[ty][tx] = i < m && l + tx < k ? a[i * k + l + tx] : 0.0f; //@ product-one-barrier
        right[ty][tx] = j < n && l + ty < k ? b[(l + ty) * n + j] : 0.0f;
        __syncthreads();
        for (int h = 0; h < 16; h++) sum += left[ty][h] * right[h][tx];
    }
    if (i < m && j < n) c[i * n + j] = sum;
}

// The column of the right tile has no guard.
extern "C" __global__ void product_unguarded(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[16][16], right[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.y * 16 + ty, j = blockIdx.x * 16 + tx;
    float sum = 0.0f;
    for (int l = 0; l < k; l += 16) {
        left[ty][tx] = i < m && l + tx < k ? a[i * k + l + tx] : 0.0f;
        right[ty][tx] = l + ty < k ? b[(l + ty) * n + j] : 0.0f; //@ product-unguarded
        __syncthreads();
        for (int h = 0; h < 16; h++) sum += left[ty][h] * right[h][tx];
        __syncthreads();
    }
    if (i < m && j < n) c[i * n + j] = sum;
}

// ---- A stencil of three with a halo in shared memory.

extern "C" __global__ void stencil(const float *x, float *y, int n) {
    __shared__ float row[258];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    row[t + 1] = i < n ? x[i] : 0.0f;
    if (t == 0) row[0] = i > 0 && i <= n ? x[i - 1] : 0.0f;
    if (t == 255) row[257] = i + 1 < n ? x[i + 1] : 0.0f;
    __syncthreads();
    if (i < n) y[i] = row[t] + row[t + 1] + row[t + 2];
}

extern "C" __global__ void stencil_no_barrier(const float *x, float *y, int n) {
    __shared__ float row[258];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    row[t + 1] = i < n ? x[i] : 0.0f; //@ stencil-no-barrier
    if (t == 0) row[0] = i > 0 && i <= n ? x[i - 1] : 0.0f;
    if (t == 255) row[257] = i + 1 < n ? x[i + 1] : 0.0f;
    if (i < n) y[i] = row[t] + row[t + 1] + row[t + 2];
}

// The halo on the right is stored without looking at n.
extern "C" __global__ void stencil_halo(const float *x, float *y, int n) {
    __shared__ float row[258];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    row[t + 1] = i < n ? x[i] : 0.0f;
    if (t == 0) row[0] = i > 0 && i <= n ? x[i - 1] : 0.0f;
    if (t == 255) row[257] = x[i + 1]; //@ stencil-halo
    __syncthreads();
    if (i < n) y[i] = row[t] + row[t + 1] + row[t + 2];
}

// ---- A stencil on a plane, into another one and in place.

extern "C" __global__ void stencil_plane(const float *x, float *y, int rows, int columns) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i > 0 && j > 0 && i < rows - 1 && j < columns - 1) {
        int at = i * columns + j;
        y[at] = x[at - 1] + x[at + 1] + x[at - columns] + x[at + columns];
    }
}

extern "C" __global__ void stencil_plane_in_place(float *x, int rows, int columns) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i > 0 && j > 0 && i < rows - 1 && j < columns - 1) {
        int at = i * columns + j;
        x[at] = x[at - 1] + x[at + 1] + x[at - columns] + x[at + columns]; //@ stencil-plane-in-place
    }
}
