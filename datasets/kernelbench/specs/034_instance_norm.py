# 34: each channel of each member of the batch by itself
x: f32[N, C, H, W]
y = instance_norm(x, eps=1e-5)
