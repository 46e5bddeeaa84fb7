import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  generateSigningKey,
  publicHalf,
  signPackage,
} from '#modules/catalog/packages/sign-package.ts'
import { sha256Hex } from '#lib/ids.ts'

/**
 * Stands where the market's installer stands: the shop fetches packages from it and checks them by
 * its key. The key lives as long as this.
 */
export async function startPackageServer() {
  const key = generateSigningKey()
  const packages = new Map<string, Buffer>()
  const server = createServer((incoming, outgoing) => {
    const bytes = packages.get(
      /^\/packages\/([0-9a-f]{64})\.zip$/.exec(incoming.url ?? '')?.[1] ?? '',
    )
    if (incoming.url === '/keys.json')
      outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: [publicHalf(key)] }))
    else if (bytes) outgoing.writeHead(200, { 'content-type': 'application/zip' }).end(bytes)
    else outgoing.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** What the shop is notified of a package: where it lies and who signed it. */
    offer(bytes: Buffer, { prefix, version }: { prefix: string; version: string }) {
      const sha256 = sha256Hex(bytes)
      packages.set(sha256, bytes)
      return {
        sha256,
        url: `${origin}/packages/${sha256}.zip`,
        size: bytes.length,
        ...signPackage(sha256, key),
        prefix,
        version,
      }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
