# 21
x: f32[N, D]
y = 1 / (1 + exp(-x))
