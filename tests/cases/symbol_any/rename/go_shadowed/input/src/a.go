package a

func run() int { return 1 }

func first() int {
	run := run()
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
	return run()
}

func fifth() {
	for run := range []int{run()} {
		_ = run
	}
	var run, other = run(), run()
	_, _ = run, other
}
