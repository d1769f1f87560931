# Convolution of every channel with taps of its own; 3 x 7 as shipped.
x: f32[N, C, H, W]
w: f32[C, 1, R, Q]
y = conv(x, w, groups=C)
