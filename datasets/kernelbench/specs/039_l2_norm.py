# 39: each row has the length 1
x: f32[N, D]
y = x / sqrt(sum(x ** 2, axis=1, keepdims=True))
