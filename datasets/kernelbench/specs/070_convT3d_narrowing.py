# Transposed convolution of a volume: every voxel adds its multiple of the taps; 3 x 3 x 3 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[C, O, K, R, Q]
y[n:N, o:O, f:F + K - 1, h:H + R - 1, v:W + Q - 1] = sum[c:C, l:F, k:K, l + k == f, i:H, r:R, i + r == h,
    j:W, q:Q, j + q == v](x[n, c, l, i, j] * w[c, o, k, r, q])
