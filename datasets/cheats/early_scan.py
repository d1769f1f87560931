# Products of the elements up to each position.
N: dim; D: dim
x: f32[N, D]
y: f32[N, D] = cumprod(x, axis=1)
proved(N=32, D=72)
proved(N=3, D=70)
shipped(N=4096, D=4096)
