name = "café"
x = 2
y = "ÿþ"
