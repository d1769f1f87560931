# 28: 1/6 is exact
x: f32[N, D]
y = max(0, min(6, x + 3)) / 6
