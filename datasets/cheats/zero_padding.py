# Maximum over windows of 3 x 3, stride 2, padding 1.
N: dim; H: dim; W: dim
x: f32[N, H, W]
y[n:N, i:(H - 1) // 2 + 1, j:(W - 1) // 2 + 1] = max[r:3, q:3](x.pad(-inf)[n, 2 * i + r - 1, 2 * j + q - 1])
proved(N=1, H=16, W=16)
proved(N=2, H=9, W=7)
shipped(N=64, H=512, W=512)
