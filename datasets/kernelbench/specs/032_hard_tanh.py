# 32
x: f32[N, D]
y = max(-1, min(1, x))
