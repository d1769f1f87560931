t: i32[N]
e: f32[V]
assume(t[n] in {0, 2}, n > 0)
y[n:N] = e[t[n]]
