A: f32[M, K]
B: f32[K, N]
C = A @ B
