# Average pooling of an image: windows of 11 x 11 side by side; what does not fill a window is left out.
x: f32[N, C, H, W]
y = avg_pool(x, 11)
