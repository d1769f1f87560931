# 89: running sum of each row
x: f32[N, D]
y = cumsum(x, axis=1)
