# Convolution of a volume; 3 x 3 x 1 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[O, C, K, R, Q]
y[n:N, o:O, f:F - K + 1, h:H - R + 1, v:W - Q + 1] = sum[c:C, k:K, r:R, q:Q](
    x[n, c, f + k, h + r, v + q] * w[o, c, k, r, q])
