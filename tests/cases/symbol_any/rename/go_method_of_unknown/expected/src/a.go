package a

type Cart struct{}

func (c *Cart) sum() int { return 1 }

func use() int {
	c := find()
	return c.sum()
}
