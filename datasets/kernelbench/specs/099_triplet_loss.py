# 99: the anchor is to be nearer to p than to q by a margin of 1; distances as PyTorch has them
a: f32[N, D]; p: f32[N, D]; q: f32[N, D]
def distance(u, v): return sqrt(sum((u - v + 1e-6) ** 2, axis=1))
y = mean(max(0, distance(a, p) - distance(a, q) + 1))
