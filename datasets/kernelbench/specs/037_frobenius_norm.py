# 37: the norm of the whole tensor
x: f32[N, C, H, W]
y = x / sqrt(sum(x ** 2))
