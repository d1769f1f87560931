// The product of two 8 x 8 matrices by 16 threads, each of which computes the same element of the
// four 4 x 4 quadrants: directly, with eight products of quadrants, and by Strassen's scheme, with
// seven. The two share no partial sum.

#define N 8
#define H 4

extern "C" __global__ void direct(const float *p, const float *q, float *r) {
    int row = threadIdx.x / H, col = threadIdx.x % H;
    for (int y = row; y < N; y += H) {
        for (int x = col; x < N; x += H) {
            float sum = 0.0f;
            for (int i = 0; i < N; i++) {
                sum += p[y * N + i] * q[i * N + x];
            }
            r[y * N + x] = sum;
        }
    }
}

template <int SIGN>
__device__ __forceinline__ void seven(const float *p, const float *q, float *r) {
    int row = threadIdx.x / H, col = threadIdx.x % H;
    float m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0;
    for (int i = 0; i < H; i++) {
        float p11 = p[row * N + i], p12 = p[row * N + i + H];
        float p21 = p[(row + H) * N + i], p22 = p[(row + H) * N + i + H];
        float q11 = q[i * N + col], q12 = q[i * N + col + H];
        float q21 = q[(i + H) * N + col], q22 = q[(i + H) * N + col + H];
        m1 += (p11 + p22) * (q11 + q22);
        m2 += (p21 + p22) * q11;
        m3 += p11 * (q12 - q22);
        m4 += p22 * (q21 - q11);
        m5 += (p11 + p12) * q22;
        m6 += (p21 - p11) * (q11 + q12);
        m7 += (p12 - p22) * (q21 + q22);
    }
    r[row * N + col] = m1 + m4 - m5 + m7;
    r[row * N + col + H] = m3 + m5;
    r[(row + H) * N + col] = m2 + m4;
    r[(row + H) * N + col + H] = m1 - m2 + m3 + SIGN * m6;
}

extern "C" __global__ void strassen(const float *p, const float *q, float *r) { seven<1>(p, q, r); }

// Broken: the sixth product is subtracted.
extern "C" __global__ void strassen_wrong_sign(const float *p, const float *q, float *r) {
    seven<-1>(p, q, r);
}
