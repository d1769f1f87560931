// Producers and consumers at named barriers: those who arrive and those who wait, in loops of any length.
#define T threadIdx.x
#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x >> 5)
#define KERNEL(name) extern "C" __global__ void name

__device__ void meet(int number, int count) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count) {
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

// ---- one buffer, one producer, one consumer: 1 is full, 2 is empty
KERNEL(one_buffer)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_left)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_no_empty)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
        }
    }
}
KERNEL(one_buffer_late)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            arrive(1, 64);
            tile[LANE] = x[32 * k + LANE];
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_early)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            if (k + 1 < n) arrive(2, 64);
            y[32 * k + LANE] = tile[31 - LANE];
        }
    }
}
KERNEL(one_buffer_missing)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_count)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 96);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 96);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_number)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(3, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_first)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            arrive(2, 64);
        }
    }
}
KERNEL(one_buffer_both_wait)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            meet(1, 64);
            meet(2, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            meet(2, 64);
        }
    }
}
KERNEL(one_buffer_crossed)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            meet(1, 64);
            meet(2, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(2, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            meet(1, 64);
        }
    }
}
KERNEL(one_buffer_shorter)(const int *x, int *y, int n, int m) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            meet(1, 64);
            meet(2, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < m; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            meet(2, 64);
        }
    }
}
KERNEL(one_buffer_one_less)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            meet(1, 64);
            meet(2, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 1; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            meet(2, 64);
        }
    }
}
KERNEL(one_buffer_down)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            tile[LANE] = x[32 * k + LANE];
            meet(1, 64);
            meet(2, 64);
        }
    } else {
        int k = 0;
#pragma unroll 1
        for (int left = n; left > 0; left--) {
            meet(1, 64);
            y[32 * k++ + LANE] = tile[31 - LANE];
            meet(2, 64);
        }
    }
}

// ---- two buffers: 1, 2 are full, 3, 4 are empty
KERNEL(two_buffers)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            if (k >= 2) meet(3 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 2 < n) arrive(3 + b, 64);
        }
    }
}
KERNEL(two_buffers_too_soon)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            if (k >= 3) meet(3 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 2 < n) arrive(3 + b, 64);
        }
    }
}
KERNEL(two_buffers_other)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            if (k >= 2) meet(3 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 2 < n) arrive(4 - b, 64);
        }
    }
}
KERNEL(two_buffers_one_tile)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            if (k >= 2) meet(3 + b, 64);
            tile[0][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[0][31 - LANE];
            if (k + 2 < n) arrive(3 + b, 64);
        }
    }
}
KERNEL(two_buffers_primed)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(3 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
        arrive(3, 64);
        arrive(4, 64);
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 2 < n) arrive(3 + b, 64);
        }
    }
}
KERNEL(two_buffers_primed_any)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(3 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
        arrive(3, 64);
        arrive(4, 64);
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k & 1;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 2 < n) arrive(3 + b, 64);
        }
    }
}
KERNEL(three_buffers)(const int *x, int *y, int n) {
    __shared__ int tile[3][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k % 3;
            if (k >= 3) meet(4 + b, 64);
            tile[b][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k % 3;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[b][31 - LANE];
            if (k + 3 < n) arrive(4 + b, 64);
        }
    }
}
KERNEL(three_buffers_of_two)(const int *x, int *y, int n) {
    __shared__ int tile[3][32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k % 3;
            if (k >= 3) meet(4 + b, 64);
            tile[k & 1][LANE] = x[32 * k + LANE];
            arrive(1 + b, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            int b = k % 3;
            meet(1 + b, 64);
            y[32 * k + LANE] = tile[k & 1][31 - LANE];
            if (k + 3 < n) arrive(4 + b, 64);
        }
    }
}

