package a

type Cart struct{ size int }

type Big struct {
	Cart
}

func (b *Big) Total() int { return b.Cart.size }
