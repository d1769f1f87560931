# 52: along the middle dimension; the first of equal elements
x: f32[B, D, E]
y[b:B, e:E] = argmin[d:D](x[b, d, e])
