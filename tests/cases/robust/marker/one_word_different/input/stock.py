count = 1
price = 2
