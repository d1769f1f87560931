# Max pooling of an image: window 4 x 4, stride 1, padding 1.
x: f32[N, C, H, W]
y = max_pool(x, 4, stride=1, pad=1)
