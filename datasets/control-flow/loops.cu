// Barriers in loops, switches, short-circuit conditions and early returns. Each kernel stands beside
// a plain one that gives the same.

// ---- Prefix sums; one CTA, a thread for each element.

extern "C" __global__ void scan_plain(const float *in, float *out, int n) {
    float sum = 0.0f;
    for (int i = 0; i <= threadIdx.x; i++) sum += in[i];
    out[threadIdx.x] = sum;
}

// Two buffers, one barrier in each round (Hillis and Steele).
extern "C" __global__ void scan_two_buffers(const float *in, float *out, int n) {
    __shared__ float row[2][64];
    int i = threadIdx.x, now = 0;
    row[now][i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        float v = row[now][i];
        if (i >= distance) v += row[now][i - distance];
        row[1 - now][i] = v;
        now = 1 - now;
        __syncthreads();
    }
    out[i] = row[now][i];
}

// One buffer, two barriers in each round.
extern "C" __global__ void scan_one_buffer(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        float left = i >= distance ? row[i - distance] : 0.0f;
        __syncthreads();
        row[i] += left;
        __syncthreads();
    }
    out[i] = row[i];
}

// A thread whose sum is complete leaves; it is not waited for any more, and what it has left in the
// row is final.
extern "C" __global__ void scan_leaves_for_good(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    __syncthreads();
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < distance) {
            out[i] = row[i];
            return;
        }
        float left = row[i - distance];
        __syncthreads();
        row[i] += left;
        __syncthreads();
    }
    out[i] = row[i];
}

// Tiles of 64 with a carry: a loop with barriers in a loop with barriers.
extern "C" __global__ void scan_tiles(const float *in, float *out, int n) {
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
        __syncthreads();
        if (i == 0) carry += row[63];
        __syncthreads();
    }
}

extern "C" __global__ void scan_tiles_plain(const float *in, float *out, int n) {
    for (int at = threadIdx.x; at < n; at += blockDim.x) {
        float sum = 0.0f;
        for (int i = 0; i <= at; i++) sum += in[i];
        out[at] = sum;
    }
}

// ---- Loops of different lengths

// Lane 0 runs four times one round, the others once four rounds: all come to the same barrier four
// times, in different iterations (after an example of GPUVerify).
extern "C" __global__ void nested_differently(const float *in, float *out) {
    __shared__ float row[32];
    int i = threadIdx.x;
    int outer = i == 0 ? 4 : 1, inner = i == 0 ? 1 : 4;
    float sum = 0.0f;
    row[i] = in[i];
#pragma unroll 1
    for (int a = 0; a < outer; a++)
#pragma unroll 1
        for (int b = 0; b < inner; b++) {
            __syncthreads();
            sum += row[31 - i];
        }
    out[i] = sum;
}

extern "C" __global__ void four_times_mirrored(const float *in, float *out) {
    out[threadIdx.x] = 4.0f * in[31 - threadIdx.x];
}

// The length of the loop is each thread's own, the barrier is behind it.
extern "C" __global__ void own_lengths(const int *a, const int *b, int *divisor, int *neighbours) {
    __shared__ int row[64];
    int i = threadIdx.x, x = a[i], y = b[i];
    while (y != 0) {
        int rest = x % y;
        x = y;
        y = rest;
    }
    row[i] = x;
    __syncthreads();
    divisor[i] = x;
    neighbours[i] = row[(i + 1) % 64];
}

extern "C" __global__ void own_lengths_plain(const int *a, const int *b, int *divisor,
                                             int *neighbours) {
    int i = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        int x = a[(i + k) % 64], y = b[(i + k) % 64];
        while (x != y) {
            if (x > y) x -= y;
            else y -= x;
        }
        (k == 0 ? divisor : neighbours)[i] = x;
    }
}

// Distances from vertex 0 in a graph with four successors a vertex; all go on while one changes.
extern "C" __global__ void distances(const int *successor, int *distance) {
    __shared__ int found[64];
    int i = threadIdx.x;
    found[i] = i == 0 ? 0 : 1000;
    int changed;
    do {
        __syncthreads();
        int best = found[i];
        for (int k = 0; k < 4; k++) best = min(best, found[successor[4 * i + k]] + 1);
        changed = __syncthreads_or(best < found[i]);
        found[i] = best;
    } while (changed);
    distance[i] = found[i];
}

// One thread, round by round over all edges; edges lead both ways in the data.
extern "C" __global__ void distances_plain(const int *successor, int *distance) {
    for (int i = 0; i < 64; i++) distance[i] = i == 0 ? 0 : 1000;
    for (int round = 0; round < 64; round++)
        for (int i = 0; i < 64; i++)
            for (int k = 0; k < 4; k++) {
                int via = distance[successor[4 * i + k]] + 1;
                if (via < distance[i]) distance[i] = via;
            }
}

// ---- Switches

// A jump table whose entry is the thread's.
extern "C" __global__ void dispatch(const float *in, float *out) {
    float x = in[threadIdx.x];
    float *to = out + threadIdx.x;
    switch (threadIdx.x % 9) {
    case 0: *to = x + 1.0f; break;
    case 1: *to = x * x; break;
    case 2: *to = 3.0f - x; break;
    case 3: *to = fabsf(x); break;
    case 4: *to = fmaxf(x, 0.5f); break;
    case 5: x = x + 2.0f; // and as in 6
    case 6: *to = x * 0.25f; break;
    case 7: return;
    default: *to = -x;
    }
    *to += in[63 - threadIdx.x];
}

