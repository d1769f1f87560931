# Transposed convolution of a sequence: stride 2, padding 1, dilation 2; 3 taps as shipped.
x: f32[N, C, L]
w: f32[C, O, R]
y = convT(x, w, stride=2, pad=1, dil=2)
