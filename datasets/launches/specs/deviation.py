x: f32[N]
y = x - mean(x)
