# Every channel with taps d of its own (3 x 3, padding 1), then a mixture of the channels (1 x 1).
x: f32[N, C, H, W]
d: f32[C, 1, R, Q]
p: f32[O, C, 1, 1]
y = conv(conv(x, d, pad=1, groups=C), p)
