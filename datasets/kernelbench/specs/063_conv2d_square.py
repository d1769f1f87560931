# Convolution of an image; 3 x 3 taps as shipped.
x: f32[N, C, H, W]
w: f32[O, C, R, Q]
y[n:N, o:O, h:H - R + 1, v:W - Q + 1] = sum[c:C, r:R, q:Q](x[n, c, h + r, v + q] * w[o, c, r, q])
