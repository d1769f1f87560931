// Mistakes in control flow; the correct forms are in loops.cu and kernels.cu.

// ---- Barriers in loops

// Threads whose sum is complete leave the loop and wait at the barrier behind it.
extern "C" __global__ void scan_leaves_early(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < distance) break;
        float left = row[i - distance];
        __syncthreads(); //@ scan-leaves-early
        row[i] += left;
        __syncthreads();
    }
    __syncthreads();
    out[63 - i] = row[63 - i];
}

// Whole warps leave the loop: no warp diverges, but the warps are at different barriers, and the
// first one reads what the second has not finished.
extern "C" __global__ void scan_warps_leave(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < 32 && distance == 32) break;
        float left = i >= distance ? row[i - distance] : 0.0f;
        __syncthreads();
        row[i] += left; //@ scan-warps-leave
        __syncthreads();
    }
    __syncthreads();
    out[63 - i] = row[63 - i];
}

// Only threads that add something wait.
extern "C" __global__ void scan_waits_in_condition(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        if (i >= distance) {
            float left = row[i - distance];
            __syncthreads(); //@ scan-waits-in-condition
            row[i] += left;
        }
        __syncthreads();
    }
    out[i] = row[i];
}

// One barrier for two accesses.
extern "C" __global__ void scan_one_barrier(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        float left = i >= distance ? row[i - distance] : 0.0f;
        row[i] += left; //@ scan-one-barrier
        __syncthreads();
    }
    out[i] = row[i];
}

// `>` for `>=`: the element at the distance itself is left out.
extern "C" __global__ void scan_off_by_one(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        float left = i > distance ? row[i - distance] : 0.0f;
        __syncthreads();
        row[i] += left;
        __syncthreads();
    }
    out[i] = row[i];
}

// Nobody looks whether there is a left neighbour.
extern "C" __global__ void scan_not_guarded(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        float left = row[i - distance]; //@ scan-not-guarded
        __syncthreads();
        row[i] += left;
        __syncthreads();
    }
    out[i] = row[i];
}

// The carry is changed while the others still read it.
extern "C" __global__ void scan_carry_too_early(const float *in, float *out, int n) {
    __shared__ float row[64];
    __shared__ float carry;
    int i = threadIdx.x;
    if (i == 0) carry = 0.0f;
    for (int tile = 0; tile < n; tile += 64) {
        row[i] = in[tile + i];
        __syncthreads();
        for (int distance = 1; distance < 64; distance *= 2) {
            float left = i >= distance ? row[i - distance] : 0.0f;
            __syncthreads();
            row[i] += left;
            __syncthreads();
        }
        out[tile + i] = carry + row[i];
        if (i == 0) carry += row[63]; //@ scan-carry-too-early
        __syncthreads();
    }
}

// The loop's length is the thread's own, and there is a barrier in it: lanes go on without those
// that are done, which wait at the next one.
extern "C" __global__ void own_number_of_barriers(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
#pragma unroll 1
    for (int round = 0; round < i % 3; round++) __syncthreads(); //@ own-number-of-barriers
    __syncthreads();
    out[i] = row[63 - i];
}

// `continue` jumps over the barrier. No warp diverges at it, since those who go on come to it in the
// next round; but the threads at it are not in the same round.
extern "C" __global__ void continues_over_barrier(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int round = 0; round < n; round++) {
        if ((i + round) % 8 == 0) continue;
        row[i] = in[i];
        __syncthreads();
        sum += row[i ^ 1]; //@ continues-over-barrier
    }
    out[i] = sum;
}

// The decision to go on is each thread's own.
extern "C" __global__ void distances_own_decision(const int *successor, int *distance) {
    __shared__ int found[64];
    int i = threadIdx.x;
    found[i] = i == 0 ? 0 : 1000;
    bool changed;
    do {
        __syncthreads(); //@ distances-own-decision
        int best = found[i];
        for (int k = 0; k < 4; k++) best = min(best, found[successor[4 * i + k]] + 1);
        changed = best < found[i];
        __syncthreads();
        found[i] = best;
    } while (changed);
    __syncthreads();
    distance[i] = found[63 - i];
}

// Between the rounds there is no barrier: a neighbour's distance may be of this round or of the last.
extern "C" __global__ void distances_without_rounds(const int *successor, int *distance) {
    __shared__ int found[64];
    int i = threadIdx.x;
    found[i] = i == 0 ? 0 : 1000;
    __syncthreads();
    int changed;
    do {
        int best = found[i];
        for (int k = 0; k < 4; k++) best = min(best, found[successor[4 * i + k]] + 1);
        changed = __syncthreads_or(best < found[i]);
        found[i] = best; //@ distances-without-rounds
    } while (changed);
    distance[i] = found[i];
}

