# 30
x: f32[N, D]
y = x / (1 + abs(x))
