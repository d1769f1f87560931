A: f32[N, N]; B: f32[N, N]
assume(A[i,j] == A[j,i])
C = A @ B
