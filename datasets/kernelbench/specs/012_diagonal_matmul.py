# 12: diagonal matrix, given by its diagonal, times matrix
A: f32[N]; B: f32[N, M]
C = A[:, None] * B
