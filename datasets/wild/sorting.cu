// Sorting, selecting and merging: networks of exchanges, top-k by them, merge path, radix passes, run lengths, medians.
// Where the order of keys decides addresses, the keys are concrete; networks move any values.
#include <cuda_runtime.h>

#include "mistakes.cuh"

// ---- Networks

// the greatest k of 4, by selecting the greatest of the rest
KERNEL(0) void top2_plain(const float *x, float *y) {
    float first = fmaxf(fmaxf(x[0], x[1]), fmaxf(x[2], x[3]));
    float second = fmaxf(fmaxf(fminf(x[0], x[1]), fminf(x[2], x[3])), fminf(fmaxf(x[0], x[1]), fmaxf(x[2], x[3])));
    y[0] = first;
    y[1] = second;
}

__device__ void exchange(float &a, float &b) {
    float more = fmaxf(a, b), less = fminf(a, b);
    a = more;
    b = less;
}

// pairs sorted downwards, then the two heads and the cross exchange; mistake 1: the cross exchange is left out
KERNEL(1) void top2_network(const float *x, float *y) {
    float a = x[0], b = x[1], c = x[2], d = x[3];
    exchange(a, b);
    exchange(c, d);
    exchange(a, c);
    if (!WRONG(1)) {
        exchange(b, c);
        exchange(b, d);
    }
    y[0] = a;
    y[1] = b;
}

// median of three neighbours, by sorting them
KERNEL(0) void median3_plain(const float *x, float *y, int n) {
    for (int i = 1; i < n - 1; i++) {
        float a = x[i - 1], b = x[i], c = x[i + 1];
        exchange(a, b);
        exchange(b, c);
        exchange(a, b);
        y[i] = b;
    }
}

// by max and min alone, from shared memory; mistake 1: the lesser of two maxima; mistake 2: no barrier
KERNEL(2) void median3(const float *x, float *y, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = x[i];
    if (!WRONG(2)) {
        __syncthreads();
    }
    if (i > 0 && i < n - 1) {
        float a = row[i - 1], b = row[i], c = row[i + 1]; //@ median3-without-barrier
        y[i] = WRONG(1) ? fminf(fmaxf(a, b), fmaxf(b, c)) : fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
    }
}

// ---- Bitonic sort of concrete keys with their values

KERNEL(0) void sort_plain(const int *key, const float *value, int *keys, float *values, int n) {
    for (int i = 0; i < n; i++) {
        int place = 0;
        for (int j = 0; j < n; j++) {
            place += key[j] < key[i] || (key[j] == key[i] && j < i);
        }
        keys[place] = key[i];
        values[place] = value[i];
    }
}

// in shared memory, distinct keys; mistake 1: all sequences go upwards; mistake 2: no barrier between the steps
KERNEL(2) void sort_bitonic(const int *key, const float *value, int *keys, float *values, int n) {
    __shared__ int k[32];
    __shared__ float v[32];
    int i = threadIdx.x;
    k[i] = key[i];
    v[i] = value[i];
    for (int size = 2; size <= n; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            if (!WRONG(2) || stride >= 16) {
                __syncthreads();
            }
            int partner = i ^ stride;
            if (partner > i) {
                bool up = WRONG(1) || (i & size) == 0;
                if ((k[i] > k[partner]) == up) { //@ sort-bitonic-without-barrier
                    int key_i = k[i];
                    k[i] = k[partner];
                    k[partner] = key_i;
                    float value_i = v[i];
                    v[i] = v[partner];
                    v[partner] = value_i;
                }
            }
        }
    }
    __syncthreads();
    keys[i] = k[i];
    values[i] = v[i];
}

// by shuffles within a warp; mistake 1: the lesser stays in the upper lane
KERNEL(1) void sort_shuffles(const int *key, const float *value, int *keys, float *values, int n) {
    int i = threadIdx.x, k = key[i];
    float v = value[i];
    for (int size = 2; size <= n; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = __shfl_xor_sync(0xffffffffu, k, stride);
            float other_v = __shfl_xor_sync(0xffffffffu, v, stride);
            bool up = (i & size) == 0, lower = (i & stride) == 0;
            bool swap = (WRONG(1) ? up : up == lower) ? other < k : other > k;
            k = swap ? other : k;
            v = swap ? other_v : v;
        }
    }
    keys[i] = k;
    values[i] = v;
}

// ---- One pass of a radix sort: two bits, stable

