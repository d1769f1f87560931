# Softmax of long rows.
N: dim; D: dim
x: f32[N, D]
y: f32[N, D] = softmax(x, axis=1)
proved(N=2, D=128)
proved(N=2, D=145)
shipped(N=4096, D=16384)
