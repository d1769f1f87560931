// Discrete Fourier transform of 8 complex values (real and imaginary part interleaved), by the
// definition and by Cooley and Tukey's fast scheme.

#define N 8
#define ROOT 0.70710678118654752f  // sqrt(1/2)

__constant__ float cosine[N] = {1.0f, ROOT, 0.0f, -ROOT, -1.0f, -ROOT, 0.0f, ROOT};

// y[k] = sum over j of x[j] (cos(2 pi j k / 8) - i sin(2 pi j k / 8)); a thread an output.
__device__ __forceinline__ void dft_of(const float *x, float *y) {
    int k = threadIdx.x;
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < N; j++) {
        float c = cosine[j * k % N], s = cosine[(j * k + 6) % N];
        re += x[2 * j] * c + x[2 * j + 1] * s;
        im += x[2 * j + 1] * c - x[2 * j] * s;
    }
    y[2 * k] = re;
    y[2 * k + 1] = im;
}

extern "C" __global__ void dft(const float *x, float *y) { dft_of(x, y); }

// One thread, three rounds of butterflies, decimation in time. TWIDDLES: whether the sign of the
// imaginary part of the roots of unity is right. REVERSED: whether the input is bit-reversed.
template <bool TWIDDLES, bool REVERSED>
__device__ __forceinline__ void fast(const float *x, float *y) {
    const int order[N] = {0, 4, 2, 6, 1, 5, 3, 7};
    float re[N], im[N];
    for (int i = 0; i < N; i++) {
        re[i] = x[2 * (REVERSED ? order[i] : i)];
        im[i] = x[2 * (REVERSED ? order[i] : i) + 1];
    }
    const float cos8[4] = {1.0f, ROOT, 0.0f, -ROOT};
    const float sin8[4] = {0.0f, ROOT, 1.0f, ROOT};
    for (int half = 1; half < N; half *= 2) {
        for (int start = 0; start < N; start += 2 * half) {
            for (int j = 0; j < half; j++) {
                float c = cos8[j * (4 / half)], s = TWIDDLES ? sin8[j * (4 / half)] : -sin8[j * (4 / half)];
                int a = start + j, b = a + half;
                float r = re[b] * c + im[b] * s, i = im[b] * c - re[b] * s;
                re[b] = re[a] - r;
                im[b] = im[a] - i;
                re[a] += r;
                im[a] += i;
            }
        }
    }
    for (int i = 0; i < N; i++) {
        y[2 * i] = re[i];
        y[2 * i + 1] = im[i];
    }
}

extern "C" __global__ void fft(const float *x, float *y) { fast<true, true>(x, y); }

// Broken: the inverse transform's roots.
extern "C" __global__ void fft_wrong_sign(const float *x, float *y) { fast<false, true>(x, y); }

// Broken: the input is taken in its natural order.
extern "C" __global__ void fft_not_reversed(const float *x, float *y) { fast<true, false>(x, y); }

// Four threads, a butterfly each a round, through shared memory.
template <bool REPAIRED>
__device__ __forceinline__ void shared_fft(const float *x, float *y) {
    __shared__ float re[N], im[N];
    for (int i = threadIdx.x; i < N; i += N / 2) {
        int from = (i & 1) << 2 | (i & 2) | i >> 2;
        re[i] = x[2 * from];
        im[i] = x[2 * from + 1];
    }
    __syncthreads();
    for (int half = 1; half < N; half *= 2) {
        int j = threadIdx.x % half, a = threadIdx.x / half * 2 * half + j, b = a + half;
        float c = cosine[j * (4 / half)], s = cosine[(j * (4 / half) + 6) % N];
        float r = re[b] * c + im[b] * s, i = im[b] * c - re[b] * s; //@ fft-without-barrier
        re[b] = re[a] - r;
        im[b] = im[a] - i;
        re[a] += r;
        im[a] += i;
        if (REPAIRED) __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += N / 2) {
        y[2 * i] = re[i];
        y[2 * i + 1] = im[i];
    }
}

extern "C" __global__ void fft_shared(const float *x, float *y) { shared_fft<true>(x, y); }

// Broken: a butterfly takes what others may not have stored.
extern "C" __global__ void fft_without_barrier(const float *x, float *y) { shared_fft<false>(x, y); }

// Walsh-Hadamard transform of 8 values: by signs, and by three rounds of shuffles.
extern "C" __global__ void hadamard(const float *x, float *y) {
    float sum = 0.0f;
    for (int j = 0; j < N; j++) sum += __popc(threadIdx.x & j) % 2 == 0 ? x[j] : -x[j];
    y[threadIdx.x] = sum;
}

extern "C" __global__ void hadamard_shuffle(const float *x, float *y) {
    float v = x[threadIdx.x];
    for (int s = 1; s < N; s *= 2) {
        float other = __shfl_xor_sync(0xffu, v, s);
        v = threadIdx.x & s ? other - v : v + other;
    }
    y[threadIdx.x] = v;
}

