import { run } from "./runner"

run()
