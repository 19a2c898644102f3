one
three
