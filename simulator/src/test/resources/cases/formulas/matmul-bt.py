A: f32[M, K]
B: f32[N, K]
C = einsum("mk,nk->mn", A, B)
