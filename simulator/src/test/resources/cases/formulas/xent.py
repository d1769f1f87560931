p: f32[N, C]; t: i32[N]
assume(0 <= t[n] < C)
y = cross_entropy(p, t)
