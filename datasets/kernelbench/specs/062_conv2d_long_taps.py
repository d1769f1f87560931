# Convolution of an image; 5 x 9 taps as shipped.
x: f32[N, C, H, W]
w: f32[O, C, R, Q]
y = conv(x, w)
