# Convolution of a sequence; 3 taps as shipped.
x: f32[N, C, L]
w: f32[O, C, R]
y = conv(x, w)
