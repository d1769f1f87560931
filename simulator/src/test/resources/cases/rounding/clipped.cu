// Numbers clipped before and after a rounding. nvcc -arch=sm_80 -ptx
extern "C" {
__global__ void before(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t] * 16.0f, -128.0f), 127.0f));
}
__global__ void after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = min(max(__float2int_rn(x[t] * 16.0f), -128), 127);
}
__global__ void half_more(const float* x, int* y) { // 127.5 rounds to 128
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t] * 16.0f, -128.0f), 127.5f));
}
__global__ void half_less(const float* x, int* y) { // 126.5 rounds to 126
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t] * 16.0f, -128.0f), 126.5f));
}
__global__ void a_little_more(const float* x, int* y) { // 127.25 rounds to 127
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t] * 16.0f, -128.0f), 127.25f));
}
__global__ void scaled_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t], -8.0f), 7.9375f) * 16.0f);
}
__global__ void scaled_by_8(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = min(max(__float2int_rn(x[t] * 16.0f), -128), 128);
}
__global__ void scaled_to_8(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(fminf(fmaxf(x[t], -8.0f), 8.0f) * 16.0f);
}
__global__ void negated(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = -__float2int_rn(fminf(fmaxf(x[t] * -16.0f, -127.0f), 128.0f));
}
__global__ void floor_before(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rd(fmaxf(fminf(x[t], 100.0f), 3.0f));
}
__global__ void floor_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = max(min(__float2int_rd(x[t]), 100), 3);
}
__global__ void floor_fraction(const float* x, int* y) { // floor(100.5) = 100
  int t = threadIdx.x;
  y[t] = __float2int_rd(fmaxf(fminf(x[t], 100.5f), 3.0f));
}
__global__ void ceil_fraction(const float* x, int* y) { // ceil(100.5) = 101
  int t = threadIdx.x;
  y[t] = __float2int_ru(fmaxf(fminf(x[t], 100.5f), 3.0f));
}
__global__ void ceil_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = max(min(__float2int_ru(x[t]), 101), 3);
}
__global__ void trunc_before(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rz(fmaxf(fminf(x[t], 100.0f), 0.0f));
}
__global__ void trunc_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = max(min(__float2int_rz(x[t]), 100), 0);
}
__global__ void trunc_low(const float* x, int* y) { // of -0.5 and of -3.5: 0 and -3
  int t = threadIdx.x;
  y[t] = max(min(__float2int_rz(x[t]), 100), -3);
}
__global__ void floor_low(const float* x, int* y) { // of -0.5: -1
  int t = threadIdx.x;
  y[t] = max(min(__float2int_rd(x[t]), 100), -3);
}
__global__ void magnitude(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(fabsf(x[t]) * 4.0f);
}
__global__ void magnitude_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = abs(__float2int_rn(x[t] * 4.0f));
}
__global__ void floor_magnitude(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rd(fabsf(x[t]) * 4.0f);
}
__global__ void floor_magnitude_after(const float* x, int* y) { // of -0.1: |-1| = 1
  int t = threadIdx.x;
  y[t] = abs(__float2int_rd(x[t] * 4.0f));
}
__global__ void relu_before(const float* x, const float* b, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(fmaxf(x[t] + b[t], 0.0f) * 32.0f);
}
__global__ void relu_after(const float* x, const float* b, int* y) {
  int t = threadIdx.x;
  y[t] = max(__float2int_rn(x[t] * 32.0f + b[t] * 32.0f), 0);
}
__global__ void greater_before(const float* x, const float* b, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_ru(fmaxf(x[t], b[t]));
}
__global__ void greater_after(const float* x, const float* b, int* y) {
  int t = threadIdx.x;
  y[t] = max(__float2int_ru(x[t]), __float2int_ru(b[t]));
}
__global__ void lesser_after(const float* x, const float* b, int* y) {
  int t = threadIdx.x;
  y[t] = min(__float2int_ru(x[t]), __float2int_ru(b[t]));
}
__global__ void even_offset(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(x[t] + 2.0f);
}
__global__ void even_offset_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(x[t]) + 2;
}
__global__ void odd_offset(const float* x, int* y) { // of 0.5: 2 and 1
  int t = threadIdx.x;
  y[t] = __float2int_rn(x[t] + 1.0f);
}
__global__ void odd_offset_after(const float* x, int* y) {
  int t = threadIdx.x;
  y[t] = __float2int_rn(x[t]) + 1;
}
}
