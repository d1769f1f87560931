# 24: of each row
x: f32[N, D]
y = x - log(sum(exp(x), axis=1, keepdims=True))
