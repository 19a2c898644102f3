# café, für
x = "�"
y = 2
