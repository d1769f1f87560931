x: f32[N]
s: f32
y = x * s
