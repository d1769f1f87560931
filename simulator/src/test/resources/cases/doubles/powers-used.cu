// Powers of doubles of which more is made: nvcc moves that into the arms of x == 1 ? 1 : power(x).
#define I threadIdx.x
#define K extern "C" __global__ void
K any(const double *x, double *y, double g) { y[I] = pow(x[I], g); }
K any_scaled(const double *x, double *y, double g) { y[I] = 3.0 * pow(x[I], g) - 1.0; }
K tripled(const double *x, double *y) { y[I] = 3.0 * pow(x[I], 7.0); }
K summed(const double *x, double *y) { double p = pow(x[I], 7.0); y[I] = p + p + p; }
K tripled_other(const double *x, double *y) { y[I] = 3.0 * pow(x[I], 8.0); }
K less_one(const double *x, double *y) { y[I] = pow(x[I], 1.4) - 1.0; }
K less_two(const double *x, double *y) { y[I] = pow(x[I], 1.4) - 2.0; }
K products(const double *x, double *y) { double p = pow(x[I], 7.0); y[I] = p * x[0] - p; }
K factored(const double *x, double *y) { y[I] = (x[0] - 1.0) * pow(x[I], 7.0); }
K chosen_two(const double *x, double *y) { double v = x[I]; y[I] = v == 1.0 ? 2.0 : pow(v, 7.0); }
K chosen_one(const double *x, double *y) { double v = x[I]; y[I] = v == 1.0 ? 1.0 : pow(v, 7.0); }
K chosen_at_two(const double *x, double *y) { double v = x[I]; y[I] = v == 2.0 ? 1.0 : pow(v, 7.0); }
K chosen_other(const double *x, double *y) { double v = x[I]; y[I] = v == 1.0 ? 1.0 : pow(v + 1.0, 7.0); }
K shifted(const double *x, double *y) { y[I] = pow(x[I] + 1.0, 7.0); }
K plain(const double *x, double *y) { y[I] = pow(x[I], 7.0); }
