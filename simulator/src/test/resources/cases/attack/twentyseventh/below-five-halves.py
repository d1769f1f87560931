t: i32[N]
x: f32[C]
assume(0 <= t[i] < 5/2)
y[i:N] = x[t[i]]
