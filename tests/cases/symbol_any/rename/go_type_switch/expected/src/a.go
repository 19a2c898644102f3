package a

func walk() {}

func first(x interface{}) {
	switch run := x.(type) {
	case int:
		_ = run
	}
}
