# 36: over the channels of a pixel
x: f32[N, C, H, W]
y = x / sqrt(mean(x ** 2, axis=1, keepdims=True) + 1e-5)
