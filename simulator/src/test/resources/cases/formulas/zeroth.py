x: f32[N]
y[i:N] = (x[i] / sum[j:N](x[j])) ** 0
