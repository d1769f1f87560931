x: f32[N]
y = erf(x)
