x: f32[N]
t = x * 2
y = 0
