# 100: targets of plus and minus one belong to columns, as broadcasting has it
p: f32[N, D]; t: f32[D]
assume(t[j] in {-1, 1})
y = mean(max(0, 1 - p * t))
