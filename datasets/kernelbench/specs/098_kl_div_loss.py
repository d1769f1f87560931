# 98: divergence of distributions p from t, mean over the batch
p: f32[N, D]; t: f32[N, D]
assume(p[i, j] > 0)
assume(t[i, j] > 0)
y = sum(t * (log(t) - log(p))) / N
