x: f32[N]
y = x
