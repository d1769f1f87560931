x: f32[N]
t = x * 2
y = x.pad(0)
