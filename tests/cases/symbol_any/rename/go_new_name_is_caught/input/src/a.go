package a

func run() {}

func first(walk int) {
	run()
}