// ---- Switches

// `break` was forgotten behind 2.
extern "C" __global__ void dispatch_falls_through(const float *in, float *out) {
    float x = in[threadIdx.x];
    float *to = out + threadIdx.x;
    switch (threadIdx.x % 9) {
    case 0: *to = x + 1.0f; break;
    case 1: *to = x * x; break;
    case 2: *to = 3.0f - x;
    case 3: *to = fabsf(x); break;
    case 4: *to = fmaxf(x, 0.5f); break;
    case 5: x = x + 2.0f;
    case 6: *to = x * 0.25f; break;
    case 7: return;
    default: *to = -x;
    }
    *to += in[63 - threadIdx.x];
}

// One case stores nothing, and the sum behind the switch reads it.
extern "C" __global__ void dispatch_forgets_a_case(const float *in, float *out) {
    __shared__ float row[64];
    float x = in[threadIdx.x];
    float *to = row + threadIdx.x;
    switch (threadIdx.x % 4) {
    case 0: *to = x + 1.0f; break;
    case 1: *to = x * x; break;
    case 2: break;
    default: *to = -x;
    }
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x] + row[63 - threadIdx.x]; //@ dispatch-forgets-a-case
}

// A barrier in one of the cases that the lanes of a warp take.
extern "C" __global__ void dispatch_waits_in_a_case(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    switch (i % 4) {
    case 0: row[i] += 1.0f; break;
    case 1: row[i] *= 2.0f; break;
    case 2: __syncthreads(); //@ dispatch-waits-in-a-case
    default: row[i] = -row[i];
    }
    __syncthreads();
    out[i] = row[63 - i];
}

// Even and odd threads run programs of their own. They meet at the one barrier in different rounds of
// the loop, and as often as each other only if their programs say so.
extern "C" __global__ void machine_own_programs(const int *programs, int length, const float *in,
                                                float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    float x = in[i];
#pragma unroll 1
    for (int at = 0; at < length; at++) {
        switch (programs[i % 2 * length + at]) {
        case 0: x += 1.0f; break;
        case 1: x *= 2.0f; break;
        case 2: row[i] = x; break;
        case 3: __syncthreads(); break;
        case 4: x += row[i ^ 1]; break; //@ machine-own-programs
        default: out[i] = x;
        }
    }
}

// ---- Short-circuit conditions

// The operands of && and || changed places: the neighbour is read before it is known to exist.
extern "C" __global__ void peaks_swapped(const float *x, float *y, int n) {
    int i = threadIdx.x;
    y[i] = (x[i - 1] < x[i] || i == 0) && (i == n - 1 || x[i + 1] < x[i]) ? 1.0f : 0.0f; //@ peaks-swapped
}

// | for ||: both sides are evaluated.
extern "C" __global__ void peaks_without_short_circuit(const float *x, float *y, int n) {
    int i = threadIdx.x;
    y[i] = (i == 0 || x[i - 1] < x[i]) && ((i == n - 1) | (x[i + 1] < x[i])) ? 1.0f : 0.0f; //@ peaks-without-short-circuit
}

// && for ||.
extern "C" __global__ void peaks_wrong_operator(const float *x, float *y, int n) {
    int i = threadIdx.x;
    y[i] = (i == 0 || x[i - 1] < x[i]) && (i != n - 1 && x[i + 1] < x[i]) ? 1.0f : 0.0f;
}

// <= for <: two equal neighbours are both peaks.
extern "C" __global__ void peaks_with_ties(const float *x, float *y, int n) {
    int i = threadIdx.x;
    y[i] = (i == 0 || x[i - 1] <= x[i]) && (i == n - 1 || x[i + 1] < x[i]) ? 1.0f : 0.0f;
}

// The key at -1 is read.
extern "C" __global__ void find_swapped(const int *first, const int *next, const int *key, int *entry) {
    int wanted = threadIdx.x, at = first[wanted % 8];
    while (key[at] != wanted && at >= 0) at = next[at]; //@ find-swapped
    entry[threadIdx.x] = at;
}

// ---- Early returns

// The barrier counts threads that have left.
extern "C" __global__ void returns_before_count(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    if (i >= n) return;
    row[i] = in[i];
    asm volatile("barrier.cta.sync 1, 64;" ::: "memory"); //@ returns-before-count
    out[i] = row[n - 1 - i];
}

// Those who leave had something to store.
extern "C" __global__ void returns_with_work(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    if (i >= n) return;
    row[i] = in[i];
    __syncthreads();
    out[i] = row[63 - i]; //@ returns-with-work
}

