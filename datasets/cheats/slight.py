# The double of each element.
N: dim
x: f32[N]
y: f32[N] = 2 * x
proved(N=512)
proved(N=333)
shipped(N=1048576)
