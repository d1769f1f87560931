// 40 choices, one after the other: BitTerm.zeros walks the shared term as a tree.
extern "C" __global__ void choices(float *y, const int *x) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 40; j++) {
        t = x[j] > 0 ? t * 3 : t ^ 5;
    }
    y[t & 1023] = 1;
}
extern "C" __global__ void sums(float *y, const int *x) {
    int t = threadIdx.x;
#pragma unroll
    for (int j = 0; j < 40; j++) {
        t = (t ^ x[j]) * (t ^ (x[j] >> 3));
    }
    y[t & 1023] = 1;
}
