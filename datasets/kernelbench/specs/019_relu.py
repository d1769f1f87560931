# 19
x: f32[N, D]
y = max(x, 0)
