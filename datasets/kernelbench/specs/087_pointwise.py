# Convolution with 1 x 1 taps: every pixel's channels times a matrix.
x: f32[N, C, H, W]
w: f32[O, C, 1, 1]
y[n:N, o:O, h:H, v:W] = sum[c:C](x[n, c, h, v] * w[o, c, 0, 0])
