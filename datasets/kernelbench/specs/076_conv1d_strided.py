# Convolution of a sequence with stride 3 and dilation 4; 3 taps as shipped.
x: f32[N, C, L]
w: f32[O, C, R]
S: dim = 3
D: dim = 4
y[n:N, o:O, t:(L - D * (R - 1) - 1) // S + 1] = sum[c:C, u:R](x[n, c, t * S + u * D] * w[o, c, u])
