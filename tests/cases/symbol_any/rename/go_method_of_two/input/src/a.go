package a

type Cart struct{}

type Box struct{}

func (c *Cart) total() int { return 1 }

func (b *Box) total(c *Cart) int { return c.total() + b.total(c) }
