t: i32[N]
e: f32[V, D]
assume(0 <= t[n] < V)
y[n:N, d:D] = e[max(t[n] - 1, 0), d]
