import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const SCRIPT = '/.arasta/reload.js'
const CHANGES = '/.arasta/changes'
/** Where the page was scrolled to, the browser keeps by itself. */
const RELOAD = `new EventSource('${CHANGES}').addEventListener('change', () => location.reload())\n`

/**
 * Stands before the shop and adds one script to its pages: they load anew when something has
 * changed. The rest goes through as it is.
 */
export async function startReloadProxy({ port, target }: { port: number; target: () => number }) {
  const open = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?')[0]
    if (path === SCRIPT)
      outgoing
        .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
        .end(RELOAD)
    else if (path === CHANGES) listen(outgoing)
    else pass(incoming, outgoing, target())
  })
  function listen(outgoing: ServerResponse): void {
    outgoing
      .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      .write(': here\n\n')
    open.add(outgoing)
    outgoing.on('close', () => open.delete(outgoing))
  }
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  return {
    port: (server.address() as AddressInfo).port,
    reload(): void {
      for (const page of open) page.write('event: change\ndata: 1\n\n')
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' }
  const onward = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      const isPage = String(answer.headers['content-type'] ?? '').startsWith('text/html')
      if (!isPage) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const page = withScript(Buffer.concat(chunks).toString('utf8'))
        const {
          'content-length': _length,
          'transfer-encoding': _coding,
          etag: _etag,
          ...kept
        } = answer.headers
        outgoing
          .writeHead(answer.statusCode ?? 502, { ...kept, 'cache-control': 'no-store' })
          .end(incoming.method === 'HEAD' ? undefined : page)
      })
    },
  )
  onward.on('error', () =>
    outgoing.headersSent
      ? outgoing.destroy()
      : outgoing
          .writeHead(502, { 'content-type': 'text/plain' })
          .end('the demo shop does not answer'),
  )
  incoming.pipe(onward)
}

/** Before the end of the body, where there is one. */
function withScript(page: string): string {
  const at = [...page.matchAll(/<\/body>/gi)].at(-1)?.index
  return at === undefined
    ? page
    : `${page.slice(0, at)}<script src="${SCRIPT}" defer></script>${page.slice(at)}`
}
