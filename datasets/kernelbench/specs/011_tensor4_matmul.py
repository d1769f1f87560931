# 11: tensor of four dimensions times matrix, along the last one
A: f32[B, I, J, L]; W: f32[L, K]
C = einsum("bijl,lk->bijk", A, W)
