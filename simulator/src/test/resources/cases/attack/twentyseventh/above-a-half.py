t: i32[N]
x: f32[C]
assume(1/2 < t[i] < C)
y[i:N] = x[t[i]]
