# Leaky ReLU.
N: dim
x: f32[N]
y: f32[N] = max(x, 0) + 0.01 * min(x, 0)
proved(N=512)
proved(N=777)
shipped(N=16777216)
