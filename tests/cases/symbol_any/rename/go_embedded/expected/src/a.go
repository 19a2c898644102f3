package a

type Basket struct{ size int }

type Big struct {
	Basket
}

func (b *Big) Total() int { return b.Basket.size }
