package a

func walk() int { return 1 }

func first() int {
	run := walk()
	return run
}

func second(run int) int { return run }

func third() (run int) {
	if run := run; run > 0 {
		return run
	}
	return
}

func fourth() int {
	if true {
		run := 2
		_ = run
	}
	return walk()
}

func fifth() {
	for run := range []int{walk()} {
		_ = run
	}
	var run, other = walk(), walk()
	_, _ = run, other
}
