# The square of each element.
N: dim
x: f32[N]
y: f32[N] = x ** 2
proved(N=512)
proved(N=333)
shipped(N=16777216)
