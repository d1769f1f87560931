# 53: along the middle dimension
x: f32[B, D, E]
y = min(x, axis=1)
