# 97: scaled dot-product attention of every head
Q: f32[B, H, S, E]; K: f32[B, H, T, E]; V: f32[B, H, T, E]
O = softmax(Q @ K.T / sqrt(E), axis=-1) @ V
