# 93: running sum of the elements that the mask keeps
x: f32[N, D]; m: f32[N, D]
assume(m[i, j] in {0, 1})
y = cumsum(x * m, axis=1)
