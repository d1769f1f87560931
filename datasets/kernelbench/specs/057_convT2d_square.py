# Transposed convolution of an image: every pixel adds its multiple of the taps; 3 x 3 taps as shipped.
x: f32[N, C, H, W]
w: f32[C, O, R, Q]
y[n:N, o:O, h:H + R - 1, v:W + Q - 1] = sum[c:C, i:H, r:R, i + r == h, j:W, q:Q, j + q == v](
    x[n, c, i, j] * w[c, o, r, q])
