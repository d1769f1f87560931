// Tiled attention, 4 queries and 16 keys of depth 8, as fa2 of attention.cu without shuffles, with
// one mistake at a time. Which one is a template argument, so that the kernels differ in nothing
// else. The last three are no mistakes: they are equivalent for reasons worth a proof.

#define ARGUMENTS const float *q, const float *k, const float *v, float *o
#define ROWS 4
#define KEYS 16
#define DEPTH 8
#define TILE 4
#define PARTS 8
#define THREADS (ROWS * PARTS)

enum Variant {
    SUM_NOT_RESCALED,
    OUTPUT_NOT_RESCALED,
    RESCALED_UPSIDE_DOWN,
    SCALE_DROPPED,
    SCALE_OF_OTHER_DEPTH,
    CAUSAL_OFF_BY_ONE,
    LAST_TILE_DROPPED,
    KEYS_FOR_VALUES,
    MASKED_TILE_FIRST,
    NO_BARRIER_AFTER_LOAD,
    NO_BARRIER_BEFORE_NEXT_TILE,
    NO_BARRIER_AROUND_SCORES,
    MASKED_TILE_FIRST_GUARDED,
    MAXIMUM_FROM_ZERO,
    FINITE_MASK,
};

template <Variant V>
__device__ __forceinline__ void body(ARGUMENTS) {
    const float scale = V == SCALE_DROPPED          ? 1.0f
                        : V == SCALE_OF_OTHER_DEPTH ? 0.25f
                                                    : 1.0f / sqrtf((float)DEPTH);
    const bool backward = V == MASKED_TILE_FIRST || V == MASKED_TILE_FIRST_GUARDED;
    const bool causal = backward || V == CAUSAL_OFF_BY_ONE || V == FINITE_MASK;
    const float mask = V == FINITE_MASK ? -1e30f : -INFINITY;
    const int tiles = KEYS / TILE - (V == LAST_TILE_DROPPED ? 1 : 0);
    __shared__ float qs[ROWS * DEPTH], ks[TILE * DEPTH], vs[TILE * DEPTH], s[ROWS * TILE];
    int tid = threadIdx.x;
    int row = tid / PARTS, part = tid % PARTS;
    float m = V == MAXIMUM_FROM_ZERO ? 0.0f : -INFINITY;
    float l = 0.0f;
    float out = 0.0f;
    qs[tid] = q[tid];
    for (int t = 0; t < tiles; t++) {
        int j0 = (backward ? tiles - 1 - t : t) * TILE;
        ks[tid] = k[j0 * DEPTH + tid];
        vs[tid] = (V == KEYS_FOR_VALUES ? k : v)[j0 * DEPTH + tid];
        if (V != NO_BARRIER_AFTER_LOAD) __syncthreads();
        if (part < TILE) {
            float sum = 0.0f;
            for (int d = 0; d < DEPTH; d++) {
                sum += qs[row * DEPTH + d] * ks[part * DEPTH + d]; //@ no-barrier-after-load
            }
            bool hidden = V == CAUSAL_OFF_BY_ONE ? j0 + part >= row : j0 + part > row;
            s[row * TILE + part] = causal && hidden ? mask : sum * scale;
        }
        if (V != NO_BARRIER_AROUND_SCORES) __syncthreads();
        float larger = m;
        for (int j = 0; j < TILE; j++) {
            larger = fmaxf(larger, s[row * TILE + j]); //@ no-barrier-around-scores
        }
        float base = V == MASKED_TILE_FIRST_GUARDED && larger == -INFINITY ? 0.0f : larger;
        float rescale = V == RESCALED_UPSIDE_DOWN ? expf(larger - m) : expf(m - base);
        if (V == RESCALED_UPSIDE_DOWN && t == 0) rescale = 0.0f;
        float tile_l = 0.0f;
        float tile_out = 0.0f;
        for (int j = 0; j < TILE; j++) {
            float weight = expf(s[row * TILE + j] - base);
            tile_l += weight;
            tile_out += weight * vs[j * DEPTH + part]; //@ no-barrier-before-next-tile
        }
        l = (V == SUM_NOT_RESCALED ? l : l * rescale) + tile_l;
        out = (V == OUTPUT_NOT_RESCALED ? out : out * rescale) + tile_out;
        m = larger;
        if (V != NO_BARRIER_BEFORE_NEXT_TILE) __syncthreads();
    }
    o[row * DEPTH + part] = out / l;
}

#define KERNEL(name, variant)                                                                      \
    extern "C" __global__ void name(ARGUMENTS) { body<variant>(q, k, v, o); }

// The classic: the running sum stays in units of an old maximum.
KERNEL(sum_not_rescaled, SUM_NOT_RESCALED)
// The same for the running output.
KERNEL(output_not_rescaled, OUTPUT_NOT_RESCALED)
// exp(new - old) for exp(old - new).
KERNEL(rescaled_upside_down, RESCALED_UPSIDE_DOWN)
// The scores are not divided by sqrt(DEPTH).
KERNEL(scale_dropped, SCALE_DROPPED)
// 1/4 belongs to depth 16.
KERNEL(scale_of_other_depth, SCALE_OF_OTHER_DEPTH)
// A query does not see its own key; query 0 sees none and divides 0 by 0.
KERNEL(causal_off_by_one, CAUSAL_OFF_BY_ONE)
// The last four keys are never visited.
KERNEL(last_tile_dropped, LAST_TILE_DROPPED)
// Weights multiply the keys.
KERNEL(keys_for_values, KEYS_FOR_VALUES)
// From the last tile to the first, all of whose keys are masked: -inf - -inf is NaN.
KERNEL(masked_tile_first, MASKED_TILE_FIRST)
// A score reads keys that other threads may not have stored yet.
KERNEL(no_barrier_after_load, NO_BARRIER_AFTER_LOAD)
// The next tile of values replaces this one while other threads still use it.
KERNEL(no_barrier_before_next_tile, NO_BARRIER_BEFORE_NEXT_TILE)
// The row's maximum reads scores that other threads may not have stored yet.
KERNEL(no_barrier_around_scores, NO_BARRIER_AROUND_SCORES)
// Equivalent: the NaN is avoided by a guard.
KERNEL(masked_tile_first_guarded, MASKED_TILE_FIRST_GUARDED)
// Equivalent: any starting maximum will do, since it cancels.
KERNEL(maximum_from_zero, MAXIMUM_FROM_ZERO)
// Equivalent if -1e30 is taken for -infinity, which is an assumption.
KERNEL(finite_mask, FINITE_MASK)
