// Mistakes in hand-offs between warps; the correct forms are in warps.cu.

#include "named_barrier.cuh"

constexpr int kWarp = 32;

__device__ __forceinline__ float step(int stage, float v) {
    return v * (0.5f * stage + 1.0f) + stage;
}

// ---- Deadlocks

// Each of two warps waits for what the other does only afterwards (WEFT, listing 1).
extern "C" __global__ void waits_for_each_other(const float *x, float *y) {
    if (threadIdx.x < kWarp) {
        named::sync(0, 64); //@ waits-for-each-other
        named::arrive(1, 64);
    } else {
        named::sync(1, 64);
        named::arrive(0, 64);
    }
    y[threadIdx.x] = x[threadIdx.x];
}

// The same with four warps: a ring in which each receives before it sends, and nobody starts.
extern "C" __global__ void ring_without_start(const float *x, float *y) {
    __shared__ float slots[4][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    named::sync(1 + warp, 64); //@ ring-without-start
    float v = slots[(warp + 3) % 4][lane];
    slots[warp][lane] = v + x[threadIdx.x];
    named::arrive(1 + (warp + 1) % 4, 64);
    y[threadIdx.x] = v;
}

// The group that waits first is never told to start.
extern "C" __global__ void ping_pong_without_start(const float *x, float *y, int tiles) {
    __shared__ float staged[64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
#pragma unroll 1
    for (int tile = group; tile < tiles; tile += 2) {
        float v = x[tile * 64 + i] * 2.0f;
        named::sync(1 + group, 128); //@ ping-pong-without-start
        staged[i] = v;
        named::sync(3 + group, 64);
        y[tile * 64 + i] = v + staged[63 - i];
        if (tile + 1 < tiles) named::arrive(2 - group, 128);
    }
}

// Threads whose list has ended leave the loop; the others of the group count on them.
extern "C" __global__ void list_ranks_deserted(const int *next, int *rank) {
    __shared__ int successor[128], distance[128];
    int group = threadIdx.x / 64, i = threadIdx.x;
    int s = next[i], d = s != i;
    bool moved;
    do {
        successor[i] = s;
        distance[i] = d;
        named::sync_unaligned(1 + group, 64); //@ list-ranks-deserted
        int t = successor[s];
        d += distance[s];
        moved = t != s;
        s = t;
        named::sync_unaligned(3 + group, 64);
    } while (moved);
    rank[i] = d;
}

// The tail of the work is skipped together with its barrier.
extern "C" __global__ void skipped_by_one_warp(const float *x, float *y, int n) {
    __shared__ float row[128];
    int warp = threadIdx.x / kWarp, pair = warp / 2;
    if (threadIdx.x < n) {
        row[threadIdx.x] = x[threadIdx.x];
        named::sync(1 + pair, 64); //@ skipped-by-one-warp
        y[threadIdx.x] = row[threadIdx.x ^ kWarp];
    }
}

// Three arrivals complete the barrier before the warp that waits is there.
extern "C" __global__ void arrives_twice(const float *x, float *y) {
    __shared__ float row[64];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (warp < 2) {
        row[threadIdx.x] = x[threadIdx.x];
        named::arrive(1, 96);
        if (warp == 0) named::arrive(1, 96);
    } else {
        named::sync(1, 96); //@ arrives-twice
        y[lane] = row[lane] + row[lane + 32];
    }
}

// Ids are taken modulo 4: links 0 and 2 of the chain share theirs, warps 0 and 3 meet by mistake.
extern "C" __global__ void chain_shares_ids(const float *x, float *y, int rows) {
    __shared__ float slots[3][16][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
#pragma unroll 1
    for (int row = 0; row < rows; row++) {
        float v = x[row * kWarp + lane];
        if (warp > 0) {
            named::sync(1 + (2 * (warp - 1) + row % 2) % 4, 2 * kWarp); //@ chain-shares-ids
            v = slots[warp - 1][row][lane];
        }
        v = step(warp, v);
        if (warp < 3) {
            slots[warp][row][lane] = v;
            named::sync(1 + (2 * warp + row % 2) % 4, 2 * kWarp);
        } else {
            y[row * kWarp + lane] = v;
        }
    }
}

// ---- Barriers used again without an order

// The right warp arrives at the barrier of the left one. Warp 2 may come to warp 0's barrier before
// warp 1 has: the tree adds up whatever warp 1 has stored by then.
extern "C" __global__ void tree_receivers_barrier(const float *x, float *y) {
    __shared__ float sums[8][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    float sum = x[threadIdx.x];
#pragma unroll 1
    for (int distance = 1; distance < 8; distance *= 2) {
        if (warp & distance) {
            sums[warp][lane] = sum;
            named::arrive(1 + (warp ^ distance), 2 * kWarp); //@ tree-receivers-barrier
            return;
        }
        named::sync(1 + warp, 2 * kWarp);
        sum += sums[warp + distance][lane];
    }
    y[lane] = sum;
}

// The lower warp of a pair names the barrier: 0 and 1 meet at 1, then 0 and 2 do.
extern "C" __global__ void butterfly_lower_warps_barrier(const float *x, float *y) {
    __shared__ float sums[8][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    float sum = x[threadIdx.x];
#pragma unroll 1
    for (int distance = 1; distance < 8; distance *= 2) {
        int id = 1 + (warp & ~distance);
        sums[warp][lane] = sum;
        named::sync(id, 2 * kWarp); //@ butterfly-lower-warps-barrier
        float other = sums[warp ^ distance][lane];
        named::sync(id, 2 * kWarp);
        sum = warp & distance ? other + sum : sum + other;
    }
    y[threadIdx.x] = sum;
}

// F's warp knows that A's warp has arrived at barrier 2, but not that the barrier is complete. With
// one numbering of the warps the kernel may run well for years, with the other it stops at once.
template <int A, int E, int F, int G>
__device__ void used_again(const float *x, float *y) {
    __shared__ float a[kWarp], b[kWarp], e[kWarp], f[kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (warp == A) {
        a[lane] = x[lane];
        named::arrive(2, 2 * kWarp);
        b[lane] = 2.0f * x[lane];
        named::arrive(4, 2 * kWarp);
    } else if (warp == E) {
        named::sync(2, 2 * kWarp); //@ used-again-too-early-stops
        e[lane] = a[lane] + 1.0f;
        named::arrive(3, 2 * kWarp);
    } else if (warp == F) {
        named::sync(4, 2 * kWarp);
        f[lane] = b[lane];
        named::arrive(2, 2 * kWarp); //@ used-again-too-early
    } else if (warp == G) {
        named::sync(3, 2 * kWarp);
        float v = e[lane];
        named::sync(2, 2 * kWarp);
        y[lane] = v + f[lane];
    }
}

extern "C" __global__ void used_again_too_early(const float *x, float *y) {
    used_again<0, 1, 3, 2>(x, y);
}

extern "C" __global__ void used_again_too_early_stops(const float *x, float *y) {
    used_again<0, 3, 2, 1>(x, y);
}

// P waits at the barrier at which it has just arrived: its own arrival may complete it.
template <int P>
__device__ void alternating(const float *x, float *y) {
    __shared__ float g[kWarp];
    int lane = threadIdx.x % kWarp;
    if (threadIdx.x / kWarp == P) {
        g[lane] = x[lane];
        named::arrive(1, 2 * kWarp);
        named::sync(1, 2 * kWarp); //@ alternating-without-order
        y[lane] = g[lane];
    } else {
        named::sync(1, 2 * kWarp); //@ alternating-without-order-stops
        float v = g[lane];
        g[lane] = v + 1.0f;
        named::arrive(1, 2 * kWarp);
    }
}

extern "C" __global__ void alternating_without_order(const float *x, float *y) {
    alternating<1>(x, y);
}

extern "C" __global__ void alternating_without_order_stops(const float *x, float *y) {
    alternating<0>(x, y);
}

// One barrier for all groups: two warps of different groups complete it as well.
extern "C" __global__ void groups_share_a_barrier(const float *x, float *y) {
    __shared__ float part[4][64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    part[group][i] = x[threadIdx.x];
    named::sync(1, 64); //@ groups-share-a-barrier
    if (i < 32) y[group * 32 + i] = part[group][i] + part[group][i + 32];
}

// ---- Arrivals and counts

// The first group's number is __syncthreads' own barrier.
extern "C" __global__ void barrier_zero(const float *x, float *y) {
    __shared__ float part[2][64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    part[group][i] = x[threadIdx.x];
    named::sync(group, 64);
    float v = part[group][63 - i];
    __syncthreads(); //@ barrier-zero
    y[threadIdx.x] = v + part[1 - group][i];
}

// A turn is given back that nobody takes.
extern "C" __global__ void ping_pong_left_over(const float *x, float *y, int tiles) {
    __shared__ float staged[64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    if (group == 1) named::arrive(1, 128);
#pragma unroll 1
    for (int tile = group; tile < tiles; tile += 2) {
        float v = x[tile * 64 + i] * 2.0f;
        named::sync(1 + group, 128);
        staged[i] = v;
        named::sync(3 + group, 64);
        y[tile * 64 + i] = v + staged[63 - i];
        named::arrive(2 - group, 128); //@ ping-pong-left-over
    }
}

// One group waits only, the other one reduces.
extern "C" __global__ void sync_meets_reduction(const int *marks, int *counts) {
    int count = 0;
    if (threadIdx.x < 64) count = named::sync_count(1, 128, marks[threadIdx.x] % 3 == 0);
    else named::sync(1, 128); //@ sync-meets-reduction
    counts[threadIdx.x] = count;
}

// ---- Races

// Two groups on one staging buffer without turns.
extern "C" __global__ void ping_pong_without_turns(const float *x, float *y, int tiles) {
    __shared__ float staged[64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
#pragma unroll 1
    for (int tile = group; tile < tiles; tile += 2) {
        float v = x[tile * 64 + i] * 2.0f;
        staged[i] = v; //@ ping-pong-without-turns
        named::sync(3 + group, 64);
        y[tile * 64 + i] = v + staged[63 - i];
        named::sync(3 + group, 64);
    }
}

// The slot is given back before it is read.
extern "C" __global__ void chain_released_too_early(const float *x, float *y, int rows) {
    __shared__ float slots[3][2][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    if (warp > 0) {
        named::arrive(1 + 2 * (warp - 1), 2 * kWarp);
        named::arrive(2 + 2 * (warp - 1), 2 * kWarp);
    }
#pragma unroll 1
    for (int row = 0; row < rows; row++) {
        int slot = row % 2;
        float v;
        if (warp == 0) {
            v = x[row * kWarp + lane];
        } else {
            named::sync(7 + 2 * (warp - 1) + slot, 2 * kWarp);
            if (row + 2 < rows) named::arrive(1 + 2 * (warp - 1) + slot, 2 * kWarp);
            v = slots[warp - 1][slot][lane]; //@ chain-released-too-early
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

// The partners meet once in a round: one of them may be in the next round while the other reads.
extern "C" __global__ void butterfly_meets_once(const float *x, float *y) {
    __shared__ float sums[8][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    float sum = x[threadIdx.x];
#pragma unroll 1
    for (int round = 0; round < 3; round++) {
        int distance = 1 << round;
        int lower = warp & ~distance;
        int id = 1 + 4 * round + (lower & (distance - 1)) + (lower >> (round + 1) << round);
        sums[warp][lane] = sum; //@ butterfly-meets-once
        named::sync(id, 2 * kWarp);
        float other = sums[warp ^ distance][lane];
        sum = warp & distance ? other + sum : sum + other;
    }
    y[threadIdx.x] = sum;
}

// What is stored after an arrival is not handed over by it.
extern "C" __global__ void stored_after_arrival(const float *x, float *y) {
    __shared__ float row[kWarp];
    int lane = threadIdx.x % kWarp;
    if (threadIdx.x < kWarp) {
        named::arrive(1, 64);
        row[lane] = x[lane];
    } else {
        named::sync(1, 64);
        y[lane] = row[lane]; //@ stored-after-arrival
    }
}

// An arrival does not wait: the arriving warp learns nothing of what the others did before.
extern "C" __global__ void arrival_is_no_wait(const float *x, float *y) {
    __shared__ float row[2][kWarp];
    int warp = threadIdx.x / kWarp, lane = threadIdx.x % kWarp;
    row[warp][lane] = x[threadIdx.x];
    if (warp == 0) named::arrive(1, 64);
    else named::sync(1, 64);
    y[threadIdx.x] = row[1 - warp][lane]; //@ arrival-is-no-wait
}

// The groups meet among themselves, then one reads what the other has written.
extern "C" __global__ void groups_meet_apart(const float *x, float *y) {
    __shared__ float part[4][64];
    int group = threadIdx.x / 64, i = threadIdx.x % 64;
    part[group][i] = x[threadIdx.x];
    named::sync(1 + group, 64);
    y[threadIdx.x] = part[group ^ 1][i]; //@ groups-meet-apart
}

// Both warps of a pair store the maximum of the pair: the same value, a race all the same.
extern "C" __global__ void both_store_the_maximum(const float *x, float *y) {
    __shared__ float row[64], largest[kWarp];
    int lane = threadIdx.x % kWarp;
    row[threadIdx.x] = x[threadIdx.x];
    named::sync(1, 64);
    largest[lane] = fmaxf(row[lane], row[lane + 32]); //@ both-store-the-maximum
    named::sync(1, 64);
    y[threadIdx.x] = largest[lane];
}

extern "C" __global__ void maximum_plain(const float *x, float *y) {
    int lane = threadIdx.x % kWarp;
    y[threadIdx.x] = fmaxf(x[lane + 32], x[lane]);
}

// ---- Lanes of a warp at an aligned barrier at different places.
extern "C" __global__ void lanes_apart(const float *x, float *y) {
    __shared__ float row[128];
    int lane = threadIdx.x % kWarp, pair = threadIdx.x / 64;
    if (lane % 2 == 0) {
        row[threadIdx.x] = x[threadIdx.x];
        named::sync(1 + pair, 64); //@ lanes-apart
    } else {
        row[threadIdx.x] = 2.0f * x[threadIdx.x];
        named::sync(1 + pair, 64);
    }
    y[threadIdx.x] = row[threadIdx.x ^ kWarp];
}

extern "C" __global__ void lanes_apart_repaired(const float *x, float *y) {
    __shared__ float row[128];
    int lane = threadIdx.x % kWarp, pair = threadIdx.x / 64;
    if (lane % 2 == 0) {
        row[threadIdx.x] = x[threadIdx.x];
        named::sync_unaligned(1 + pair, 64);
    } else {
        row[threadIdx.x] = 2.0f * x[threadIdx.x];
        named::sync_unaligned(1 + pair, 64);
    }
    y[threadIdx.x] = row[threadIdx.x ^ kWarp];
}
