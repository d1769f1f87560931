x: f32[N]
y = mean(x)
