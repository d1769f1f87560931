# The label of a row decides which of its logits is subtracted.
p: f32[N, C]
t: i32[N]
assume(0 <= t[n] < C)
y = sum[n:N](log(sum[c:C](exp(p[n, c]))) - p[n, t[n]]) / N
