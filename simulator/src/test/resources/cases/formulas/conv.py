x: f32[1, C, H, W]
w: f32[O, C, R, R]
y = conv(x, w, pad=1)
