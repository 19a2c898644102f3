package a

type Cart struct{ size int }

type Box struct{ total int }

func (c *Cart) sum() int { return c.size }

func (c Cart) Show(other *Cart) int {
	return c.sum() + other.sum() + (*Cart).sum(other)
}

func total(c Cart) int {
	var one Cart = c
	func() { _ = one.sum() }()
	return c.sum()
}
