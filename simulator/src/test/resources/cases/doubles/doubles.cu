// Sine, cosine and power of doubles, which nvcc inlines around a table and calls of inner functions.
// nvcc -ptx -arch=sm_80 (doubles_sm_80.ptx; for sm_90 the same) and sm_100a
extern "C" {
__global__ void circle(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = sin(x[i]) * sin(x[i]) + cos(x[i]) * cos(x[i]);
}
__global__ void circle_both(const double *x, double *y) {
    int i = threadIdx.x;
    double s, c;
    sincos(x[i], &s, &c);
    y[i] = c * c + s * s;
}
__global__ void one(const double *x, double *y) { y[threadIdx.x] = 1; }
__global__ void hyperbola(const double *x, double *y) {
    int i = threadIdx.x;
    double s, c;
    sincos(x[i], &s, &c);
    y[i] = c * c - s * s;
}
__global__ void two_angles(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = sin(x[i]) * sin(x[i]) + cos(x[i + 4]) * cos(x[i + 4]);
}
__global__ void wave(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = x[i + 4] * sin(x[i]) + x[i + 8] * cos(x[i]) - tan(x[i]);
}
__global__ void wave_tiled(const double *x, double *y) {
    __shared__ double tile[12];
    int i = threadIdx.x;
    for (int k = i; k < 12; k += 4) {
        tile[k] = x[k];
    }
    __syncthreads();
    double s, c;
    sincos(tile[i], &s, &c);
    double sum = -s / c;
    sum += c * tile[8 + i];
    y[i] = sum + s * tile[4 + i];
}
__global__ void wave_swapped(const double *x, double *y) {
    int i = threadIdx.x;
    double s, c;
    sincos(x[i], &c, &s);
    y[i] = x[i + 4] * s + x[i + 8] * c - tan(x[i]);
}
__global__ void odd(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = sin(-x[i]) + cos(-x[i]);
}
__global__ void odd_same(const double *x, double *y) {
    int i = threadIdx.x;
    double z = -x[i];
    double s, c;
    sincos(z, &s, &c);
    y[i] = c + s;
}
// A discrete Fourier transform of 4 numbers: a loop, and the pairs first.
__global__ void fourier(const double *x, double *y, double step) {
    int i = threadIdx.x;
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        sum += x[k] * cos(step * i * k);
    }
    y[i] = sum;
}
__global__ void fourier_pairs(const double *x, double *y, double step) {
    int i = threadIdx.x;
    double even = x[0] * cos(step * i * 0) + x[2] * cos(step * i * 2);
    double odd = x[1] * cos(step * i * 1) + x[3] * cos(step * i * 3);
    y[i] = even + odd;
}
__global__ void power(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i], x[i + 4]) * x[i + 8];
}
__global__ void power_shared(const double *x, double *y) {
    __shared__ double base[4], exponent[4];
    int i = threadIdx.x;
    base[i] = x[i];
    exponent[i] = x[i + 4];
    __syncthreads();
    double result = x[i + 8];
    if (i < 4) {
        result *= pow(base[i], exponent[i]);
    }
    y[i] = result;
}
__global__ void power_other(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i + 4], x[i]) * x[i + 8];
}
__global__ void square(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i], 2.0);
}
__global__ void square_product(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = x[i] * x[i];
}
__global__ void cube(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i], 3.0);
}
__global__ void inverse(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i], -2.0);
}
__global__ void inverse_quotient(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = 1 / (x[i] * x[i]);
}
__global__ void root(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(x[i], 0.5) * pow(x[i], 1.5);
}
__global__ void exponential(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(2.0, x[i]);
}
__global__ void exponential_exp2(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = exp2(x[i]);
}
__global__ void exponential_ten(const double *x, double *y) {
    int i = threadIdx.x;
    y[i] = pow(10.0, x[i]);
}
}
