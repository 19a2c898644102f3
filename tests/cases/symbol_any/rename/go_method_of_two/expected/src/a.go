package a

type Cart struct{}

type Box struct{}

func (c *Cart) sum() int { return 1 }

func (b *Box) total(c *Cart) int { return c.sum() + b.total(c) }
