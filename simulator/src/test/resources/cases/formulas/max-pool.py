x: f32[N]
y[t:N] = max[k:3](x.pad(-inf)[t + k - 1])
