# Transposed convolution of a volume; 3 x 5 x 5 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[C, O, K, R, Q]
y = convT(x, w)
