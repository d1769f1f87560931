# Max pooling of a volume: window 3 x 3 x 3, stride 2, padding 1, dilation 3.
x: f32[N, C, F, H, W]
K: dim = 3
S: dim = 2
P: dim = 1
D: dim = 3
y[n:N, c:C, f:(F + 2 * P - D * (K - 1) - 1) // S + 1, h:(H + 2 * P - D * (K - 1) - 1) // S + 1,
  v:(W + 2 * P - D * (K - 1) - 1) // S + 1] = max[k:K, r:K, q:K](
    x.pad(-inf)[n, c, f * S + k * D - P, h * S + r * D - P, v * S + q * D - P])
