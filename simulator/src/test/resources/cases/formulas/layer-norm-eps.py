x: f32[N, D]
g: f32[D]
b: f32[D]
y = layer_norm(x, eps=1e-6) * g + b
