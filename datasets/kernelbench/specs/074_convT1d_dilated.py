# Transposed convolution of a sequence with dilation 3; 5 taps as shipped.
x: f32[N, C, L]
w: f32[C, O, R]
D: dim = 3
y[n:N, o:O, t:L + D * (R - 1)] = sum[c:C, i:L, u:R, i + u * D == t](x[n, c, i] * w[c, o, u])
