# café, für
x = "�"
y = "é"
