A: f32[N, N]; B: f32[N, N]
assume(A[i,j] == 0, i > j)
C = triu(A @ B)
