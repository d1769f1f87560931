p: f32[N]
assume(p[i] > 1/3)
y = p