// mistake 1: the digit of the next pass; mistake 2: the place within the digit counts lanes from the top
KERNEL(2) void radix_pass(const int *key, const float *value, int *keys, float *values, int n) {
    int i = threadIdx.x, digit = key[i] >> (WRONG(1) ? 2 : 0) & 3, before = 0;
    unsigned lanes_below = WRONG(2) ? ~((2u << i) - 1) : (1u << i) - 1;
    for (int d = 0; d < 4; d++) {
        unsigned same = __ballot_sync(0xffffffffu, digit == d);
        if (d == digit) {
            before += __popc(same & lanes_below);
        } else if (d < digit) {
            before += __popc(same);
        }
    }
    keys[before] = key[i];
    values[before] = value[i];
}

KERNEL(0) void radix_plain(const int *key, const float *value, int *keys, float *values, int n) {
    int at = 0;
    for (int d = 0; d < 4; d++) {
        for (int i = 0; i < n; i++) {
            if ((key[i] & 3) == d) {
                keys[at] = key[i];
                values[at++] = value[i];
            }
        }
    }
}

// ---- Merge path: each thread finds where its part of the merged sequence begins, by bisection along a diagonal

KERNEL(0) void merge_plain(const int *a, const int *b, const float *va, const float *vb, float *y, int na, int nb) {
    int i = 0, j = 0;
    while (i < na || j < nb) {
        if (j >= nb || (i < na && a[i] <= b[j])) {
            y[i + j] = va[i];
            i++;
        } else {
            y[i + j] = vb[j];
            j++;
        }
    }
}

// mistake 1: equal keys come from b first; mistake 2: the last part runs on beyond its end
KERNEL(2) void merge_path(const int *a, const int *b, const float *va, const float *vb, float *y, int na, int nb) {
    const int items = 5;
    int diagonal = min(threadIdx.x * items, na + nb), end = min(diagonal + items, na + nb);
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        int middle = (low + high) / 2;
        bool first = WRONG(1) ? a[middle] < b[diagonal - 1 - middle] : a[middle] <= b[diagonal - 1 - middle];
        if (first) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    int i = low, j = diagonal - low;
    for (int k = diagonal; k < (WRONG(2) ? diagonal + items : end); k++) {
        bool from_a = j >= nb || (i < na && (WRONG(1) ? a[i] < b[j] : a[i] <= b[j]));
        y[k] = from_a ? va[i++] : vb[j++]; //@ merge-path-runs-on
    }
}

// ---- Runs of equal keys: sums of their values

KERNEL(0) void runs_plain(const int *key, const float *value, float *sum, int *unique, int n) {
    int run = 0;
    float total = value[0];
    unique[0] = key[0];
    for (int i = 1; i < n; i++) {
        if (key[i] != key[i - 1]) {
            sum[run++] = total;
            unique[run] = key[i];
            total = value[i];
        } else {
            total += value[i];
        }
    }
    sum[run] = total;
}

// heads by ballot, a segmented scan by shuffles, tails store; mistake 1: the scan runs over heads; mistake 2: heads store
KERNEL(2) void runs_by_key(const int *key, const float *value, float *sum, int *unique, int n) {
    int i = threadIdx.x, own = key[i], left = __shfl_up_sync(0xffffffffu, own, 1);
    bool head = i == 0 || own != left;
    unsigned heads = __ballot_sync(0xffffffffu, head);
    int start = 31 - __clz(heads & (0xffffffffu >> (31 - i)));
    float v = value[i];
    for (int lanes = 1; lanes < 32; lanes *= 2) {
        float before = __shfl_up_sync(0xffffffffu, v, lanes);
        if (i - lanes >= (WRONG(1) ? 0 : start)) {
            v += before;
        }
    }
    bool tail = i == 31 || (heads >> (i + 1) & 1);
    int run = __popc(heads & (0xffffffffu >> (31 - i))) - 1;
    if (WRONG(2) ? head : tail) {
        sum[run] = v;
        unique[run] = own;
    }
}

// ---- Stream compaction by a ticket of the warp

KERNEL(0) void select_plain(const int *flag, const float *x, float *y, int *count, int n) {
    int at = 0;
    for (int i = 0; i < n; i++) {
        if (flag[i] != 0) {
            y[at++] = x[i];
        }
    }
    *count = at;
}

