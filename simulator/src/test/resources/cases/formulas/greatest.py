# The greatest element.
x: f32[N]
y = max(x)
