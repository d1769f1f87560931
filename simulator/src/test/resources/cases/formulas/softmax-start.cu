// Softmax and logsumexp whose running maximum starts at a large negative number.
#define ROW(name) extern "C" __global__ void name(const float *x, float *y)
#define LOOP for (int d = 0; d < 3; d++)

ROW(softmax_1e30) { float m = -1e30f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); LOOP y[d] = __expf(x[d] - m) / s; }
ROW(softmax_1e4) { float m = -1e4f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); LOOP y[d] = __expf(x[d] - m) / s; }
ROW(softmax_selected) { float m = -65504.f, s = 0; LOOP if (x[d] > m) m = x[d]; LOOP s += __expf(x[d] - m); LOOP y[d] = __expf(x[d] - m) / s; }
ROW(softmax_online) { float m = -1e9f, s = 0; LOOP { float q = fmaxf(m, x[d]); s = s * __expf(m - q) + __expf(x[d] - q); m = q; } LOOP y[d] = __expf(x[d] - m) / s; }
ROW(lse) { float m = -1e30f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); y[0] = __logf(s) + m; }
ROW(softmin) { float m = 1e30f, s = 0; LOOP m = fminf(m, x[d]); LOOP s += __expf(m - x[d]); LOOP y[d] = __expf(m - x[d]) / s; }
ROW(masked) { float m = -1e30f, s = 0, v[3]; LOOP { v[d] = d < 2 ? x[d] : -1e9f; m = fmaxf(m, v[d]); } LOOP s += __expf(v[d] - m); LOOP y[d] = __expf(v[d] - m) / s; }
// wrong
ROW(unscaled) { float m = -1e30f, s = 0; LOOP { float q = fmaxf(m, x[d]); s += __expf(x[d] - q); m = q; } LOOP y[d] = __expf(x[d] - m) / s; }
ROW(counted) { float m = -1e30f, s = 1; LOOP { float q = fmaxf(m, x[d]); s = s * __expf(m - q) + __expf(x[d] - q); m = q; } LOOP y[d] = __expf(x[d] - m) / s; }
ROW(padded) { float m = -1e4f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); s += __expf(-1e4f - m); LOOP y[d] = __expf(x[d] - m) / s; }
ROW(padded_100) { float m = -100.f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); s += __expf(-100.f - m); LOOP y[d] = __expf(x[d] - m) / s; }
ROW(unshifted) { float m = -1e30f, s = 0; LOOP m = fmaxf(m, x[d]); LOOP s += __expf(x[d] - m); y[0] = __logf(s); }
