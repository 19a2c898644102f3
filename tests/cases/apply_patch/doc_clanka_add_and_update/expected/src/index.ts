import { log } from "./logger"
import { run } from "./runner"

run()
