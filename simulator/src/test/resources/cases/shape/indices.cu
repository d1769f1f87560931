// Ways to spell an index: each at a shape where it fits, and where it does not.
// short index wraps at 65536
extern "C" __global__ void short_index(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { unsigned short s = i; y[i] = x[s]; }
}
// div/mod by constants
extern "C" __global__ void divmod(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i / 7 * 7 + i % 7] = x[(n - 1) - i];
}
// div/mod by arguments, nchw
extern "C" __global__ void nchw(const float* x, float* y, int c, int hw, int total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < total) { int n = i / (c * hw); int r = i % (c * hw); y[i] = x[n * c * hw + r]; }
}
// 2D grid
extern "C" __global__ void grid2(const float* x, float* y, int w, int h) {
    int a = blockIdx.x * blockDim.x + threadIdx.x, b = blockIdx.y;
    if (a < w && b < h) y[b * w + a] = x[b * w + a];
}
// size_t from unsigned product
extern "C" __global__ void late_size(const float* x, float* y, unsigned w, unsigned h) {
    size_t n = w * h; // wraps
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) y[i] = x[i];
}
// vector loads
extern "C" __global__ void vec4(const float4* x, float4* y, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n4) y[i] = x[i];
}
// byte offset computed in 32 bits by hand
extern "C" __global__ void bytes32(const char* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = *(const float*)(x + i * 4);
}
// unsigned byte offset: wraps at 2^32 bytes
extern "C" __global__ void ubytes32(const char* x, float* y, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = *(const float*)(x + i * 4u);
}
// nested loops
extern "C" __global__ void nested(const float* x, float* y, int r, int c) {
    for (int a = blockIdx.x; a < r; a += gridDim.x)
        for (int b = threadIdx.x; b < c; b += blockDim.x)
            y[(long long)a * c + b] = x[(long long)a * c + b];
}
extern "C" __global__ void nested_int(const float* x, float* y, int r, int c) {
    for (int a = blockIdx.x; a < r; a += gridDim.x)
        for (int b = threadIdx.x; b < c; b += blockDim.x)
            y[(long long)a * c + b] = x[a * c + b];
}
// transposed
extern "C" __global__ void transposed(const float* x, float* y, int r, int c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < c && j < r) y[(size_t)i * r + j] = x[(size_t)j * c + i];
}
// pointer bump in a loop
extern "C" __global__ void bump(const float* x, float* y, int d, int rows) {
    const float* p = x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < rows; k++, p += d) s += *p;
    if (threadIdx.x < d) y[threadIdx.x] = s;
}
// mid = (lo + hi) / 2 overflow
extern "C" __global__ void mid(const float* x, float* y, int n) {
    int lo = n / 2, hi = n - 1;
    int m = (lo + hi) / 2;
    y[blockIdx.x] = x[m];
}
// offset argument
extern "C" __global__ void offset(const float* x, float* y, int o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[o + i];
}
