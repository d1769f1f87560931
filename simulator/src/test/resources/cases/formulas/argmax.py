x: f32[N, D]
y = argmax(x, axis=1)
