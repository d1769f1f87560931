p: f32[N]; t: f32[N]
assume(t[i] in {-1, 1})
y = hinge_loss(p, t)
