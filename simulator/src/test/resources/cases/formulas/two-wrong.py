x: f32[N]
y = x
z = 3 * x
