// The sine beside the cosine of one angle. nvcc -ptx -arch=sm_80 (circle_sm_80.ptx), sm_90 and sm_100a; with
// -use_fast_math (circle_fast.ptx)
extern "C" {
__global__ void circle(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = sinf(x[i]) * sinf(x[i]) + cosf(x[i]) * cosf(x[i]);
}
__global__ void one(const float *x, float *y) { y[threadIdx.x] = 1; }
__global__ void hyperbola(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = sinf(x[i]) * sinf(x[i]) - cosf(x[i]) * cosf(x[i]);
}
__global__ void two_angles(const float *x, float *y) {
    int i = threadIdx.x;
    y[i] = sinf(x[i]) * sinf(x[i]) + cosf(x[i + 4]) * cosf(x[i + 4]);
}
__global__ void rotated(const float *x, float *y) {
    int i = threadIdx.x;
    float s = sinf(x[i]), c = cosf(x[i]), a = x[i + 4], b = x[i + 8];
    float p = a * c - b * s, q = a * s + b * c;
    y[i] = p * p + q * q;
}
__global__ void squares(const float *x, float *y) {
    int i = threadIdx.x;
    float a = x[i + 4], b = x[i + 8];
    y[i] = a * a + b * b;
}
__global__ void sheared(const float *x, float *y) {
    int i = threadIdx.x;
    float s = sinf(x[i]), c = cosf(x[i]), a = x[i + 4], b = x[i + 8];
    float p = a * c - b * s, q = a * s - b * c;
    y[i] = p * p + q * q;
}
}
