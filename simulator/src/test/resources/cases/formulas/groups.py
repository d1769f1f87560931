x: f32[N, D]
y[n:N, g:G] = sum[c:D // G](x[n, g * (D // G) + c])
