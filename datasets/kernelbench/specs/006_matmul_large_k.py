# 6: product of matrices whose common dimension is long
A: f32[M, K]; B: f32[K, N]
C = A @ B
