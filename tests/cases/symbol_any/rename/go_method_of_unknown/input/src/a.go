package a

type Cart struct{}

func (c *Cart) total() int { return 1 }

func use() int {
	c := find()
	return c.total()
}
