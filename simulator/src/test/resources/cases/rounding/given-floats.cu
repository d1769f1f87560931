// Integers that given floats become: each is the same whatever the roundings are, or a rounding decides.
#define I threadIdx.x
#define K extern "C" __global__ void
K cell(float unit, const float *t, float *y) { // floors of multiples of a unit, and fractions
    float at = I / unit;
    int i = (int)at;
    y[I] = t[i] + (at - i) * (t[i + 1] - t[i]);
}
K cell_floor(float unit, const float *t, float *y) {
    float at = I / unit;
    int i = (int)floorf(at);
    float f = at - i;
    y[I] = (1 - f) * t[i] + f * t[i + 1];
}
K cell_next(float unit, const float *t, float *y) {
    float at = I / unit;
    int i = (int)ceilf(at);
    y[I] = t[i] + (at - i) * (t[i + 1] - t[i]);
}
K near_zero(float a, const float *t, float *y) { // (a * 3 - a * 3) by two roundings, towards 0
    float d = __fmul_rn(a, 3.1f) - __fmul_rz(a, 3.1f);
    y[I] = t[(int)(d * 0.5f)];
}
K near_zero_floor(float a, const float *t, float *y) { // -1 if the difference is below 0
    float d = __fmul_rz(a, 3.1f) - __fmul_rn(a, 3.1f);
    y[I] = t[1 + (int)floorf(d * 0.5f)];
}
K ten_tenths(float tenth, const float *t, float *y) { // 10 * 0.1f is 1 as a float, and more over the reals
    float s = 0;
    for (int k = 0; k < 10; k++) s += tenth;
    y[I] = t[(int)s];
}
K nearest_half(float a, const float *t, float *y) { // ties to even where a * 5 is 2.5
    y[I] = t[__float2int_rn(a * 5.0f)];
}
K nearest_far(float a, const float *t, float *y) { y[I] = t[__float2int_rn(a * 5.0f + 0.01f)]; }
K magic(float a, const float *t, float *y) { // rounded to nearest by a sum
    float m = a * 0.9f + 12582912.0f;
    y[I] = t[__float_as_int(m) & 3];
}