// Broken: the difference is taken the wrong way round.
extern "C" __global__ void hadamard_wrong_way(const float *x, float *y) {
    float v = x[threadIdx.x];
    for (int s = 1; s < N; s *= 2) {
        float other = __shfl_xor_sync(0xffu, v, s);
        v = threadIdx.x & s ? v - other : v + other;
    }
    y[threadIdx.x] = v;
}

// Roots of unity for N values, by a table; 12 values need the root of 3 / 4.
#define ROOT_3 0.86602540378443865f  // sqrt(3/4)

__constant__ float cosine12[12] = {1.0f, ROOT_3, 0.5f, 0.0f, -0.5f, -ROOT_3, -1.0f, -ROOT_3, -0.5f, 0.0f, 0.5f, ROOT_3};

extern "C" __global__ void dft12(const float *x, float *y) {
    int k = threadIdx.x;
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < 12; j++) {
        float c = cosine12[j * k % 12], s = cosine12[(j * k + 9) % 12];
        re += x[2 * j] * c + x[2 * j + 1] * s;
        im += x[2 * j + 1] * c - x[2 * j] * s;
    }
    y[2 * k] = re;
    y[2 * k + 1] = im;
}

// The same without a table lookup a value: each root is the product of the one before and the first. MISTAKE 1 turns the
// wrong way, MISTAKE 2 takes the new real part for the imaginary one.
template <int SIZE, int MISTAKE>
__device__ __forceinline__ void recurrence(const float *x, float *y, const float *table) {
    int k = threadIdx.x;
    float c = table[k], s = table[(k + 3 * SIZE / 4) % SIZE];
    float wr = 1.0f, wi = 0.0f;
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < SIZE; j++) {
        re += x[2 * j] * wr + x[2 * j + 1] * wi;
        im += x[2 * j + 1] * wr - x[2 * j] * wi;
        float next = MISTAKE == 1 ? wr * c + wi * s : wr * c - wi * s;
        wi = (MISTAKE == 2 ? next : wr) * s + wi * c;
        wr = next;
    }
    y[2 * k] = re;
    y[2 * k + 1] = im;
}

extern "C" __global__ void dft_recurrence(const float *x, float *y) { recurrence<8, 0>(x, y, cosine); }
extern "C" __global__ void dft12_recurrence(const float *x, float *y) { recurrence<12, 0>(x, y, cosine12); }
extern "C" __global__ void dft_recurrence_wrong_way(const float *x, float *y) { recurrence<8, 1>(x, y, cosine); }
extern "C" __global__ void dft12_recurrence_wrong_way(const float *x, float *y) { recurrence<12, 1>(x, y, cosine12); }
extern "C" __global__ void dft_recurrence_new_part(const float *x, float *y) { recurrence<8, 2>(x, y, cosine); }
extern "C" __global__ void dft12_recurrence_new_part(const float *x, float *y) { recurrence<12, 2>(x, y, cosine12); }

// ROWS signals of eight values, one a row of threads: each root from the table, or ...
extern "C" __global__ void dft_rows(const float *x, float *y) {
    dft_of(x + 2 * N * threadIdx.y, y + 2 * N * threadIdx.y);
}

// ... from a table in shared memory that one thread makes of the first root by multiplication. MISTAKE 1 turns the wrong
// way, MISTAKE 2 begins before the table is there.
template <int MISTAKE> __device__ __forceinline__ void rows_recurrence(const float *x, float *y) {
    __shared__ float roots[N][2];
    int k = threadIdx.x, row = 2 * N * threadIdx.y;
    if (k == 0 && threadIdx.y == 0) {
        float c = cosine[1], s = cosine[7];
        float wr = 1.0f, wi = 0.0f;
        for (int j = 0; j < N; j++) {
            roots[j][0] = wr; //@ dft-rows-recurrence-without-barrier
            roots[j][1] = MISTAKE == 1 ? -wi : wi;
            float next = wr * c - wi * s;
            wi = wr * s + wi * c;
            wr = next;
        }
    }
    if (MISTAKE != 2) __syncthreads();
    float re = 0.0f, im = 0.0f;
    for (int j = 0; j < N; j++) {
        float wr = roots[j * k % N][0], wi = roots[j * k % N][1];
        re += x[row + 2 * j] * wr + x[row + 2 * j + 1] * wi;
        im += x[row + 2 * j + 1] * wr - x[row + 2 * j] * wi;
    }
    y[row + 2 * k] = re;
    y[row + 2 * k + 1] = im;
}

extern "C" __global__ void dft_rows_recurrence(const float *x, float *y) { rows_recurrence<0>(x, y); }
extern "C" __global__ void dft_rows_recurrence_wrong_way(const float *x, float *y) { rows_recurrence<1>(x, y); }
extern "C" __global__ void dft_rows_recurrence_without_barrier(const float *x, float *y) { rows_recurrence<2>(x, y); }
