# Squared differences, added up.
p: f32[N]; t: f32[N]
y = sum((p - t) ** 2)