// `>` for `>=`: one thread too many stays, and adds what others of its own round store.
extern "C" __global__ void returns_too_many(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (i > half) return;
        row[i] += row[i + half]; //@ returns-too-many
    }
    out[0] = row[0];
}

// The last barrier of the tree is left out.
extern "C" __global__ void returns_unsynchronised(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (i >= half) return;
        row[i] += row[i + half]; //@ returns-unsynchronised
    }
    out[0] = row[0];
}

// ---- Histograms

extern "C" __global__ void histogram_not_atomic(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) local[values[i] % 16]++; //@ histogram-not-atomic
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

extern "C" __global__ void histogram_not_cleared(const int *values, int *bins, int n) {
    __shared__ int local[16];
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i] % 16], 1); //@ histogram-not-cleared
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

extern "C" __global__ void histogram_cleared_too_late(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0; //@ histogram-cleared-too-late
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

extern "C" __global__ void histogram_read_too_early(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i] % 16], 1);
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x]; //@ histogram-read-too-early
}

// The value is taken for its bin.
extern "C" __global__ void histogram_too_few_bins(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&local[values[i]], 1); //@ histogram-too-few-bins
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

// Two kinds of atomics on one cell do not commute.
extern "C" __global__ void histogram_mixed(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(&local[values[i] % 16], 1);
        atomicMin(&local[values[i] % 16], 9); //@ histogram-mixed
    }
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

// The last elements are not counted where n is no multiple of the block.
extern "C" __global__ void histogram_without_rest(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = 0; i + 64 <= n; i += 64) atomicAdd(&local[values[i + threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] = local[threadIdx.x];
}

// The CTAs store their counts instead of adding them.
extern "C" __global__ void histogram_of_grid_stored(const int *values, int *bins, int n) {
    __shared__ int local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&local[values[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) bins[threadIdx.x] += local[threadIdx.x]; //@ histogram-of-grid-stored
}

// A place in the list is drawn with an atomic: which thread gets which depends on the schedule.
extern "C" __global__ void compact_by_ticket(const int *keep, const float *in, float *out, int n) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (keep[threadIdx.x] % 3 == 0) out[atomicAdd(&count, 1)] = in[threadIdx.x];
}

// ---- Stencils

extern "C" __global__ void blur_without_barrier(const float *in, float *out, int n) {
    __shared__ float tile[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    tile[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == 63) tile[65] = i + 1 < n ? in[i + 1] : 0.0f;
    if (i < n) out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2]; //@ blur-without-barrier
}

// The last element of the row has its right neighbour in the margin only where the tile is full.
extern "C" __global__ void blur_without_right_margin(const float *in, float *out, int n) {
    __shared__ float tile[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) tile[t + 1] = in[i];
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == 63) tile[65] = i + 1 < n ? in[i + 1] : 0.0f;
    __syncthreads();
    if (i < n) out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2]; //@ blur-without-right-margin
}

// `<=` for `<`.
extern "C" __global__ void blur_one_too_far(const float *in, float *out, int n) {
    __shared__ float tile[66];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    tile[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == 63) tile[65] = i <= n ? in[i + 1] : 0.0f; //@ blur-one-too-far
    __syncthreads();
    if (i < n) out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2];
}

// The tile has no room for its right margin.
extern "C" __global__ void blur_small_tile(const float *in, float *out, int n) {
    __shared__ float tile[65];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    tile[t + 1] = i < n ? in[i] : 0.0f;
    if (t == 0) tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == 63) tile[65] = i + 1 < n ? in[i + 1] : 0.0f; //@ blur-small-tile
    __syncthreads();
    if (i < n) out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * *(volatile float *)&tile[t + 2];
}

// In place: a neighbour may be old or new. One CTA, so that no margin comes from another one.
extern "C" __global__ void blur_in_place(float *row, int n) {
    int i = threadIdx.x;
    float left = i > 0 ? row[i - 1] : 0.0f, right = i < n - 1 ? row[i + 1] : 0.0f;
    row[i] = 0.25f * left + 0.5f * row[i] + 0.25f * right; //@ blur-in-place
}

// The rows change places before all have read.
extern "C" __global__ void sweeps_without_second_row(const float *in, float *out, int rounds) {
    __shared__ float row[32];
    int i = threadIdx.x;
    row[i] = in[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        row[i] = 0.5f * row[(i + 31) % 32] + 0.5f * row[(i + 1) % 32]; //@ sweeps-without-second-row
    }
    out[i] = row[i];
}

// The rows change places in every thread but after an odd number of rounds the wrong one is stored.
extern "C" __global__ void sweeps_wrong_row(const float *in, float *out, int rounds) {
    __shared__ float first[32], second[32];
    float *from = first, *to = second;
    int i = threadIdx.x;
    from[i] = in[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        to[i] = 0.5f * from[(i + 31) % 32] + 0.5f * from[(i + 1) % 32];
        float *old = from;
        from = to;
        to = old;
    }
    out[i] = first[i];
}

