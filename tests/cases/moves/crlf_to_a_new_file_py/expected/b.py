from n import area

print(area(4))
