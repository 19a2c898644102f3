func main() {
	run()
}
