// Indices that rounded floats decide, where the float is infinite or NaN on the machine, or is guarded before it becomes an integer.
#include <cuda_fp16.h>
#define I threadIdx.x
#define K extern "C" __global__ void

// Bilinear interpolation as region-of-interest pooling has it.
__device__ float bilinear(const float *x, int height, int width, float v, float u) {
    if (v < -1.0f || v > height || u < -1.0f || u > width) return 0;
    if (v <= 0) v = 0;
    if (u <= 0) u = 0;
    int top = (int)v, left = (int)u, bottom, right;
    if (top >= height - 1) {
        bottom = top = height - 1;
        v = top;
    } else bottom = top + 1;
    if (left >= width - 1) {
        right = left = width - 1;
        u = left;
    } else right = left + 1;
    float b = v - top, r = u - left;
    return (1 - b) * ((1 - r) * x[top * width + left] + r * x[top * width + right])
        + b * ((1 - r) * x[bottom * width + left] + r * x[bottom * width + right]);
}
K pooled(const float *p, const float *x, float *y) {
    y[I] = bilinear(x, 4, 6, p[2 * I] * 0.3f - 0.5f, p[2 * I + 1] * 0.3f - 0.5f);
}
K pooled_transposed(const float *p, const float *x, float *y) { // height and width exchanged
    y[I] = bilinear(x, 6, 4, p[2 * I] * 0.3f - 0.5f, p[2 * I + 1] * 0.3f - 0.5f);
}
K pooled_high(const float *p, const float *x, float *y) { // one row too many
    y[I] = bilinear(x, 5, 6, p[2 * I] * 0.3f - 0.5f, p[2 * I + 1] * 0.3f - 0.5f);
}
K guarded(const float *p, const float *x, float *y) { // a NaN is 0 as an integer
    float at = p[I] * 0.7f;
    y[I] = at < 0.0f || at > 7.0f ? 0 : x[(int)at];
}
K guarded_from_three(const float *p, const float *x, float *y) { // a NaN is not below 3
    float at = p[I] * 3e38f - p[I] * 2e38f * 1.1f;
    y[I] = at < 3.0f || at > 7.0f ? 0 : x[(int)at - 3];
}
K ordered_from_three(const float *p, const float *x, float *y) { // no NaN is at least 3, but that is not followed
    float at = p[I] * 3e38f - p[I] * 2e38f * 1.1f;
    y[I] = at >= 3.0f && at <= 7.0f ? x[(int)at - 3] : 0;
}
K chosen_clamp(const float *p, const float *x, float *y) { // a NaN passes both comparisons
    float at = sqrtf(p[I] * 0.7f);
    at = at < 3.0f ? 3.0f : at;
    at = at > 7.0f ? 7.0f : at;
    y[I] = x[(int)at - 3];
}
K double_clamp(const double *p, const float *x, float *y) { // a NaN of 64 bits becomes the least integer
    double at = sqrt(p[I] * 0.7);
    at = at < 0.0 ? 0.0 : at;
    at = at > 7.0 ? 7.0 : at;
    y[I] = x[(int)at];
}
K narrowed(const float *p, const float *x, float *y) { // 70000 is infinite as a half
    float at = fminf(fmaxf(p[I] * 0.7f, 0.0f), 70000.0f);
    y[I] = x[(int)__half2float(__float2half(at))];
}
K elsewhere(const float *p, const float *q, const float *x, float *y) { // the integer ends at 2147483647, the float does not
    float at = p[I] * 0.7f;
    int index;
    if (q[I] > 0) index = min(max((int)at, 0), 7);
    else index = truncf(at) < 3e9f ? 0 : 9;
    y[I] = x[index];
}
K two_types(const float *p, const float *x, float *y) { // -5 is 0 without a sign
    float at = p[I] * 0.7f - 0.5f;
    unsigned u = (unsigned)at;
    int s = (int)at;
    y[I] = u < 8 ? x[s] : 0;
}
K neither(const float *p, const float *q, const float *x, float *y) { // of a NaN neither holds
    float at = p[I] * 3e38f - q[I] * 3e38f;
    int a = 4, b = 4;
    if (at < 1.0f) a = 0;
    if (at >= 1.0f) b = 0;
    y[I] = x[a + b];
}
K either(const float *p, const float *q, const float *x, float *y) { // one comparison chooses both
    float at = p[I] * 0.7f - q[I];
    bool less = at < 1.0f;
    y[I] = x[(less ? 0 : 4) + (less ? 3 : 0)];
}
K strict(const float *p, const float *x, float *y) { // below 8 is 7 as an integer
    float at = p[I] * 0.7f;
    y[I] = at >= 0.0f && at < 8.0f ? x[(int)at] : 0;
}
K strict_ceiling(const float *p, const float *x, float *y) { // above 7 is 8
    float at = p[I] * 0.7f;
    y[I] = at >= 0.0f && at < 8.0f ? x[(int)ceilf(at)] : 0;
}
K textbook(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int mid = (low + high) >> 1;
        if (a[mid] < z[I]) low = mid + 1;
        else high = mid - 1;
    }
    r[I] = low;
}
K textbook_found(const float *a, const float *z, int *r, int n) {
    int low = 0, high = n - 1, found = -1;
    while (low <= high) {
        int mid = (low + high) >> 1;
        if (a[mid] == z[I]) {
            found = mid;
            break;
        }
        if (a[mid] < z[I]) low = mid + 1;
        else high = mid - 1;
    }
    r[I] = found;
}
K textbook_high(const float *a, const float *z, int *r, int n) { // a[n]
    int low = 0, high = n;
    while (low <= high) {
        int mid = (low + high) >> 1;
        if (a[mid] < z[I]) low = mid + 1;
        else high = mid - 1;
    }
    r[I] = low;
}
K not_below_nor_above(const float *p, const float *q, const float *x, float *y) { // where only a NaN comes
    float at = p[I] * p[I] - q[I] * q[I], r = 0;
    if (!(at < 7.0f)) {
        if (!(at >= 7.0f)) r = x[100];
        else r = x[1];
    }
    y[I] = r;
}
K beyond_both(const float *p, const float *q, const float *x, float *y) { // the same with two constants
    float at = p[I] * p[I] - q[I] * q[I], r = 0;
    if (!(at < 7.0f)) {
        if (!(at >= 6.0f)) r = x[100];
        else r = x[1];
    }
    y[I] = r;
}
K meets(const float *p, float *x, float *y) { // below 3 to nearest, 3 rounded up: x[1] is read and written
    float f = __fmul_rn(p[0], 0.7f), g = __fmul_ru(p[0], 0.7f);
    if (I == 0) y[0] = x[f < 3.0f ? 1 : 2];
    __syncwarp();
    if (I == 1 && !(g < 3.0f)) x[1] = 5;
}
