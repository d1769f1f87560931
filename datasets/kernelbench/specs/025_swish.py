# 25: also called SiLU
x: f32[N, D]
y = x / (1 + exp(-x))
