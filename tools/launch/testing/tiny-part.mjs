// Stands for a part of the product in the launcher's tests: answers with its name, or fails as it
// is told.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { TINY_NAME: name = 'tiny', TINY_PORT: port, TINY_FAULT: fault } = process.env

if (fault === 'at once') {
  console.error(`${name} has no flour`)
  process.exit(3)
}
if (process.env.TINY_FOLDER) {
  mkdirSync(`${process.env.TINY_FOLDER}/${name}`, { recursive: true })
  writeFileSync(`${process.env.TINY_FOLDER}/${name}/data`, 'kept')
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
