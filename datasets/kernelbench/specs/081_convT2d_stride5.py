# Transposed convolution of an image: stride 5, padding 1, dilation 2; 3 x 3 taps as shipped.
x: f32[N, C, H, W]
w: f32[C, O, R, Q]
y = convT(x, w, stride=5, pad=1, dil=2)
