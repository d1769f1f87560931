x: f32[N]
y[t:N] = max[k:3](x.pad(0)[t + k - 1])
