p: f32[N, C]; t: f32[N, C]
assume(p[i,j] > 0)
assume(t[i,j] > 0)
y = kl_div(p, t)
