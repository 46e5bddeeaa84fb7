import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endWithParent } from './worker.ts'

/**
 * The physical limit: node:http that does nothing but send bytes which it holds. A process of its
 * own.
 */

export interface BareAnswer {
  path: string
  /** Name and value by turns, as they came from the product. */
  headers: string[]
  /** Base64. */
  body: string
}

if (import.meta.main) {
  endWithParent()
  const answers = new Map<string, { headers: string[]; body: Buffer }>()
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, answer.headers)
    response.end(answer.body)
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
  process.on('message', (given: BareAnswer[]) => {
    answers.clear()
    for (const { path, headers, body } of given) {
      const bytes = Buffer.from(body, 'base64')
      const hasLength = headers.some(
        (name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length',
      )
      answers.set(path, {
        headers: hasLength ? headers : [...headers, 'content-length', String(bytes.length)],
        body: bytes,
      })
    }
    process.send?.('taken')
  })
}
