# Variance of each row with Bessel's correction, as torch.var gives it.
N: dim; D: dim
x: f32[N, D]
m[n:N] = sum[d:D](x[n, d]) / D
y[n:N] = sum[d:D]((x[n, d] - m[n]) ** 2) / (D - 1)
proved(N=2, D=64)
proved(N=3, D=77)
shipped(N=4096, D=16384)
