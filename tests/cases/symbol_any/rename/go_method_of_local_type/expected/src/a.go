package a

type Cart struct{}

func (c *Cart) sum() int { return 1 }

func use() {
	type Cart struct{ total func() }
	var c Cart
	c.total()
}
