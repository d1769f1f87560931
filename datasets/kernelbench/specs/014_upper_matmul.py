# 14: product of two upper triangular matrices; the zeros of the result are stored
A: f32[N, N]; B: f32[N, N]
assume(A[i, j] == 0, i > j)
assume(B[i, j] == 0, i > j)
C = triu(A @ B)
