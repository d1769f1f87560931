# 15: product of two lower triangular matrices; the zeros of the result are stored
A: f32[N, N]; B: f32[N, N]
assume(A[i, j] == 0, i < j)
assume(B[i, j] == 0, i < j)
C = tril(A @ B)
