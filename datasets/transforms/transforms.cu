// Discrete Fourier transform of 8 complex values (real and imaginary part interleaved), by the
// definition and by Cooley and Tukey's fast scheme.

#define N 8
#define ROOT 0.70710678118654752f  // sqrt(1/2)

__constant__ float cosine[N] = {1.0f, ROOT, 0.0f, -ROOT, -1.0f, -ROOT, 0.0f, ROOT};

// y[k] = sum over j of x[j] (cos(2 pi j k / 8) - i sin(2 pi j k / 8)); a thread an output.
extern "C" __global__ void dft(const float *x, float *y) {
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
