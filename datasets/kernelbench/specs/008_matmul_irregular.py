# 8: product of matrices whose sizes are no multiples of anything
A: f32[M, K]; B: f32[K, N]
C[i:M, j:N] = sum[k:K](A[i, k] * B[k, j])
