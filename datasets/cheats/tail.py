# Softsign of each element.
N: dim
x: f32[N]
y: f32[N] = x / (1 + abs(x))
proved(N=512)
proved(N=333)
shipped(N=16777216)
