// Barriers with a number and a count: groups of warps that meet apart from the others, and those that do not.
#define T threadIdx.x
#define KERNEL(name) extern "C" __global__ void name

__device__ void meet(int number, int count) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count) {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ int any(int number, int count, int mark) {
    int found;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %3, 0; bar.red.or.pred q, %1, %2, p; selp.s32 %0, 1, 0, q; }"
                 : "=r"(found) : "r"(number), "r"(count), "r"(mark) : "memory");
    return found;
}

// ---- all threads
KERNEL(all)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1, 128);
    y[T] = tile[127 - T];
}
KERNEL(all_but_one_warp)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1, 96);
    y[T] = tile[127 - T];
}
KERNEL(all_some_left)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    tile[T] = x[T];
    if (T >= n) {
        return;
    }
    meet(1, 128);
    y[T] = tile[T];
}
KERNEL(all_other_number)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(n & 15, 128);
    y[T] = tile[127 - T];
}

// ---- a part of the block
KERNEL(part)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 64) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[63 - T];
    }
}
KERNEL(part_others_read)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 64) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[63 - T];
    } else {
        y[T] = tile[127 - T];
    }
}
KERNEL(part_then_all)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 64) {
        tile[T] = x[T];
        meet(1, 64);
        tile[63 - T] += 1;
    }
    __syncthreads();
    y[T] = tile[127 - T & 63];
}
KERNEL(part_too_few)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[31 - T];
    }
}
KERNEL(part_too_many)(const int *x, int *y) {
    __shared__ int tile[96];
    if (T < 96) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[95 - T];
    }
}
KERNEL(part_of_warp)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 48) {
        tile[T] = x[T];
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        y[T] = tile[47 - T];
    }
}
KERNEL(part_by_data)(const int *x, int *y) {
    __shared__ int tile[64];
    if (x[T / 32] > 0) {
        tile[T & 63] = x[T];
        meet(1, 64);
        y[T] = tile[63 - (T & 63)];
    }
}
KERNEL(part_by_argument)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (T < 64 && n > 3) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[63 - T];
    }
}
KERNEL(part_of_some)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    if (T < n) {
        tile[T] = x[T];
        meet(1, 64);
        y[T] = tile[T ^ 32];
    }
}

// ---- groups
KERNEL(pairs)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1 + T / 64, 64);
    y[T] = tile[T ^ 32];
}
KERNEL(pairs_across)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1 + T / 64, 64);
    y[T] = tile[T ^ 64];
}
KERNEL(pairs_one_number)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1, 64);
    y[T] = tile[T ^ 32];
}
KERNEL(pairs_number_of_block)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(T / 64, 64);
    y[T] = tile[T ^ 32];
    __syncthreads();
}
KERNEL(pairs_twice)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1 + T / 64, 64);
    int v = tile[T ^ 32];
    meet(1 + T / 64, 64);
    tile[T] = v;
    meet(3 + (T / 32 & 1), 64);
    y[T] = tile[T ^ 64];
}
KERNEL(pairs_twice_early)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1 + T / 64, 64);
    int v = tile[T ^ 32];
    meet(1 + T / 64, 64);
    tile[T] = v;
    meet(3 + (T / 32 & 1), 64);
    y[T] = tile[T ^ 32];
}
KERNEL(pairs_change)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    meet(1 + T / 64, 64);
    y[T] = tile[T ^ 32];
    meet(1 + (T / 32 & 1), 64);
}

// ---- loops
KERNEL(rows)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        tile[T] = x[128 * k + T];
        meet(1 + T / 64, 64);
        sum += tile[T ^ 63];
        meet(1 + T / 64, 64);
    }
    y[T] = sum;
}
KERNEL(rows_early)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        tile[T] = x[128 * k + T];
        meet(1 + T / 64, 64);
        sum += tile[T ^ 63];
    }
    y[T] = sum;
}
KERNEL(rows_differ)(const int *x, int *y) {
    __shared__ int tile[128];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < x[T / 64]; k++) {
        tile[T] = x[T];
        meet(1 + T / 64, 64);
        sum += tile[T ^ 63];
        meet(1 + T / 64, 64);
    }
    y[T] = sum;
}
KERNEL(rows_of_threads)(const int *x, int *y) {
    __shared__ int tile[128];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < x[T]; k++) {
        tile[T] = x[T];
        meet(1 + T / 64, 64);
        sum += tile[T ^ 63];
        meet(1 + T / 64, 64);
    }
    y[T] = sum;
}
KERNEL(until_found)(const int *x, int *y, int n) {
    __shared__ int tile[128];
    int k = 0;
#pragma unroll 1
    while (k < n && !any(1 + T / 64, 64, x[128 * k + T])) {
        tile[T] = k;
        meet(1 + T / 64, 64);
        y[T] = tile[T ^ 63];
        k++;
    }
}

// ---- who arrives does not wait
KERNEL(producer)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 64) {
        tile[T] = x[T];
        arrive(1, 128);
    } else {
        meet(1, 128);
        y[T] = tile[T - 64];
    }
}
KERNEL(producer_late)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 64) {
        arrive(1, 128);
        tile[T] = x[T];
    } else {
        meet(1, 128);
        y[T] = tile[T - 64];
    }
}
KERNEL(crossed)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        tile[T] = x[T];
        meet(1, 64);
        meet(2, 64);
    } else if (T < 64) {
        meet(2, 64);
        meet(1, 64);
        y[T] = tile[T - 32];
    }
}
KERNEL(two_places)(const int *x, int *y) {
    __shared__ int tile[64];
    if (T < 32) {
        tile[T] = x[T];
        meet(1, 64);
    } else if (T < 64) {
        meet(1, 64);
        y[T] = tile[T - 32];
    }
}
// ---- with the barrier of the warp
KERNEL(warps_in_groups)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    __syncwarp();
    int v = tile[T ^ 1];
    meet(1 + T / 64, 64);
    tile[T ^ 32] = v;
    meet(1 + T / 64, 64);
    y[T] = tile[T];
}
KERNEL(warps_in_groups_early)(const int *x, int *y) {
    __shared__ int tile[128];
    tile[T] = x[T];
    __syncwarp();
    int v = tile[T ^ 1];
    __syncwarp();
    tile[T ^ 32] = v;
    meet(1 + T / 64, 64);
    y[T] = tile[T];
}
