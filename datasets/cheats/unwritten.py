# Swish of each element.
N: dim
x: f32[N]
y: f32[N] = x / (1 + exp(-x))
proved(N=256)
proved(N=300)
shipped(N=1048576)
