# café
x = 1
y = "Ã©"
