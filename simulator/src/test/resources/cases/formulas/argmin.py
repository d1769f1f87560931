x: f32[N, D]
y = argmin(x, axis=1)
