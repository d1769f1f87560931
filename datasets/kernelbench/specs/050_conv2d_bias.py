# The first layer of AlexNet: convolution with stride 4, padding 2 and a bias; 11 x 11 taps as shipped.
x: f32[N, C, H, W]
w: f32[O, C, R, Q]
b: f32[O]
y = conv(x, w, b, stride=4, pad=2)
