# 49: along the middle dimension
x: f32[B, D, E]
y = max(x, axis=1)