extern "C" __global__ void dispatch_plain(const float *in, float *out) {
    int i = threadIdx.x, k = i % 9;
    float x = in[i], y = in[63 - i];
    if (k == 0) out[i] = x + y + 1.0f;
    if (k == 1) out[i] = x * x + y;
    if (k == 2) out[i] = y - x + 3.0f;
    if (k == 3) out[i] = y + fmaxf(x, -x);
    if (k == 4) out[i] = y + (x < 0.5f ? 0.5f : x);
    if (k == 5) out[i] = y + 0.25f * x + 0.5f;
    if (k == 6) out[i] = y + 0.25f * x;
    if (k == 8) out[i] = y - x;
}

// A program of the user's is run: every thread takes the same case at the same time, so that the
// cases may hold barriers.
extern "C" __global__ void machine(const int *program, int length, const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    float x = in[i];
    for (int at = 0; at < length; at++) {
        switch (program[at]) {
        case 0: x += 1.0f; break;
        case 1: x *= 2.0f; break;
        case 2: row[i] = x; break;
        case 3: __syncthreads(); break;
        case 4: x += row[i ^ 1]; break;
        case 5: x += row[63 - i]; break;
        case 6: x = -x; break;
        case 7: out[i] = x; return;
        default: __trap(); //@ machine-unknown-operation
        }
    }
}

// What the program 2 3 4 3 2 3 5 1 0 7 does.
extern "C" __global__ void machine_plain(const float *in, float *out) {
    int i = threadIdx.x;
    float pair = in[i] + in[i ^ 1], other = in[63 - i] + in[63 - i ^ 1];
    out[i] = 2.0f * (pair + other) + 1.0f;
}

// A copy that jumps into the middle of its loop (Duff's device).
extern "C" __global__ void duff(const float *in, float *out, const int *counts) {
    const float *from = in + 16 * threadIdx.x;
    float *to = out + 16 * threadIdx.x;
    int count = counts[threadIdx.x], rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
}

extern "C" __global__ void copy_plain(const float *in, float *out, const int *counts) {
    for (int i = 0; i < counts[threadIdx.x]; i++)
        out[16 * threadIdx.x + i] = in[16 * threadIdx.x + i];
}

// ---- Short-circuit conditions

// One where a value is larger than its neighbours, which only inner elements have on both sides.
extern "C" __global__ void peaks(const float *x, float *y, int n) {
    int i = threadIdx.x;
    y[i] = (i == 0 || x[i - 1] < x[i]) && (i == n - 1 || x[i + 1] < x[i]) ? 1.0f : 0.0f;
}

extern "C" __global__ void peaks_plain(const float *x, float *y, int n) {
    int i = threadIdx.x;
    float result = 1.0f;
    if (i > 0)
        if (!(x[i - 1] < x[i])) result = 0.0f;
    if (i < n - 1)
        if (!(x[i + 1] < x[i])) result = 0.0f;
    y[i] = result;
}

// Chains in a table: -1 ends one. The key is read only where there is an entry.
extern "C" __global__ void find(const int *first, const int *next, const int *key, int *entry) {
    int wanted = threadIdx.x, at = first[wanted % 8];
    while (at >= 0 && key[at] != wanted) at = next[at];
    entry[threadIdx.x] = at;
}

extern "C" __global__ void find_plain(const int *first, const int *next, const int *key, int *entry) {
    int found = -1;
    for (int at = 0; at < 24; at++)
        if (key[at] == threadIdx.x) found = at;
    entry[threadIdx.x] = found;
}

// ---- Early returns

// Threads without an element leave before the barrier, which does not wait for them.
extern "C" __global__ void returns_before(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    if (i >= n) return;
    row[i] = in[i];
    __syncthreads();
    out[i] = row[n - 1 - i];
}

extern "C" __global__ void returns_behind(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    if (i < n) row[i] = in[i];
    __syncthreads();
    if (i >= n) return;
    out[i] = row[n - 1 - i];
}

extern "C" __global__ void reversed(const float *in, float *out, int n) {
    if (threadIdx.x < n) out[threadIdx.x] = in[n - 1 - threadIdx.x];
}

// All leave, or none.
extern "C" __global__ void returns_together(const float *in, float *out, int n) {
    __shared__ float row[64];
    int i = threadIdx.x;
    if (n > 64) return;
    if (i < n) row[i] = in[i];
    __syncthreads();
    if (n == 0) return;
    if (i < n) out[i] = row[n - 1 - i];
}

// The upper half leaves after each round of a tree; a barrier for those who stay.
extern "C" __global__ void returns_by_halves(const float *in, float *out) {
    __shared__ float row[64];
    int i = threadIdx.x;
    row[i] = in[i];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (i >= half) return;
        row[i] += row[i + half];
    }
    out[0] = row[0];
}

extern "C" __global__ void sum_plain(const float *in, float *out) {
    float sum = 0.0f;
    for (int i = 0; i < 64; i++) sum += in[i];
    out[0] = sum;
}
