count = 1
# in cents
price = 3
