# ReLU.
N: dim; D: dim
x: f32[N, D]
y: f32[N, D] = max(x, 0)
proved(N=4, D=128)
proved(N=3, D=127)
shipped(N=4096, D=16384)
