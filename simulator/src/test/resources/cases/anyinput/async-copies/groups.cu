// cp.async and its groups in one phase, and in a few: what is waited for, by whom, and what orders others behind the wait.
#include <cstdint>
#define T threadIdx.x
#define KERNEL(name) extern "C" __global__ void name

__device__ uint32_t address(const void *p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void copy(int *to, const int *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address(to)), "l"(from) : "memory");
}
__device__ void copy(int *to, const int *from, int bytes) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address(to)), "l"(from), "r"(bytes) : "memory");
}
__device__ void copyRow(int *to, const int *from, int bytes) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address(to)), "l"(from), "r"(bytes) : "memory");
}
__device__ void copyUnless(int *to, const int *from, int ignore) {
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; cp.async.ca.shared.global [%0], [%1], 4, p; }"
                 ::"r"(address(to)), "l"(from), "r"(ignore) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }
__device__ void waitAll() { asm volatile("cp.async.wait_all;" ::: "memory"); }

// ---- one group
KERNEL(waited)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(not_waited)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(no_barrier)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    y[T] = tile[63 - T];
}
KERNEL(barrier_before_wait)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncthreads();
    wait<0>();
    y[T] = tile[63 - T];
}
KERNEL(own)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    y[T] = tile[T];
}
KERNEL(own_early)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    y[T] = tile[T];
    wait<0>();
}
KERNEL(own_over_barrier)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncthreads();
    wait<0>();
    y[T] = tile[T];
}
KERNEL(own_overwritten)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncthreads();
    tile[T] = 1;
    wait<0>();
    y[T] = tile[T];
}
KERNEL(wait_before_commit)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    wait<0>();
    commit();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(never_committed)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    waitAll();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(written_before)(const int *x, int *y) {
    __shared__ int tile[64];
    tile[T] = 5;
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(written_before_by_other)(const int *x, int *y) {
    __shared__ int tile[64];
    tile[63 - T] = 5;
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}

// ---- several groups
KERNEL(first_of_two)(const int *x, int *y) {
    __shared__ int tile[2][64];
    copy(&tile[0][T], x + T);
    commit();
    copy(&tile[1][T], x + 64 + T);
    commit();
    wait<1>();
    __syncthreads();
    y[T] = tile[0][63 - T];
}
KERNEL(second_of_two)(const int *x, int *y) {
    __shared__ int tile[2][64];
    copy(&tile[0][T], x + T);
    commit();
    copy(&tile[1][T], x + 64 + T);
    commit();
    wait<1>();
    __syncthreads();
    y[T] = tile[1][63 - T];
}
KERNEL(empty_group)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    commit();
    wait<1>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(empty_group_before)(const int *x, int *y) {
    __shared__ int tile[64];
    commit();
    copy(&tile[T], x + T);
    commit();
    wait<1>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(one_group_for_two)(const int *x, int *y) {
    __shared__ int tile[128];
    copy(&tile[T], x + T);
    copy(&tile[64 + T], x + 64 + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[127 - T];
}
KERNEL(twice)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    copy(&tile[T], x + 64 + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(twice_waited)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    waitAll();
    copy(&tile[T], x + 64 + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}

// ---- decisions
KERNEL(wait_in_branch)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    if (n > 3) {
        wait<0>();
    }
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(wait_in_both)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    if (n > 3) {
        wait<0>();
        y[T] = 1;
    } else {
        waitAll();
        y[T] = 2;
    }
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(half_waits)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    if (T < 32) {
        wait<0>();
    }
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(others_wait)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        copy(&tile[T], x + T);
        commit();
    } else {
        wait<0>();
    }
    __syncthreads();
    y[T] = tile[T / 2];
}
KERNEL(half_copies)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        copy(&tile[2 * T], x + T);
        copy(&tile[2 * T + 1], x + T);
        commit();
        wait<0>();
    }
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(commit_in_branch)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    if (n != 0) {
        commit();
    }
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}
KERNEL(all_in_branches)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (n > 3) {
        copy(&tile[T], x + T);
        commit();
    }
    y[T] = 0;
    __syncthreads();
    if (n > 3) {
        wait<0>();
    }
    __syncthreads();
    if (n > 3) {
        y[T] = tile[63 - T];
    }
}
KERNEL(branches_differ)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (n > 3) {
        copy(&tile[T], x + T);
        commit();
    }
    y[T] = 0;
    __syncthreads();
    if (n > 4) {
        wait<0>();
    }
    __syncthreads();
    if (n > 3) {
        y[T] = tile[63 - T];
    }
}
KERNEL(left_in_flight)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        copy(&tile[T], x + T);
        commit();
        return;
    }
    __syncthreads();
    y[T] = tile[T - 32];
}
KERNEL(left_waited)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        copy(&tile[T], x + T);
        commit();
        wait<0>();
        return;
    }
    __syncthreads();
    y[T] = tile[T - 32];
}
KERNEL(left_without)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (T >= n) {
        return;
    }
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[n - 1 - T];
}
KERNEL(ends_in_flight)(const int *x, int *y) {
    __shared__ int tile[64];
    tile[T] = x[T];
    __syncthreads();
    y[T] = tile[63 - T];
    __syncthreads();
    copy(&tile[T], x + T);
    commit();
}

