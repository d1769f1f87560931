x: f32[N, D]
g: f32[D]
b: f32[D]
d = x - mean(x, 1, True)
y = d / sqrt(sum(d * d, 1, True) / (D - 1) + 1e-5) * g + b
