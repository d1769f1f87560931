x: f32[N, D]
y = logsumexp(x, axis=1)
