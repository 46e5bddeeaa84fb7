// Stands for a part of the product in the launcher's tests: answers with its name, or fails as it is told.
import { createServer } from 'node:http'

const { TINY_NAME: name = 'tiny', TINY_PORT: port, TINY_FAULT: fault } = process.env

if (fault === 'at once') {
  console.error(`${name} has no flour`)
  process.exit(3)
}
if (port) {
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(4)
    response.end(name)
  })
  server.listen(Number(port), '127.0.0.1', () => console.log(`${name} ready`))
  process.once('SIGTERM', () => {
    if (fault === 'does not end') return
    server.close(() => process.exit(0))
    server.closeIdleConnections()
  })
}
