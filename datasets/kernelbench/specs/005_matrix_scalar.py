# 5: matrix times a scalar
A: f32[M, N]; s: f32
C = A * s
