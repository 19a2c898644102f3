package a

type Basket struct{ size int }

func first() int {
	one := Basket{1}
	type Cart struct{ next *Cart }
	var two Cart
	_ = two
	return one.size
}
