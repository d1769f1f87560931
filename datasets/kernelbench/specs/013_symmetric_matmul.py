# 13: product of two symmetric matrices; a kernel may read one triangle only
A: f32[N, N]; B: f32[N, N]
assume(A[i, j] == A[j, i])
assume(B[i, j] == B[j, i])
C = A @ B
