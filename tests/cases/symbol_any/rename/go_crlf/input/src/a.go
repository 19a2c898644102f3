package a

// run goes on
func Go() int {
	step := run
	return run(1) + step(2) + other.run(len("run"))
}

func run(speed int) int {
	if speed > 0 {
		return run(speed - 1)
	}
	return 0
}
