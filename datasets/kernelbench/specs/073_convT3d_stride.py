# Transposed convolution of a volume: stride 2, padding 1, one group; 3 x 3 x 3 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[C, O, K, R, Q]
y = convT(x, w, stride=2, pad=1)
