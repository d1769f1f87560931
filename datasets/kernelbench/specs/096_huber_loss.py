# 96: square near 0, straight from a difference of 1 on
p: f32[N, D]; t: f32[N, D]
def huber(d): return min(abs(d), 1) * abs(d) - min(abs(d), 1) ** 2 / 2
y = mean(huber(p - t))
