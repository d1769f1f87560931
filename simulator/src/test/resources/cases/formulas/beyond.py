x: f32[1]
y = abs(x) + 2e38
