# 91: running sum from the end of each row
x: f32[N, D]
y[i:N, j:D] = sum[k:D, k >= j](x[i, k])
