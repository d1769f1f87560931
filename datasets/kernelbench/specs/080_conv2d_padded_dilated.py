# Convolution of an image: padding 2 x 4, dilation 2 x 3; 5 x 9 taps as shipped.
x: f32[N, C, H, W]
w: f32[O, C, R, Q]
y[n:N, o:O, h:H + 4 - 2 * (R - 1), v:W + 8 - 3 * (Q - 1)] = sum[c:C, r:R, q:Q](
    x.pad(0)[n, c, h + r * 2 - 2, v + q * 3 - 4] * w[o, c, r, q])
