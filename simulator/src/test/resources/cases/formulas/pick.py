t: i32[N]
e: f32[V]
assume(t[n] in {0, 2})
y[n:N] = e[t[n]]
