# 22
x: f32[N, D]
y = tanh(x)
