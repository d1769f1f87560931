# 92: running sum of what stands before each element
x: f32[N, D]
y[i:N, j:D] = sum[k:j](x[i, k])
