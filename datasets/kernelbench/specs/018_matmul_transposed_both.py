# 18: both matrices are given transposed
A: f32[K, M]; B: f32[N, K]
C = A.T @ B.T