// The corner of the plane: x and y are compared with the other's size.
extern "C" __global__ void plane_exchanged(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= height || y >= width) return;
    float sum = in[y * width + x]; //@ plane-exchanged
    sum += in[y * width + max(x - 1, 0)] + in[y * width + min(x + 1, width - 1)];
    sum += in[max(y - 1, 0) * width + x] + in[min(y + 1, height - 1) * width + x];
    out[y * width + x] = 0.2f * sum;
}

// ---- Transposes

extern "C" __global__ void transpose_without_barrier(const float *in, float *out, int width, int height) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (x < width && y0 + k < height) tile[k][threadIdx.x] = in[(y0 + k) * width + x]; //@ transpose-without-barrier
    int y = y0 + threadIdx.x, x0 = blockIdx.x * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (y < height && x0 + k < width) out[(x0 + k) * height + y] = tile[threadIdx.x][k];
}

// The guard of the first half stands at the second: at the rim, elements are stored twice.
extern "C" __global__ void transpose_wrong_guard(const float *in, float *out, int width, int height) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (x < width && y0 + k < height) tile[k][threadIdx.x] = in[(y0 + k) * width + x];
    __syncthreads();
    int y = y0 + threadIdx.x, x0 = blockIdx.x * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y)
        if (x < width && y0 + k < height) out[(x0 + k) * height + y] = tile[threadIdx.x][k]; //@ transpose-wrong-guard
}

// The tile is turned, its place is not.
extern "C" __global__ void transpose_tiles_stay(const float *in, float *out, int n) {
    __shared__ float tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y) tile[k][threadIdx.x] = in[(y0 + k) * n + x];
    __syncthreads();
    for (int k = threadIdx.y; k < 16; k += blockDim.y) out[(y0 + k) * n + x] = tile[threadIdx.x][k];
}

// Every thread swaps its pair: each pair is swapped twice, at the same time.
extern "C" __global__ void transpose_all_swap(float *matrix, int n) {
    int x = threadIdx.x, y = threadIdx.y;
    if (x < n && y < n) {
        float v = matrix[y * n + x];
        matrix[y * n + x] = matrix[x * n + y]; //@ transpose-all-swap
        matrix[x * n + y] = v;
    }
}

// The permutation is undone with the other index.
extern "C" __global__ void transpose_wrong_swizzle(const float *in, float *out, int n) {
    __shared__ float tile[16][16];
    int x = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y) tile[k][threadIdx.x ^ k] = in[(y0 + k) * n + x];
    __syncthreads();
    int y = y0 + threadIdx.x, x0 = blockIdx.x * 16;
    for (int k = threadIdx.y; k < 16; k += blockDim.y) out[(x0 + k) * n + y] = tile[threadIdx.x][k ^ k];
}

// ---- Compaction and shifting

// The place of an element is where the next one goes.
extern "C" __global__ void compact_inclusive(const int *keep, const float *in, float *out, int n) {
    __shared__ int position[64];
    int i = threadIdx.x, stays = keep[i] % 3 == 0;
    position[i] = stays;
    for (int distance = 1; distance < n; distance *= 2) {
        __syncthreads();
        int left = i >= distance ? position[i - distance] : 0;
        __syncthreads();
        position[i] += left;
    }
    if (stays) out[position[i]] = in[i]; //@ compact-inclusive
}

// All store, those who should not to the place of the one before them.
extern "C" __global__ void compact_all_store(const int *keep, const float *in, float *out, int n) {
    __shared__ int position[64];
    int i = threadIdx.x, stays = keep[i] % 3 == 0;
    position[i] = stays;
    for (int distance = 1; distance < n; distance *= 2) {
        __syncthreads();
        int left = i >= distance ? position[i - distance] : 0;
        __syncthreads();
        position[i] += left;
    }
    out[position[i] - 1] = in[i]; //@ compact-all-store
}

// In shared memory without a barrier: the right neighbour may have shifted already.
extern "C" __global__ void shift_without_barrier(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    row[i] = row[(i + 1) % 64]; //@ shift-without-barrier
    __syncthreads();
    out[63 - i] = row[63 - i];
}

// A thread waits for another one's word by reading it again and again: no barrier, no order.
extern "C" __global__ void polls(const float *in, float *out) {
    __shared__ volatile int ready;
    __shared__ volatile float value;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = in[0];
        ready = 1;
    } else if (threadIdx.x == 32) {
        while (ready == 0) {}
        out[0] = value; //@ polls
    }
}
