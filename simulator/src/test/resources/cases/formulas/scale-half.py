x: f32[N]
s: f32 = 0.5
y = x * s
