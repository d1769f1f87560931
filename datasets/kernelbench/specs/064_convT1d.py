# Transposed convolution of a sequence; 3 taps as shipped.
x: f32[N, C, L]
w: f32[C, O, R]
y = convT(x, w)
