x: f32[N]
y[i:N] = log(sum[j:i](x[j]))
