// Integers that floats choose: binary searches, clamped and guarded floors of rounded positions; and neighbours that leave the tensor.
#include <cuda_fp16.h>
#define I threadIdx.x
#define K extern "C" __global__ void

K search(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n;
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (z[I] < a[mid]) high = mid;
        else low = mid;
    }
    r[I] = low;
}
K search_shifted(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n;
    while (high - low > 1) {
        int mid = (low + high) >> 1;
        if (!(a[mid] <= z[I])) high = mid;
        else low = mid;
    }
    r[I] = low;
}
K search_le(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n;
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (z[I] <= a[mid]) high = mid;
        else low = mid;
    }
    r[I] = low;
}
K search_above(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n;
    while (low < high) {
        int mid = (low + high + 1) / 2;
        if (z[I] < a[mid]) high = mid - 1;
        else low = mid;
    }
    r[I] = low;
}
K search_rounded(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n;
    float at = z[I] * 0.3f + 0.1f;
    while (high - low > 1) {
        int mid = low + (high - low) / 2;
        if (at < a[mid] * 0.7f) high = mid;
        else low = mid;
    }
    r[I] = low;
}
K search_rounded_above(const float *a, const float *z, int *r, int n) {
    int low = -1, high = n;
    float at = z[I] * 0.3f + 0.1f;
    while (high - low > 0) {
        int mid = low + (high - low) / 2;
        if (at < a[mid] * 0.7f) high = mid;
        else low = mid + 1;
    }
    r[I] = low;
}
K corners(const float *p, const float *x, float *y) { // floor by float, guards by integers
    float at = p[I] * 0.7f - 0.5f;
    int low = (int)floorf(at);
    int high = low + 1;
    float f = at - low;
    float v = 0;
    if (low >= 0 && low < 8) v += (1 - f) * x[low];
    if (high >= 0 && high < 8) v += f * x[high];
    y[I] = v;
}
K corners_mixed(const float *p, const float *x, float *y) { // the same sum otherwise
    float at = p[I] * 0.7f - 0.5f;
    int low = (int)floorf(at);
    float f = at - low;
    float a = low >= 0 && low < 8 ? x[low] : 0;
    float b = low >= -1 && low < 7 ? x[low + 1] : 0;
    y[I] = a + f * (b - a);
}
K corners_wrong(const float *p, const float *x, float *y) { // weights exchanged
    float at = p[I] * 0.7f - 0.5f;
    int low = (int)floorf(at);
    float f = at - low;
    float a = low >= 0 && low < 8 ? x[low] : 0;
    float b = low >= -1 && low < 7 ? x[low + 1] : 0;
    y[I] = b + f * (a - b);
}
K corners_above(const float *p, const float *x, float *y) { // x[8]
    float at = p[I] * 0.7f - 0.5f;
    int low = (int)floorf(at);
    y[I] = low >= 0 && low < 8 ? x[low] + x[low + 1] : 0;
}
K corners_below(const float *p, const float *x, float *y) { // x[-1]
    float at = p[I] * 0.7f - 0.5f;
    int low = (int)floorf(at);
    y[I] = low >= -1 && low < 8 ? x[low] : 0;
}
K guard_of_float(const float *p, const float *x, float *y) { // the floor of -0.5 is -1
    float at = p[I] * 0.7f - 0.5f;
    y[I] = at > -1.0f && at < 8.0f ? x[(int)floorf(at)] : 0;
}
K edge(const float *p, const float *x, float *y) { // an edge that is repeated
    float at = fmaxf(p[I] * 0.7f, 0.0f);
    int low = (int)at;
    int high = low >= 7 ? 7 : low + 1;
    if (low >= 7) low = 7;
    y[I] = x[low] + x[high];
}
K edge_late(const float *p, const float *x, float *y) { // high is taken before low is cut
    float at = fmaxf(p[I] * 0.7f, 0.0f);
    int low = (int)at;
    int high = low > 7 ? 8 : low + 1;
    if (low >= 7) low = 7;
    y[I] = x[low] + x[high];
}
K swapped(const float *p, const float *x, float *y) { // max(min(i, 0), 7) is 7
    int i = (int)(p[I] * 0.7f);
    y[I] = x[max(min(i, 0), 7)];
}
K swapped_above(const float *p, const float *x, float *y) { // max(min(i, 0), 8) is 8
    int i = (int)(p[I] * 0.7f);
    y[I] = x[max(min(i, 0), 8)];
}
K other_guard(const float *p, const float *q, const float *x, float *y) { // another rounding is guarded
    int guarded = (int)floorf(fmaf(p[I], q[I], -0.5f));
    int used = (int)floorf(__fadd_rn(__fmul_rn(p[I], q[I]), -0.5f));
    y[I] = guarded >= 0 && guarded < 8 ? x[used] : 0;
}
K two_ways(const float *p, const float *q, const float *x, float *y) { // one comparison, rounded in two ways
    int a = __fmul_rn(p[I], q[I]) < 1.0f ? 3 : 0;
    int b = __fmul_ru(p[I], q[I]) < 1.0f ? 0 : 3;
    y[I] = x[a + b];
}
K two_floors(const float *p, const float *q, const float *x, float *y) { // 0 over the reals, 1 on the machine
    int a = (int)__fmul_ru(p[I], q[I]);
    int b = (int)__fmul_rd(p[I], q[I]);
    y[I] = x[a - b];
}
K far(const float *p, const float *x, float *y) { // 2^24 - 2 + 3, as a float, is 2^24
    float at = fminf(fmaxf(floorf(p[I]), 16777210.0f), 16777214.0f);
    int i = (int)(at + 3.0f) - 16777213;
    y[I] = x[i];
}
K far_and_one(const float *p, const float *x, float *y) {
    float at = fminf(fmaxf(floorf(p[I]), 16777210.0f), 16777218.0f);
    int i = (int)(at + 1.0f) + 1 - 16777212;
    y[I] = x[i];
}
K nearest(const int *n, const float *x, float *y) { // 5 * 0.7f is less than 3.5, and rounded to it
    y[I] = x[__float2int_rn(0.7f * n[I])];
}
K nearest_of_floor(const float *p, const float *x, float *y) {
    int n = min(max((int)(p[I] * 0.3f), 0), 5);
    y[I] = x[__float2int_rn(0.7f * n)];
}
K half_floor(const float *p, const float *x, float *y) { // 7.999 is 8 as a half
    float at = fminf(fmaxf(p[I] * 0.7f, 0.0f), 7.999f);
    y[I] = x[(int)__half2float(__float2half(at))];
}
K scaled_back(const float *p, const float *x, float *y) { // (3 / 49) * 49 is below 3
    float at = fmaxf(p[I] * 0.7f, 3.0f);
    float back = at * (1.0f / 49.0f) * 49.0f;
    y[I] = x[min((int)back, 10) - 3];
}
K shifted(const float *p, const float *x, float *y) { // halves of an index
    int i = min(max((int)(p[I] * 0.7f), 0), 15);
    y[I] = x[i >> 1] + x[i / 2];
}
K shifted_above(const float *p, const float *x, float *y) {
    int i = min(max((int)(p[I] * 0.7f), 0), 16);
    y[I] = x[i >> 1];
}
K of_integer(const float *p, const float *x, float *y) { // 2^25 - 1 is 2^25 as a float
    int i = min(max((int)(p[I] * 0.7f), 0), 33554431);
    y[I] = x[(int)((float)i * 0.125f) >> 19];
}
K stored(const float *p, float *y) { // a store where a rounding may decide
    y[min(max((int)(p[I] * 0.7f), 0), 7)] = 1;
}
