package a

type Cart struct{}

type Box = Cart

type Other struct{}

func (c *Cart) total() int { return 1 }

func use(b *Box) int { return b.total() }
