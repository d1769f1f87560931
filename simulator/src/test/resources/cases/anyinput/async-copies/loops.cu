// cp.async in loops: rows that a block copies before it begins, and pipelines of stages with any number of rows.
#include <cstdint>
#define T ((int)threadIdx.x)
#define KERNEL(name) extern "C" __global__ void name

__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void copy(int *to, const int *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(to)), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ void waitAll() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// ---- loops of copies alone
KERNEL(fill)(const int *x, int *y, int n) {
    __shared__ int tile[256];
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        copy(&tile[i], x + i);
    }
    commit();
    wait<0>();
    __syncthreads();
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        y[i] = tile[n - 1 - i];
    }
}
KERNEL(fill_again)(const int *x, int *y, int n) {
    __shared__ int tile[256];
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        copy(&tile[i & 127], x + i);
    }
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[127 - T];
}
KERNEL(fill_each_group)(const int *x, int *y, int n) {
    __shared__ int tile[256];
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        copy(&tile[i], x + i);
        commit();
    }
    wait<0>();
    __syncthreads();
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        y[i] = tile[n - 1 - i];
    }
}
KERNEL(fill_last_pending)(const int *x, int *y, int n) {
    __shared__ int tile[256];
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        copy(&tile[i], x + i);
        commit();
    }
    wait<1>();
    __syncthreads();
#pragma unroll 1
    for (int i = T; i < n; i += 64) {
        y[i] = tile[n - 1 - i];
    }
}
KERNEL(fill_wait_each)(const int *x, int *y, int n) {
    __shared__ int tile[64];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        copy(&tile[T], x + 64 * i + T);
        waitAll();
    }
    y[T] = tile[T];
}
KERNEL(fill_lag)(const int *x, int *y, int n) {
    __shared__ int tile[2][64];
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        copy(&tile[i & 1][T], x + 64 * i + T);
        commit();
        wait<1>();
        if (i > 0) {
            sum += tile[(i + 1) & 1][T];
        }
    }
    y[T] = sum;
}
KERNEL(fill_no_lag)(const int *x, int *y, int n) {
    __shared__ int tile[2][64];
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        copy(&tile[i & 1][T], x + 64 * i + T);
        commit();
        wait<1>();
        sum += tile[i & 1][T];
    }
    y[T] = sum;
}

// ---- one buffer
KERNEL(single)(const int *x, int *y, int n) {
    __shared__ int row[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        copy(&row[T], x + 64 * k + T);
        commit();
        wait<0>();
        __syncthreads();
        sum += row[(T + k) & 63];
        __syncthreads();
    }
    y[T] = sum;
}
KERNEL(single_early)(const int *x, int *y, int n) {
    __shared__ int row[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        copy(&row[T], x + 64 * k + T);
        commit();
        wait<0>();
        __syncthreads();
        sum += row[(T + k) & 63];
    }
    y[T] = sum;
}

// ---- stages
enum Mistake { NONE, NO_WAIT, FEW, NO_BARRIER, OVERWRITE, EARLY, SOMETIMES, COMMIT_IF, COPY_FIRST };

template <int STAGES, Mistake M, int UNROLLED>
__device__ void stages(const int *x, int *y, int n, const int *data) {
    __shared__ int stage[STAGES][64];
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < n) {
            copy(&stage[s][T], x + 64 * s + T);
        }
        commit();
    }
    int sum = 0;
#pragma unroll UNROLLED
    for (int k = 0; k < n; k++) {
        if (M == COPY_FIRST && k + STAGES - 1 < n) {
            copy(&stage[(k + STAGES - 1) % STAGES][T], x + 64 * (k + STAGES - 1) + T);
        }
        if (M == SOMETIMES ? data[k] > 0 : M != NO_WAIT) {
            wait<M == FEW ? STAGES - 1 : STAGES - 2>();
        }
        if (M != NO_BARRIER) {
            __syncthreads();
        }
        int next = k + STAGES - 1;
        if (next < n && M != COPY_FIRST) {
            copy(&stage[(M == OVERWRITE ? k : next) % STAGES][T], x + 64 * next + T);
        }
        if (M != COMMIT_IF || next < n) {
            commit();
        }
        sum += stage[(M == EARLY ? k + 1 : k) % STAGES][(T + 37) & 63];
    }
    y[T] = sum;
}
#define STAGES(name, count, mistake, unrolled)                                            \
    KERNEL(name)(const int *x, int *y, int n, const int *data) {                          \
        stages<count, mistake, unrolled>(x, y, n, data);                                  \
    }
STAGES(two_stages, 2, NONE, 1)
STAGES(three_stages, 3, NONE, 1)
STAGES(three_unrolled, 3, NONE, 4)
STAGES(three_unrolled_overwrite, 3, OVERWRITE, 4)
STAGES(four_stages, 4, NONE, 1)
STAGES(three_no_wait, 3, NO_WAIT, 1)
STAGES(three_few, 3, FEW, 1)
STAGES(four_few, 4, FEW, 1)
STAGES(three_no_barrier, 3, NO_BARRIER, 1)
STAGES(three_overwrite, 3, OVERWRITE, 1)
STAGES(three_early, 3, EARLY, 1)
STAGES(three_sometimes, 3, SOMETIMES, 1)
STAGES(three_commit_if, 3, COMMIT_IF, 1)
STAGES(three_copy_first, 3, COPY_FIRST, 1)

