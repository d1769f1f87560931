# 3: one product of matrices for each member of a batch
A: f32[B, M, K]; W: f32[B, K, N]
C = A @ W
