package a

type Cart struct{ size int }

func first() int {
	one := Cart{1}
	type Cart struct{ next *Cart }
	var two Cart
	_ = two
	return one.size
}
