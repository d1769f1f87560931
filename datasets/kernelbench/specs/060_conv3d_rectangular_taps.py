# Convolution of a volume; 3 x 5 x 7 taps as shipped.
x: f32[N, C, F, H, W]
w: f32[O, C, K, R, Q]
y = conv(x, w)