// Two buffers, two barriers: the next row is copied before this one is waited for.
template <bool AFTER_USE>
__device__ void buffers(const int *x, int *y, int n) {
    __shared__ int buffer[2][64];
    copy(&buffer[0][T], x + T);
    commit();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (k + 1 < n) {
            copy(&buffer[(k + 1) & 1][T], x + 64 * (k + 1) + T);
        }
        commit();
        wait<1>();
        __syncthreads();
        sum += buffer[k & 1][(T + 37) & 63];
        if (AFTER_USE) {
            __syncthreads();
        }
    }
    y[T] = sum;
}
KERNEL(two_buffers)(const int *x, int *y, int n) { buffers<true>(x, y, n); }
KERNEL(two_buffers_early)(const int *x, int *y, int n) { buffers<false>(x, y, n); }

// The last row is used behind the loop.
template <bool WAITS, bool MEETS>
__device__ void behind(const int *x, int *y, int n) {
    __shared__ int buffer[2][64];
    copy(&buffer[0][T], x + T);
    commit();
    int sum = 0;
#pragma unroll 1
    for (int k = 1; k < n; k++) {
        copy(&buffer[k & 1][T], x + 64 * k + T);
        commit();
        wait<1>();
        __syncthreads();
        sum += buffer[(k - 1) & 1][63 - T];
        __syncthreads();
    }
    if (WAITS) {
        wait<0>();
    }
    if (MEETS) {
        __syncthreads();
    }
    y[T] = sum + buffer[(max(n, 1) - 1) & 1][63 - T];
}
KERNEL(last_behind)(const int *x, int *y, int n) { behind<true, true>(x, y, n); }
KERNEL(last_not_waited)(const int *x, int *y, int n) { behind<false, true>(x, y, n); }
KERNEL(last_no_barrier)(const int *x, int *y, int n) { behind<true, false>(x, y, n); }

// The buffers are used for something else behind the loop, which leaves copies in flight.
template <bool WAITS>
__device__ void reused(const int *x, int *y, int n) {
    __shared__ int buffer[2][64];
    int sum = 0;
    copy(&buffer[0][T], x + T);
    commit();
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        copy(&buffer[(k + 1) & 1][T], x + 64 * (k + 1) + T);
        commit();
        wait<1>();
        __syncthreads();
        sum += buffer[k & 1][63 - T];
        __syncthreads();
    }
    if (WAITS) {
        wait<0>();
        __syncthreads();
    }
    buffer[0][63 - T] = sum;
    buffer[1][63 - T] = sum;
    __syncthreads();
    y[T] = buffer[0][T] + buffer[1][T];
}
KERNEL(reused_waited)(const int *x, int *y, int n) { reused<true>(x, y, n); }
KERNEL(reused_in_flight)(const int *x, int *y, int n) { reused<false>(x, y, n); }

// A pipeline for each row of tiles.
template <bool BETWEEN>
__device__ void nested(const int *x, int *y, int rows, int n) {
    __shared__ int buffer[2][64];
    for (int r = 0; r < rows; r++) {
        const int *row = x + r * n * 64;
        copy(&buffer[0][T], row + T);
        commit();
        int sum = 0;
    #pragma unroll 1
    for (int k = 0; k < n; k++) {
            wait<0>();
            __syncthreads();
            if (k + 1 < n) {
                copy(&buffer[(k + 1) & 1][T], row + 64 * (k + 1) + T);
                commit();
            }
            sum += buffer[k & 1][63 - T];
        }
        y[64 * r + T] = sum;
        if (BETWEEN) {
            wait<0>();
            __syncthreads();
        }
    }
}
KERNEL(rows_of_tiles)(const int *x, int *y, int rows, int n) { nested<true>(x, y, rows, n); }
KERNEL(rows_of_tiles_early)(const int *x, int *y, int rows, int n) { nested<false>(x, y, rows, n); }

// Copies that only some iterations make, each in a group.
template <bool EMPTY>
__device__ void every_other(const int *x, int *y, int n) {
    __shared__ int buffer[2][64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (k % 2 == 0) {
            copy(&buffer[(k / 2) & 1][T], x + 64 * k + T);
        }
        if (EMPTY || k % 2 == 0) {
            commit();
        }
        wait<1>();
        __syncthreads();
        if (k % 2 == 1) {
            sum += buffer[(k / 2) & 1][63 - T];
        }
        __syncthreads();
    }
    y[T] = sum;
}
KERNEL(other_empty)(const int *x, int *y, int n) { every_other<true>(x, y, n); }
KERNEL(other_none)(const int *x, int *y, int n) { every_other<false>(x, y, n); }

// As many barriers as the data say between copy and wait.
KERNEL(many_phases)(const int *x, int *y, int n) {
    __shared__ int buffer[128];
    copy(&buffer[T], x + T);
    commit();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        buffer[64 + T] = k;
        __syncthreads();
        sum += buffer[127 - T];
        __syncthreads();
    }
    wait<0>();
    __syncthreads();
    y[T] = sum + buffer[63 - T];
}
KERNEL(many_phases_read)(const int *x, int *y, int n) {
    __shared__ int buffer[128];
    copy(&buffer[T], x + T);
    commit();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        buffer[64 + T] = k;
        __syncthreads();
        sum += buffer[127 - T - (k == 9 ? 64 : 0)];
        __syncthreads();
    }
    wait<0>();
    __syncthreads();
    y[T] = sum + buffer[63 - T];
}
