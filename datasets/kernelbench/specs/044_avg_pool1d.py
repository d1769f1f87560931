# Average pooling of a sequence: window 8, stride 1, padding 4. The padding counts: the divisor is always 8.
x: f32[N, C, L]
y = avg_pool(x, 8, stride=1, pad=4)
