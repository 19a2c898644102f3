package a

// run goes on
func Go() int {
	step := walk
	return walk(1) + step(2) + other.run(len("run"))
}

func walk(speed int) int {
	if speed > 0 {
		return walk(speed - 1)
	}
	return 0
}
