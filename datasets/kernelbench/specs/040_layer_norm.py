# 40: over all but the first dimension; g and b have one value for each element
x: f32[N, C, H, W]; g: f32[C, H, W]; b: f32[C, H, W]
y = layer_norm(x, axis=(1, 2, 3), eps=1e-5) * g + b