// ---- more warps
KERNEL(two_consumers)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 96);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 96);
        }
    } else if (T < 96) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 96);
            y[64 * k + T - 32] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 96);
        }
    }
}
KERNEL(two_consumers_one_frees)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 96);
        }
    } else if (T < 96) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 96);
            y[64 * k + T - 32] = tile[31 - LANE];
            if (k + 1 < n && WARP == 1) arrive(2, 64);
        }
    }
}
KERNEL(two_producers)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (T < 64) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 128);
            tile[T] = x[64 * k + T];
            arrive(1, 128);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 128);
            y[64 * k + T - 64] = tile[127 - T];
            if (k + 1 < n) arrive(2, 128);
        }
    }
}
KERNEL(two_producers_overlap)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    if (T < 64) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 128);
            tile[T < 32 ? T : T - 1] = x[64 * k + T];
            arrive(1, 128);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 128);
            y[64 * k + T - 64] = tile[127 - T];
            if (k + 1 < n) arrive(2, 128);
        }
    }
}
KERNEL(two_pipes)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    int p = WARP >> 1;
    if ((WARP & 1) == 0) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2 + 2 * p, 64);
            tile[p][LANE] = x[64 * k + 32 * p + LANE];
            arrive(1 + 2 * p, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1 + 2 * p, 64);
            y[64 * k + 32 * p + LANE] = tile[p][31 - LANE];
            if (k + 1 < n) arrive(2 + 2 * p, 64);
        }
    }
}
KERNEL(two_pipes_across)(const int *x, int *y, int n) {
    __shared__ int tile[2][32];
    int p = WARP >> 1;
    if ((WARP & 1) == 0) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2 + 2 * p, 64);
            tile[p][LANE] = x[64 * k + 32 * p + LANE];
            arrive(1 + 2 * p, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1 + 2 * p, 64);
            y[64 * k + 32 * p + LANE] = tile[1 - p][31 - LANE];
            if (k + 1 < n) arrive(2 + 2 * p, 64);
        }
    }
}
KERNEL(chain)(const int *x, int *y, int n) {
    __shared__ int a[32], b[32];
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (WARP == 0) {
            if (k > 0) meet(2, 64);
            a[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        } else if (WARP == 1) {
            meet(1, 64);
            int v = a[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
            if (k > 0) meet(4, 64);
            b[LANE] = v + 1;
            arrive(3, 64);
        } else {
            meet(3, 64);
            y[32 * k + LANE] = b[31 - LANE];
            if (k + 1 < n) arrive(4, 64);
        }
    }
}
KERNEL(chain_short)(const int *x, int *y, int n) {
    __shared__ int a[32], b[32];
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (WARP == 0) {
            if (k > 0) meet(2, 64);
            a[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        } else if (WARP == 1) {
            meet(1, 64);
            int v = a[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
            if (k > 0) meet(4, 64);
            b[LANE] = v + 1;
            arrive(3, 64);
        } else {
            meet(3, 64);
            y[32 * k + LANE] = b[31 - LANE] + a[LANE];
            if (k + 1 < n) arrive(4, 64);
        }
    }
}
KERNEL(turns)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int g = T >> 6, i = T & 63;
    if (g == 1) arrive(1, 128);
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        meet(1 + g, 128);
        tile[i] = x[128 * k + T];
        meet(3 + g, 64);
        y[128 * k + T] = tile[63 - i];
        if (g == 0 || k + 1 < n) arrive(2 - g, 128);
    }
}
KERNEL(turns_early)(const int *x, int *y, int n) {
    __shared__ int tile[64];
    int g = T >> 6, i = T & 63;
    if (g == 1) arrive(1, 128);
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        meet(1 + g, 128);
        tile[i] = x[128 * k + T];
        meet(3 + g, 64);
        if (g == 0 || k + 1 < n) arrive(2 - g, 128);
        y[128 * k + T] = tile[63 - i];
    }
}

