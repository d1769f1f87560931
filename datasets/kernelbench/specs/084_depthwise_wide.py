# Convolution of every channel of a wide image with taps of its own; 3 x 3 as shipped.
x: f32[N, C, H, W]
w: f32[C, 1, R, Q]
y[n:N, c:C, h:H - R + 1, v:W - Q + 1] = sum[r:R, q:Q](x[n, c, h + r, v + q] * w[c, 0, r, q])
