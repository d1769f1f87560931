# 47: along the middle dimension, which stays with the extent 1
x: f32[B, D, E]
y = sum(x, axis=1, keepdims=True)
