package a

func run() {}

func first(x interface{}) {
	switch run := x.(type) {
	case int:
		_ = run
	}
}
