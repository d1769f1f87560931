# 9: tall and narrow times low and wide
A: f32[M, K]; B: f32[K, N]
C = A @ B
