x: f32[N, D]
y = softmax(-x, axis=1)
