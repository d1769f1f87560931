x: f32[N]
y = tanh(x)
