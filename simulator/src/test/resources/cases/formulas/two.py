x: f32[N]
y = x
z = 2 * x
