# Transposed convolution of an image; 3 x 5 taps as shipped.
x: f32[N, C, H, W]
w: f32[C, O, R, Q]
y = convT(x, w)
