# 90: running product of each row
x: f32[N, D]
y = cumprod(x, axis=1)
