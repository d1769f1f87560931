x: f32[1, C, H, W]
w: f32[O, C, R, R]
z = x.pad(0)
y[o:O, h:H, v:W] = sum[c:C, r:R, q:R](z[0, c, h + r - 1, v + q - 1] * w[o, c, R - 1 - r, R - 1 - q])
