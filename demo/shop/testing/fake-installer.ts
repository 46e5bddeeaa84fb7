import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The body of `PUT …/packages/{sha256}`. */
export interface SignedPackage {
  sha256: string
  body: {
    url: string
    size: number
    signature: string
    key_id: string
    prefix: string
    version: string
  }
}

/** Stands for the market's installer: hands out public keys and whatever bytes a test gives it. */
export async function startFakeInstaller() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const files = new Map<string, Buffer>()
  const fetched: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    fetched.push(url)
    const file = files.get(url)
    if (url === '/keys.json')
      response.end(
        JSON.stringify({ keys: [{ kid: 'market-1', ...publicKey.export({ format: 'jwk' }) }] }),
      )
    else if (file) response.end(file)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://installer.localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Paths in the order in which they were asked for. */
    fetched,
    /** Offers these bytes as the package of an item and signs them. */
    offer(bytes: Buffer, prefix: string, version = '1.0.0'): SignedPackage {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      files.set(`/packages/${sha256}.zip`, bytes)
      const signature = sign(null, Buffer.from(sha256, 'hex'), privateKey).toString('base64url')
      return {
        sha256,
        body: {
          url: `${origin}/packages/${sha256}.zip`,
          size: bytes.length,
          signature,
          key_id: 'market-1',
          prefix,
          version,
        },
      }
    },
    withdraw: (sha256: string) => void files.delete(`/packages/${sha256}.zip`),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type FakeInstaller = Awaited<ReturnType<typeof startFakeInstaller>>
