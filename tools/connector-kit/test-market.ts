import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Manner, Market, Offer } from '#modules/stores/platforms/kit/market.ts'
import { sha256 } from '#modules/stores/platforms/kit/signed-calls.ts'

/**
 * Stands for the market that the platform knows: hands out public keys and packages, and remembers
 * who asked for what. The platform must be told that this is the market's installer.
 */
export async function openMarket({
  origin: given,
  host = '127.0.0.1',
  port = 0,
}: { origin?: string; host?: string; port?: number } = {}): Promise<TestMarket> {
  const keys = new Map<string, KeyObject>()
  const published: Record<string, unknown>[] = []
  const withdrawn: { kid: string }[] = []
  const files = new Map<string, { bytes: Buffer; manner: Manner }>()

  function addKey(kid: string): string {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    keys.set(kid, privateKey)
    published.push({ kid, use: 'sig', alg: 'EdDSA', ...publicKey.export({ format: 'jwk' }) })
    return kid
  }
  // Names of their own, so that a platform that keeps the keys of an earlier run meets none of them
  // again.
  const run = Date.now().toString(36)
  const first = addKey(`kit-${run}`)
  const strayed: string[] = []
  const trap = await listenOn(host, 0, (path, response) => {
    strayed.push(path)
    response.end('gone astray')
  })

  const server = await listenOn(host, port, (path, response) => {
    if (path === '/keys.json')
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ keys: published, withdrawn }))
    const file = files.get(path)
    if (!file || file.manner === 'not_found') return void response.writeHead(404).end()
    if (file.manner === 'redirect')
      return void response.writeHead(302, { location: `${trapOrigin}${path}` }).end()
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-length': String(file.bytes.length),
    })
    if (file.manner === 'cut')
      return void response.write(file.bytes.subarray(0, 20), () => response.destroy())
    if (file.manner === 'slowly') return void trickle(response, file.bytes)
    response.end(file.bytes)
  })
  const portOf = (one: Server) => (one.address() as AddressInfo).port
  const origin = given ?? `http://localhost:${portOf(server)}`
  const trapOrigin = `http://localhost:${portOf(trap)}`

  return {
    origin,
    strayed: async () => strayed,
    trapOrigin,
    addKey: async () => addKey(`kit-${run}-${keys.size + 1}`),
    async withdrawKey(kid: string) {
      withdrawn.push({ kid })
      published.splice(
        published.findIndex((key) => key.kid === kid),
        1,
      )
    },
    async offer(
      bytes: Buffer,
      prefix: string,
      { version = '1.0.0', manner = 'at_once' as Manner, key = first } = {},
    ): Promise<Offer> {
      const hash = sha256(bytes)
      const path = `/packages/${hash}.zip`
      files.set(path, { bytes, manner })
      const signer = keys.get(key)
      if (!signer) throw new Error(`the kit has no key ${key}`)
      return {
        sha256: hash,
        url: `${origin}${path}`,
        size: bytes.length,
        signature: sign(null, Buffer.from(hash, 'hex'), signer).toString('base64url'),
        key_id: key,
        prefix,
        version,
      }
    },
    async close() {
      for (const one of [server, trap]) {
        one.close()
        one.closeAllConnections()
      }
    },
  }
}
export type TestMarket = Market & { close(): Promise<void> }

async function listenOn(
  host: string,
  port: number,
  answer: (path: string, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer((request, response) => answer(request.url ?? '', response))
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** In eight pieces over two seconds. */
async function trickle(response: ServerResponse, bytes: Buffer): Promise<void> {
  const piece = Math.ceil(bytes.length / 8)
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    response.write(bytes.subarray(at, at + piece))
    await pause(250)
  }
  response.end()
}
