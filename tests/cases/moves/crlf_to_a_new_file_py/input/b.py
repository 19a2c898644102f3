from a import area

print(area(4))
