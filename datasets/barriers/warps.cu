// Warps that hand values to each other over named barriers: chains, rings, trees, turns. Ids are
// computed, used again, and counts are smaller than the CTA.

#include "named_barrier.cuh"

constexpr int kWarp = 32;

// ---- What the hand-offs amount to, one thread for each column.

__device__ __forceinline__ float step(int stage, float v) {
    return v * (0.5f * stage + 1.0f) + stage;
}

extern "C" __global__ void stages(const float *x, float *y, int rows) {
    for (int row = 0; row < rows; row++) {
        float v = x[row * kWarp + threadIdx.x];
        for (int stage = 0; stage < 4; stage++) v = step(stage, v);
        y[row * kWarp + threadIdx.x] = v;
    }
}

extern "C" __global__ void sums(const float *x, float *y, int rows) {
    float sum = 0.0f;
    for (int row = 0; row < rows; row++) sum += x[row * kWarp + threadIdx.x];
    y[threadIdx.x] = sum;
}

// ---- A chain of four warps. Between two neighbours lie two slots; the ids of their barriers are
// computed from the link and the row's parity: 1 to 6 ask for a slot, 7 to 12 deliver it.
extern "C" __global__ void chain(const float *x, float *y, int rows) {
    __shared__ float slots[3][2][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (warp > 0) { // both slots on the left are free
        named::arrive(1 + 2 * (warp - 1), 2 * kWarp);
        named::arrive(2 + 2 * (warp - 1), 2 * kWarp);
    }
    for (int row = 0; row < rows; row++) {
        int slot = row % 2;
        float v;
        if (warp == 0) {
            v = x[row * kWarp + lane];
        } else {
            named::sync(7 + 2 * (warp - 1) + slot, 2 * kWarp);
            v = slots[warp - 1][slot][lane];
            if (row + 2 < rows) named::arrive(1 + 2 * (warp - 1) + slot, 2 * kWarp);
        }
        v = step(warp, v);
        if (warp == 3) {
            y[row * kWarp + lane] = v;
        } else {
            named::sync(1 + 2 * warp + slot, 2 * kWarp);
            slots[warp][slot][lane] = v;
            named::arrive(7 + 2 * warp + slot, 2 * kWarp);
        }
    }
}

// The same with a slot for each row and nothing to ask for; both sides wait. The even and the odd
// lanes of a warp arrive at different places, which these forms of the barrier allow.
extern "C" __global__ void chain_unaligned(const float *x, float *y, int rows) {
    __shared__ float slots[3][16][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    for (int row = 0; row < rows; row++) {
        float v = x[row * kWarp + lane];
        if (warp > 0) {
            if (lane % 2 == 0) {
                named::sync_unaligned(warp, 2 * kWarp);
                v = slots[warp - 1][row][lane];
            } else {
                named::sync_unaligned(warp, 2 * kWarp);
                v = slots[warp - 1][row][lane];
            }
        }
        v = step(warp, v);
        if (warp < 3) {
            slots[warp][row][lane] = v;
            named::sync_unaligned(warp + 1, 2 * kWarp);
        } else {
            y[row * kWarp + lane] = v;
        }
    }
}

// ---- A tree of eight warps: the right warp arrives at its own barrier and is done.
extern "C" __global__ void tree(const float *x, float *y) {
    __shared__ float sums[8][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    float sum = x[threadIdx.x];
    for (int distance = 1; distance < 8; distance *= 2) {
        if (warp & distance) {
            sums[warp][lane] = sum;
            named::arrive(1 + warp, 2 * kWarp);
            return;
        }
        named::sync(1 + warp + distance, 2 * kWarp);
        sum += sums[warp + distance][lane];
    }
    y[lane] = sum;
}

// All eight warps get the sum: partners meet twice in each round, so that nobody overwrites what
// the other still reads; each of the twelve pairs has its barrier.
extern "C" __global__ void butterfly(const float *x, float *y) {
    __shared__ float sums[8][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    float sum = x[threadIdx.x];
    for (int round = 0; round < 3; round++) {
        int distance = 1 << round;
        int lower = warp & ~distance;
        int id = 1 + 4 * round + (lower & (distance - 1)) + (lower >> (round + 1) << round);
        sums[warp][lane] = sum;
        named::sync(id, 2 * kWarp);
        float other = sums[warp ^ distance][lane];
        named::sync(id, 2 * kWarp);
        sum = warp & distance ? other + sum : sum + other;
    }
    y[threadIdx.x] = sum;
}

extern "C" __global__ void sums_everywhere(const float *x, float *y, int rows) {
    float sum = 0.0f;
    for (int row = 0; row < rows; row++) sum += x[row * kWarp + threadIdx.x % kWarp];
    y[threadIdx.x] = sum;
}

// ---- Two groups of two warps take turns on one staging buffer (CUTLASS' ping-pong kernels).
// Before its turn a group waits at its own barrier, afterwards it arrives at the other's.
extern "C" __global__ void ping_pong(const float *x, float *y, int tiles) {
    __shared__ float staged[64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    if (group == 1) named::arrive(1, 128);
    for (int tile = group; tile < tiles; tile += 2) {
        float v = x[tile * 64 + i] * 2.0f;
        named::sync(1 + group, 128);
        staged[i] = v;
        named::sync(3 + group, 64);
        y[tile * 64 + i] = v + staged[63 - i];
        if (tile + 1 < tiles) named::arrive(2 - group, 128);
    }
}

extern "C" __global__ void mirrored(const float *x, float *y, int tiles) {
    for (int tile = 0; tile < tiles; tile++)
        y[tile * 64 + threadIdx.x] = 2.0f * x[tile * 64 + threadIdx.x] + 2.0f * x[tile * 64 + 63 - threadIdx.x];
}

// ---- Four groups of two warps add up a row each, with a barrier of their own; at the end all meet.
extern "C" __global__ void groups(const float *x, float *y) {
    __shared__ float part[4][64], total[4];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    part[group][i] = x[threadIdx.x];
    for (int half = 32; half > 0; half /= 2) {
        named::sync(1 + group, 64);
        if (i < half) part[group][i] += part[group][i + half];
    }
    if (i == 0) total[group] = part[group][0];
    __syncthreads();
    if (threadIdx.x < 4) y[threadIdx.x] = total[threadIdx.x];
}

extern "C" __global__ void group_sums(const float *x, float *y) {
    float sum = 0.0f;
    for (int i = 0; i < 64; i++) sum += x[threadIdx.x * 64 + i];
    y[threadIdx.x] = sum;
}

// ---- A barrier that reduces: two groups of two warps walk their lists by doubling; each stops when
// none of its own threads moves any more. rank[i] = distance of i to the end of its list.
extern "C" __global__ void list_ranks(const int *next, int *rank) {
    __shared__ int successor[128], distance[128];
    int group = threadIdx.x / 64, i = threadIdx.x;
    int s = next[i], d = s != i;
    int moved;
    do {
        successor[i] = s;
        distance[i] = d;
        named::sync(1 + group, 64);
        int t = successor[s];
        d += distance[s];
        moved = named::sync_or(3 + group, 64, t != s);
        s = t;
    } while (moved);
    rank[i] = d;
}

extern "C" __global__ void list_ranks_plain(const int *next, int *rank) {
    int d = 0;
    for (int i = threadIdx.x; next[i] != i; i = next[i]) d++;
    rank[threadIdx.x] = d;
}

// Each group counts its marked elements.
extern "C" __global__ void marked(const int *marks, int *counts) {
    int group = threadIdx.x / 64;
    int count = named::sync_count(1 + group, 64, marks[threadIdx.x] % 3 == 0);
    if (threadIdx.x % 64 == 0) counts[group] = count;
}

extern "C" __global__ void marked_plain(const int *marks, int *counts) {
    int count = 0;
    for (int i = 0; i < 64; i++) count += marks[threadIdx.x * 64 + i] % 3 == 0;
    counts[threadIdx.x] = count;
}

// ---- The pattern of a chemistry kernel (WEFT, Figure 2): barrier 2 is used again by other warps.
// Both warps of the second use learn over 1 and 3 that the first one is complete, from a warp that
// waited at it. That warp 0 arrived (path 4) would not do: it did not wait.
extern "C" __global__ void used_again(const float *x, float *y) {
    __shared__ float a[kWarp], b[kWarp], e[kWarp], f[kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (warp == 0) {
        a[lane] = x[lane];
        named::arrive(2, 2 * kWarp);
        b[lane] = 2.0f * x[lane];
        named::arrive(4, 2 * kWarp);
    } else if (warp == 3) {
        named::sync(2, 2 * kWarp);
        e[lane] = a[lane] + 1.0f;
        named::arrive(1, 2 * kWarp);
        named::arrive(3, 2 * kWarp);
    } else if (warp == 2) {
        named::sync(4, 2 * kWarp);
        float v = b[lane];
        named::sync(1, 2 * kWarp);
        f[lane] = v * e[lane];
        named::arrive(2, 2 * kWarp);
    } else {
        named::sync(3, 2 * kWarp);
        float v = e[lane];
        named::sync(2, 2 * kWarp);
        y[lane] = v + f[lane];
    }
}

extern "C" __global__ void used_again_plain(const float *x, float *y) {
    float e = x[threadIdx.x] + 1.0f;
    y[threadIdx.x] = e + 2.0f * x[threadIdx.x] * e;
}

// ---- Two warps and two barriers that alternate (WEFT, Figure 3): three accesses to one cell.
extern "C" __global__ void alternating(const float *x, float *y) {
    __shared__ float g[kWarp];
    int lane = threadIdx.x % kWarp;
    if (threadIdx.x < kWarp) {
        named::sync(0, 2 * kWarp);
        g[lane] = x[lane];
        named::arrive(1, 2 * kWarp);
        named::sync(0, 2 * kWarp);
        named::sync(1, 2 * kWarp);
        y[lane] = g[lane];
    } else {
        named::sync(0, 2 * kWarp);
        named::sync(1, 2 * kWarp);
        float v = g[lane];
        named::arrive(0, 2 * kWarp);
        g[lane] = v + 1.0f;
        named::arrive(1, 2 * kWarp);
    }
}

extern "C" __global__ void plus_one(const float *x, float *y) {
    y[threadIdx.x] = x[threadIdx.x] + 1.0f;
}

// ---- Two barriers without an order between them that two warps complete in any order: what they
// protect is apart. Generations of different barriers need no order.
extern "C" __global__ void independent(const float *x, float *y) {
    __shared__ float rows[4][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    for (int round = 0; round < 4; round++) {
        rows[warp][lane] = x[round * 128 + threadIdx.x];
        named::sync(5 + warp / 2, 2 * kWarp);
        y[round * 128 + threadIdx.x] = rows[warp ^ 1][lane];
        named::sync(5 + warp / 2, 2 * kWarp);
    }
}

extern "C" __global__ void neighbours(const float *x, float *y) {
    for (int round = 0; round < 4; round++)
        y[round * 128 + threadIdx.x] = x[round * 128 + (threadIdx.x ^ kWarp)];
}
