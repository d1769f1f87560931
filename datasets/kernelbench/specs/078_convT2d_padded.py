# Transposed convolution of an image: padding 1 x 3 crops the result; 3 x 7 taps as shipped.
x: f32[N, C, H, W]
w: f32[C, O, R, Q]
y = convT(x, w, pad=(1, 3))
