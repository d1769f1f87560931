# 10: tensor of three dimensions times matrix
A: f32[N, M, K]; B: f32[K, L]
C = A @ B
