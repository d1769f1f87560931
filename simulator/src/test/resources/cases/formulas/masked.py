x: f32[B, D]; m: f32[B, D]
assume(m[b,j] in {0, 1})
y = cumsum(x * m, 1)
