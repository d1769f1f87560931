# 16: the left matrix is given transposed
A: f32[K, M]; B: f32[K, N]
C = A.T @ B
