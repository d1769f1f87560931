# 17: the right matrix is given transposed
A: f32[M, K]; B: f32[N, K]
C = A @ B.T