// two warps; one lane of each takes room for its warp in order; mistake 1: the second warp begins at 0; mistake 2: no barrier
KERNEL(2) void select_warps(const int *flag, const float *x, float *y, int *count, int n) {
    __shared__ int room[2];
    int i = threadIdx.x, lane = i % 32, warp = i / 32;
    bool stays = flag[i] != 0;
    unsigned ballot = __ballot_sync(0xffffffffu, stays);
    if (lane == 0) {
        room[warp] = __popc(ballot);
    }
    if (!WRONG(2)) {
        __syncthreads();
    }
    int base = warp == 0 || WRONG(1) ? 0 : room[0]; //@ select-warps-without-barrier
    if (stays) {
        y[base + __popc(ballot & ((1u << lane) - 1))] = x[i]; //@ select-warps-second-at-0
    }
    if (i == 0) {
        *count = room[0] + room[1];
    }
}

// ---- k-means: squares of distances by the expansion, the nearest centre, and the new centres by one-hot sums

KERNEL(0) void kmeans_distance(const float *x, const float *c, float *y, int points, int centres, int depth) {
    for (int p = 0; p < points; p++) {
        float least = INFINITY;
        for (int k = 0; k < centres; k++) {
            float sum = 0.0f;
            for (int d = 0; d < depth; d++) {
                float diff = x[p * depth + d] - c[k * depth + d];
                sum += diff * diff;
            }
            least = fminf(least, sum);
        }
        y[p] = least;
    }
}

// |x|² − 2 x c + |c|², the first term outside of the minimum; mistake 1: without the 2
KERNEL(1) void kmeans_distance_expanded(const float *x, const float *c, float *y, int points, int centres, int depth) {
    __shared__ float squares[4];
    int p = threadIdx.x;
    if (p < centres) {
        float sum = 0.0f;
        for (int d = 0; d < depth; d++) {
            sum = fmaf(c[p * depth + d], c[p * depth + d], sum);
        }
        squares[p] = sum;
    }
    __syncthreads();
    float own = 0.0f, least = INFINITY;
    for (int d = 0; d < depth; d++) {
        own = fmaf(x[p * depth + d], x[p * depth + d], own);
    }
    for (int k = 0; k < centres; k++) {
        float dot = 0.0f;
        for (int d = 0; d < depth; d++) {
            dot = fmaf(x[p * depth + d], c[k * depth + d], dot);
        }
        least = fminf(least, squares[k] - (WRONG(1) ? 1.0f : 2.0f) * dot);
    }
    y[p] = own + least;
}

// sums and counts of each centre, before they are divided
KERNEL(0) void kmeans_sums(const float *x, const int *assigned, float *sums, int *counts, int points, int depth) {
    int k = threadIdx.x / depth, d = threadIdx.x % depth, count = 0;
    for (int p = 0; p < points; p++) {
        sums[threadIdx.x] += assigned[p] == k ? x[p * depth + d] : 0.0f;
        count += assigned[p] == k;
    }
    if (d == 0) {
        counts[k] += count;
    }
}

// a thread a point, by atomics where its centre is; mistake 1: counts every coordinate; mistake 2: counts without atomics
KERNEL(2) void kmeans_sums_atomic(const float *x, const int *assigned, float *sums, int *counts, int points, int depth) {
    int p = threadIdx.x, k = assigned[p];
    for (int d = 0; d < depth; d++) {
        atomicAdd(&sums[k * depth + d], x[p * depth + d]);
        if (WRONG(1) && d > 0) {
            atomicAdd(&counts[k], 1);
        }
    }
    if (WRONG(2)) {
        counts[k]++; //@ kmeans-sums-without-atomics
    } else {
        atomicAdd(&counts[k], 1);
    }
}

KERNEL(0) void kmeans_update(const float *x, const int *assigned, const float *old, float *c, int points, int centres,
                              int depth) {
    for (int k = 0; k < centres; k++) {
        for (int d = 0; d < depth; d++) {
            float sum = 0.0f;
            int count = 0;
            for (int p = 0; p < points; p++) {
                if (assigned[p] == k) {
                    sum += x[p * depth + d];
                    count++;
                }
            }
            c[k * depth + d] = count > 0 ? sum / count : old[k * depth + d];
        }
    }
}

// a thread a cell, counts as floats; mistake 1: an empty centre becomes 0; mistake 2: divided by all points
KERNEL(2) void kmeans_update_cells(const float *x, const int *assigned, const float *old, float *c, int points,
                                    int centres, int depth) {
    int k = threadIdx.x / depth, d = threadIdx.x % depth;
    float sum = 0.0f, count = 0.0f;
    for (int p = 0; p < points; p++) {
        float own = assigned[p] == k ? 1.0f : 0.0f;
        sum += own * x[p * depth + d];
        count += own;
    }
    float mean = sum / (WRONG(2) ? points : count);
    c[threadIdx.x] = count > 0.0f ? mean : WRONG(1) ? 0.0f : old[threadIdx.x];
}
