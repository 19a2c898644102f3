import { createServer } from "node:http"
import { readFile } from "node:fs/promises"

const PORT = 3000
const ROOT = "public"

export function start() {
  const server = createServer(handle)
  console.log("Starting...")
  server.listen(PORT)
  return server
}

export function stop(server) {
  console.log("Stopping...")
  server.close()
  return server
}

async function handle(request, response) {
  try {
    const body = await readFile(ROOT + request.url)
    response.writeHead(200)
    response.end(body)
  } catch (error) {
    response.writeHead(404)
    response.end("not found")
  }
}
