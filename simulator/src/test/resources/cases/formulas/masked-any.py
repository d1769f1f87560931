x: f32[B, D]; m: f32[B, D]
y = cumsum(x * m, 1)
