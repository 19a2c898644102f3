package a

type Cart struct{ sum int }

func (c *Cart) total() int { return c.sum }
