# 51: along the middle dimension; the first of equal elements
x: f32[B, D, E]
y[b:B, e:E] = argmax[d:D](x[b, d, e])
