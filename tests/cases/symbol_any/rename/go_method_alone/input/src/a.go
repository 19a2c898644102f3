package a

type Cart struct{ size int }

func (c *Cart) total() int { return c.size }

func (c Cart) Show(other *Cart) int {
	return c.total() + other.total() + (*Cart).total(other)
}

func total(c Cart) int {
	var one Cart = c
	func() { _ = one.total() }()
	return c.total()
}
