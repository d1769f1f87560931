# Average pooling of a volume: window 3 x 3 x 3, stride 2, padding 1, which counts.
x: f32[N, C, F, H, W]
K: dim = 3
S: dim = 2
P: dim = 1
y[n:N, c:C, f:(F + 2 * P - K) // S + 1, h:(H + 2 * P - K) // S + 1, v:(W + 2 * P - K) // S + 1] = sum[
    k:K, r:K, q:K](x.pad(0)[n, c, f * S + k - P, h * S + r - P, v * S + q - P]) / K ** 3
