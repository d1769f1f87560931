x: u32[N]; w: u32[N]
y[i:N] = x[i] * w[i] - 4294967296 * floor(x[i] * w[i] / 4294967296) + floor(x[i] / 4294967295)
