# 4: matrix times vector; the vector is a matrix of one column
A: f32[M, K]; B: f32[K, 1]
C = A @ B
