# Transposed convolution of an image in 4 groups: stride 2 x 3, padding 1 x 2, dilation 2 x 1; 3 x 5 taps as shipped.
x: f32[N, C, H, W]
w: f32[C, OG, R, Q]
G: dim = 4
y[n:N, o:OG * G, h:(H - 1) * 2 - 2 + 2 * (R - 1) + 1, v:(W - 1) * 3 - 4 + Q] = sum[c:C // G,
    i:H, r:R, i * 2 + r * 2 - 1 == h, j:W, q:Q, j * 3 + q - 2 == v](
    x[n, o // OG * (C // G) + c, i, j] * w[o // OG * (C // G) + c, o % OG, r, q])
