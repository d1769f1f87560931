x: f32[N, C]
gain: f32[C]
bias: f32[C]
y = normalize(x, 0, 1e-5) * gain + bias
