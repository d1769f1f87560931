# 94: mean of the squared differences
p: f32[N, D]; t: f32[N, D]
y = mean((p - t) ** 2)
