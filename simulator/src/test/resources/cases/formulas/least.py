# The least element.
x: f32[N]
y = min(x)
