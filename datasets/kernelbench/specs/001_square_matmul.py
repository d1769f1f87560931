# 1: product of two square matrices
A: f32[N, N]; B: f32[N, N]
C = A @ B
