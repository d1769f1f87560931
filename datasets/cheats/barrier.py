# Logarithm of the sum of the exponentials of each row.
N: dim; D: dim
x: f32[N, D]
y: f32[N] = log(sum(exp(x), axis=1))
proved(N=2, D=64)
proved(N=3, D=77)
shipped(N=4096, D=16384)
