name = "café"
x = 1
y = "ÿþ"