// ---- with the barrier of the block, with data, with arguments
KERNEL(then_all)(const int *x, int *y, int n) {
    __shared__ int tile[32], sum[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
        int s = 0;
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            s += tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
        sum[LANE] = s;
    }
    __syncthreads();
    y[T] = sum[LANE];
}
KERNEL(then_not_all)(const int *x, int *y, int n) {
    __shared__ int tile[32], sum[32];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
        int s = 0;
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            s += tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
        sum[LANE] = s;
    }
    y[T] = sum[LANE];
}
KERNEL(by_argument)(const int *x, int *y, int mode) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[LANE] = x[LANE];
        if (mode > 3) arrive(1, 64);
    } else if (mode > 3) {
        meet(1, 64);
        y[LANE] = tile[31 - LANE];
    }
}
KERNEL(by_other_argument)(const int *x, int *y, int mode, int other) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[LANE] = x[LANE];
        if (mode > 3) arrive(1, 64);
    } else if (other > 3) {
        meet(1, 64);
        y[LANE] = tile[31 - LANE];
    }
}
KERNEL(by_data)(const int *x, int *y, const int *flag) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[LANE] = x[LANE];
        if (flag[0] > 3) arrive(1, 64);
    } else if (flag[0] > 3) {
        meet(1, 64);
        y[LANE] = tile[31 - LANE];
    }
}
KERNEL(by_data_of_lane)(const int *x, int *y, const int *flag) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[LANE] = x[LANE];
        if (flag[LANE] > 3) asm volatile("barrier.arrive 1, 64;" ::: "memory");
    } else if (flag[0] > 3) {
        meet(1, 64);
        y[LANE] = tile[31 - LANE];
    }
}
KERNEL(rounds_by_data)(const int *x, int *y, const int *count) {
    __shared__ int tile[32];
    int n = count[0];
    if (T < 32) {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            if (k > 0) meet(2, 64);
            tile[LANE] = x[32 * k + LANE];
            arrive(1, 64);
        }
    } else {
#pragma unroll 1
        for (int k = 0; k < n; k++) {
            meet(1, 64);
            y[32 * k + LANE] = tile[31 - LANE];
            if (k + 1 < n) arrive(2, 64);
        }
    }
}
KERNEL(used_again)(const int *x, int *y) {
    __shared__ int a[32], e[32], f[32];
    if (WARP == 0) {
        a[LANE] = x[LANE];
        arrive(2, 64);
    } else if (WARP == 3) {
        meet(2, 64);
        e[LANE] = a[31 - LANE];
        arrive(1, 64);
        arrive(3, 64);
    } else if (WARP == 2) {
        meet(1, 64);
        f[LANE] = e[31 - LANE];
        arrive(2, 64);
    } else {
        meet(3, 64);
        int v = e[31 - LANE];
        meet(2, 64);
        y[LANE] = v + f[31 - LANE];
    }
}
KERNEL(used_again_unknown)(const int *x, int *y) {
    __shared__ int a[32], e[32], f[32];
    if (WARP == 0) {
        a[LANE] = x[LANE];
        arrive(2, 64);
    } else if (WARP == 3) {
        meet(2, 64);
        e[LANE] = a[31 - LANE];
        arrive(1, 64);
    } else if (WARP == 2) {
        meet(1, 64);
        f[LANE] = e[31 - LANE];
        arrive(2, 64);
    } else {
        meet(2, 64);
        y[LANE] = f[31 - LANE];
    }
}
KERNEL(lanes)(const int *x, int *y, int n) {
    __shared__ int tile[32];
    if (T < 32) {
        tile[LANE] = x[LANE];
        y[LANE] = tile[31 - LANE];
        arrive(1, 64);
    } else {
        meet(1, 64);
        y[T] = tile[31 - LANE];
    }
}
KERNEL(global)(const int *x, int *y, int *z, int n) {
    int *own = z + 64 * blockIdx.x;
    if (T < 32) {
        own[LANE] = x[LANE];
        arrive(1, 64);
    } else {
        meet(1, 64);
        y[64 * blockIdx.x + LANE] = own[31 - LANE];
    }
}
KERNEL(global_blocks)(const int *x, int *y, int *z, int n) {
    if (T < 32) {
        z[LANE] = x[LANE];
        arrive(1, 64);
    } else {
        meet(1, 64);
        y[64 * blockIdx.x + LANE] = z[31 - LANE];
    }
}
