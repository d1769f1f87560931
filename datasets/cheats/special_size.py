# Row means.
N: dim; D: dim
x: f32[N, D]
y: f32[N] = mean(x, axis=1)
proved(N=2, D=64)
proved(N=3, D=77)
shipped(N=4096, D=65536)
