# Transposed convolution of a volume: stride 2, padding 1, dilation 2; 3 x 3 x 3 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[C, O, K, R, Q]
S: dim = 2
P: dim = 1
D: dim = 2
y[n:N, o:O, f:(F - 1) * S - 2 * P + D * (K - 1) + 1, h:(H - 1) * S - 2 * P + D * (R - 1) + 1,
  v:(W - 1) * S - 2 * P + D * (Q - 1) + 1] = sum[c:C, l:F, k:K, l * S + k * D - P == f,
    i:H, r:R, i * S + r * D - P == h, j:W, q:Q, j * S + q * D - P == v](x[n, c, l, i, j] * w[c, o, k, r, q])
