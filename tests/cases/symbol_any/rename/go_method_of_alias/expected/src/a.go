package a

type Cart struct{}

type Box = Cart

type Other struct{}

func (c *Cart) sum() int { return 1 }

func use(b *Box) int { return b.sum() }
