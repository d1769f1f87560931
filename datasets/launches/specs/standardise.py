x: f32[R, C]
y = (x - mean(x, 1, True)) / sqrt(var(x, 1, True) + 1e-5)
