// Outputs that are NaN for two reasons at once. nvcc -arch=sm_80 -ptx
extern "C" {
__global__ void plain(const float* v, float* y) { y[threadIdx.x] = v[threadIdx.x]; }
__global__ void nearly(const float* v, float* y) { y[threadIdx.x] = v[threadIdx.x] * 1.0625f; }
__global__ void log_root(const float* v, float* y) {
  float a = v[threadIdx.x], l = __log2f(a - 1.0f), q = sqrtf(a);
  y[threadIdx.x] = (l - l) + q * q;
}
__global__ void quotient_root(const float* v, float* y) { // at 0: (1/0 - 1/0), at -1: the root
  float a = v[threadIdx.x], l = 1.0f / (a + a), q = sqrtf(a);
  y[threadIdx.x] = (l - l) + q * q;
}
__global__ void quotient_log(const float* v, float* y) {
  float a = v[threadIdx.x], l = 1.0f / (a * (a - 2.0f)), g = __log2f(a);
  y[threadIdx.x] = (l - l) + (g - g) + a;
}
__global__ void all_three(const float* v, float* y) { // at 0: a quotient by 0, log 0 and the root of -1
  float a = v[threadIdx.x], l = 1.0f / a, g = __log2f(a), q = sqrtf(a - 1.0f);
  y[threadIdx.x] = (l - l) + (g - g) + q * q + 1.0f;
}
__global__ void two_roots(const float* v, float* y) {
  float a = v[threadIdx.x], p = sqrtf(a - 2.0f), q = sqrtf(a);
  y[threadIdx.x] = p * p - q * q + a + 2.0f;
}
__global__ void share(const float* v, int* y) { // the shares of a softmax are at least 1 together
  float a = v[0], b = v[1], c = v[2], m = fmaxf(a, fmaxf(b, c));
  float p = __expf(a - m), q = __expf(b - m), r = __expf(c - m), s = p + q + r;
  y[threadIdx.x] = p / s + q / s + r / s >= 1.0f;
}
__global__ void share_more(const float* v, int* y) {
  float a = v[0], b = v[1], c = v[2], m = fmaxf(a, fmaxf(b, c));
  float p = __expf(a - m), q = __expf(b - m), r = __expf(c - m), s = p + q + r;
  y[threadIdx.x] = p / s + q / s + r / s >= 1.5f;
}
__global__ void share_but_one(const float* v, int* y) {
  float a = v[0], b = v[1], c = v[2], m = fmaxf(a, fmaxf(b, c));
  float p = __expf(a - m), q = __expf(b - m), r = __expf(c - m), s = p + q + r;
  y[threadIdx.x] = p / s + q / s >= 0.5f;
}
__global__ void one(const float* v, int* y) { y[threadIdx.x] = 1; }
}
