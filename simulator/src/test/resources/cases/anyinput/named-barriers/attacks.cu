// Named barriers that look like a pipeline and are none: other trip counts, results of barriers, counts of 0, guards.
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
__device__ int count(int number, int holds) {
    int threads;
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; bar.red.popc.u32 %0, %1, p;}"
                 : "=r"(threads)
                 : "r"(number), "r"(holds)
                 : "memory");
    return threads;
}
__device__ void fill(int *tile, int rounds) {
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        if (k > 0) meet(2, 64);
        tile[LANE] = k + T;
        arrive(1, 64);
    }
}
__device__ int drain(const int *tile, int rounds) {
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        meet(1, 64);
        sum += tile[31 - LANE];
        if (k + 1 < rounds) arrive(2, 64);
    }
    return sum;
}
__device__ void alone(int rounds) {
#pragma unroll 1
    for (int k = 0; k < rounds; k++) meet(3, 64);
}

// ---- a loop that makes as many rounds as each of two others, which differ
KERNEL(like_both)(int *y, int n, int m) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP >= 2 && n == m) alone(n);
    if (WARP == 0) fill(tile, n);
    if (WARP == 1) sum = drain(tile, m);
    y[T] = sum;
}
KERNEL(like_both_same)(int *y, int n, int m) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP >= 2 && n == m) alone(n);
    if (WARP == 0) fill(tile, n);
    if (WARP == 1) sum = drain(tile, n);
    y[T] = sum;
}
KERNEL(like_both_by_data)(const int *x, int *y) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP >= 2 && x[0] == x[1]) alone((x[0] & 7) + 1);
    if (WARP == 0) fill(tile, (x[0] & 7) + 1);
    if (WARP == 1) sum = drain(tile, (x[1] & 7) + 1);
    y[T] = sum;
}
KERNEL(never_entered)(int *y, int n, int m, int c) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP >= 2 && c == 7) alone(n + m);
    if (WARP == 0) fill(tile, n);
    if (WARP == 1) sum = drain(tile, m);
    y[T] = sum;
}
KERNEL(in_another_block)(int *y, int n, int m) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP >= 2 && blockIdx.x > 0) alone(n);
    if (blockIdx.x == 0) {
        if (WARP == 0) fill(tile, m);
        if (WARP == 1) sum = drain(tile, n);
        y[T] = sum;
    }
}

// ---- what a barrier for all has counted, where warps come to it at different places
KERNEL(counted_before)(const int *x, int *y) {
    int sum = 0;
    if (WARP == 0) sum = count(1, x[T]);
    int some = count(1, x[64 + T]);
    if (WARP == 1) sum = count(1, x[128 + T]);
    if (some > 5) {
        if (WARP == 0) arrive(2, 64);
        else meet(2, 64);
    }
    y[T] = sum;
}
KERNEL(counted_guards)(const int *x, int *y) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP == 0) sum = count(1, x[T]);
    int some = count(1, x[64 + T]);
    if (WARP == 1) sum = count(1, x[128 + T]);
    if (some > 5 && WARP == 0) tile[LANE] = 1;
    if (some <= 5 && WARP == 1) sum += tile[LANE];
    if (WARP == 0) arrive(2, 64);
    else meet(2, 64);
    y[T] = sum;
}
KERNEL(counted_rounds)(const int *x, int *y) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP == 0) sum = count(1, x[T]);
    int rounds = count(1, x[64 + T]);
    if (WARP == 1) sum = count(1, x[T]);
#pragma unroll 1
    for (int k = 0; k < rounds; k++) {
        if (WARP == 0) tile[LANE] = k;
        meet(2, 64);
        if (WARP == 1) sum += tile[31 - LANE];
        meet(3, 64);
    }
    if (WARP == 0) arrive(4, 64);
    else meet(4, 64);
    y[T] = sum;
}
KERNEL(counted_by_all)(const int *x, int *y) {
    __shared__ int tile[32];
    int sum = count(1, x[T]);
    if (WARP == 0) {
        tile[LANE] = sum;
        arrive(2, 64);
    } else {
        meet(2, 64);
        sum += tile[31 - LANE];
    }
    y[T] = sum;
}

// ---- a count of 0
KERNEL(zero_arrives)(int *y) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP == 0) {
        tile[LANE] = 1;
        arrive(1, 0);
    } else {
        meet(1, 64);
        sum = tile[31 - LANE];
    }
    y[T] = sum;
}
KERNEL(zero_waits)(int *y) {
    __shared__ int tile[64];
    int sum = 0;
    if (WARP < 2) tile[T] = 1;
    if (WARP == 0) meet(1, 64);
    if (WARP == 1) meet(1, 0);
    if (WARP < 2) sum = tile[63 - T];
    y[T] = sum;
}
KERNEL(zero_of_three)(int *y) {
    __shared__ int tile[32];
    int sum = 0;
    if (WARP == 0) {
        tile[LANE] = 1;
        arrive(2, 0);
    } else {
        meet(2, 0);
        sum = tile[31 - LANE];
    }
    y[T] = sum;
}

// ---- accesses with a guard: other warps go past them
__device__ void store_if(int holds, int *at, int value) {
    asm volatile("{.reg .pred p; setp.ne.s32 p, %0, 0; @p st.shared.u32 [%1], %2;}" ::"r"(holds),
                 "r"((unsigned)__cvta_generic_to_shared(at)), "r"(value)
                 : "memory");
}
__device__ int load_if(int holds, const int *at) {
    int value = 0;
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; @p ld.shared.u32 %0, [%2];}"
                 : "+r"(value)
                 : "r"(holds), "r"((unsigned)__cvta_generic_to_shared(at))
                 : "memory");
    return value;
}
KERNEL(guard_races)(int *y) {
    __shared__ int tile[32];
    store_if(WARP == 0, tile + LANE, 1);
    int sum = load_if(WARP == 1, tile + LANE);
    if (WARP == 0) arrive(1, 64);
    else meet(1, 64);
    y[T] = sum;
}
KERNEL(guard_ordered)(int *y) {
    __shared__ int tile[32];
    store_if(WARP == 0, tile + LANE, 1);
    if (WARP == 0) arrive(1, 64);
    else meet(1, 64);
    y[T] = load_if(WARP == 1, tile + LANE);
}
KERNEL(guard_races_in_rounds)(int *y, int n) {
    __shared__ int tile[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (WARP == 0) meet(2, 64);
        else arrive(2, 64);
        store_if(WARP == 0, tile + LANE, k);
        if (WARP == 0) arrive(1, 64);
        else meet(1, 64);
        store_if(WARP == 1, tile + 32 + LANE, k);
        sum += load_if(WARP == 0, tile + 63 - LANE);
        sum += load_if(WARP == 1, tile + 31 - LANE);
    }
    y[T] = sum;
}
KERNEL(guard_ordered_in_rounds)(int *y, int n) {
    __shared__ int tile[64];
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < n; k++) {
        if (WARP == 0) meet(2, 64);
        else arrive(2, 64);
        store_if(WARP == 0, tile + LANE, k);
        if (WARP == 0) arrive(1, 64);
        else meet(1, 64);
        sum += load_if(WARP == 1, tile + 31 - LANE);
        store_if(WARP == 1, tile + 32 + LANE, k);
    }
    y[T] = sum;
}
