# 48: along the middle dimension
x: f32[B, D, E]
y = mean(x, axis=1)