// ---- warps
KERNEL(warp)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncwarp();
    y[T] = tile[T ^ 1];
}
KERNEL(warp_not_waited)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncwarp();
    y[T] = tile[T ^ 1];
    wait<0>();
}
KERNEL(other_warp)(const int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncwarp();
    y[T] = tile[T ^ 32];
}

// ---- sizes
KERNEL(zeros)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + T;
    copy(&tile[T], x + (i < n ? i : 0), i < n ? 4 : 0);
    commit();
    wait<0>();
    __syncthreads();
    if (i < n) {
        y[i] = tile[T];
    }
}
KERNEL(zeros_one_more)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + T;
    copy(&tile[T], x + (i <= n ? i : 0), i <= n ? 4 : 0);
    commit();
    wait<0>();
    __syncthreads();
    if (i < n) {
        y[i] = tile[T];
    }
}
KERNEL(row_tail)(const int *x, int *y, int n) {
    __shared__ __align__(16) int tile[256];
    int left = max(0, min(4, n - 4 * (int)T));
    copyRow(&tile[4 * T], left > 0 ? x + 4 * T : x, 4 * left);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[255 - T];
}
KERNEL(row_tail_whole)(const int *x, int *y, int n) {
    __shared__ __align__(16) int tile[256];
    int left = max(0, min(4, n - 4 * (int)T));
    copyRow(&tile[4 * T], left > 0 ? x + 4 * T : x, left > 0 ? 16 : 0);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[255 - T];
}
KERNEL(too_much)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    copy(&tile[T], x + T, n);
    commit();
    wait<0>();
    y[T] = tile[T];
}
KERNEL(ignored)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + T;
    copyUnless(&tile[T], x + i, i >= n);
    commit();
    wait<0>();
    __syncthreads();
    if (i < n) {
        y[i] = tile[T];
    }
}
KERNEL(ignored_one_less)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + T;
    copyUnless(&tile[T], x + i, i > n);
    commit();
    wait<0>();
    __syncthreads();
    if (i < n) {
        y[i] = tile[T];
    }
}
KERNEL(short_tile)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    copy(&tile[T + n], x + T);
    commit();
    wait<0>();
    __syncthreads();
    y[T] = tile[63 - T];
}

// ---- the source
KERNEL(source_overwritten)(int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    x[T] = 1;
    wait<0>();
    y[T] = tile[T];
}
KERNEL(source_after)(int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    x[T] = 1;
    y[T] = tile[T];
}
KERNEL(source_of_other)(int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    __syncthreads();
    x[63 - T] = 1;
    wait<0>();
    y[T] = tile[T];
}
KERNEL(source_of_other_after)(int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    commit();
    wait<0>();
    __syncthreads();
    x[63 - T] = 1;
    y[T] = tile[T];
}
KERNEL(source_behind_size)(int *x, int *y) {
    __shared__ __align__(16) int tile[256];
    copyRow(&tile[4 * T], x + 4 * T, 8);
    commit();
    x[4 * T + 2] = 1;
    wait<0>();
    y[T] = tile[4 * T + 2];
}
KERNEL(source_of_block)(int *x, int *y) {
    __shared__ int tile[64];
    copy(&tile[T], x + T);
    waitAll();
    if (blockIdx.x == 1) {
        x[T] = 1;
    }
    y[64 * blockIdx.x + T] = tile[T];
}
