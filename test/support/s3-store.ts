import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { fork } from 'node:child_process'

/**
 * A store that speaks S3 as AWS documents it, in a process of its own: checks each signature
 * (SigV4) and each payload's hash by itself, writes on condition, answers in XML. Keeps everything
 * in memory. It imports nothing of the product.
 */
const [BUCKET, REGION, KEY_ID, SECRET] = [
  'packages-test',
  'eu-test-1',
  'AKIATEST',
  'a secret of the store',
]
export const S3_ACCOUNT = {
  bucket: BUCKET,
  region: REGION,
  accessKeyId: KEY_ID,
  secretAccessKey: SECRET,
}

export interface S3Store {
  endpoint: string
  /**
   * How the next requests fail: `slow_down` answers 503, `reset` breaks the line after the work is
   * done.
   */
  fail(kind: 'slow_down' | 'reset', times: number): Promise<void>
  /** Changes what lies there, as nobody should be able to. */
  damage(key: string): Promise<void>
  requests(): Promise<string[]>
  stop(): void
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Why a request is refused; null when its signature is right. (AWS: "Create a signed AWS API
 * request".)
 */
function signatureFault(request: IncomingMessage): string | null {
  const {
    authorization = '',
    'x-amz-date': date = '',
    'x-amz-content-sha256': hash = '',
  } = request.headers as Record<string, string>
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (!parts) return 'AccessDenied'
  const [, keyId, day = '', region, names = '', signature] = parts
  if (keyId !== KEY_ID) return 'InvalidAccessKeyId'
  if (region !== REGION || !date.startsWith(day)) return 'AuthorizationHeaderMalformed'
  const at = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  if (!(Math.abs(at - Date.now()) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const must = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (must.some((name) => !signed.includes(name))) return 'AccessDenied'
  const url = new URL(request.url ?? '/', 'http://x')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = signed
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}\n`,
    )
    .join('')
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    query,
    headers,
    names,
    hash,
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    date,
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request')
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function serve(): void {
  const objects = new Map<string, Buffer>()
  const seen: string[] = []
  const fault = { kind: '', times: 0 }
  const answer = (response: ServerResponse, status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      )

  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    seen.push(`${request.method} ${path}`)
    if (fault.times > 0 && fault.kind === 'slow_down') {
      fault.times -= 1
      return void answer(response, 503, 'SlowDown')
    }
    const wrong = signatureFault(request)
    if (wrong) return void answer(response, 403, wrong)
    if (sha256(body) !== request.headers['x-amz-content-sha256'])
      return void answer(response, 400, 'XAmzContentSHA256Mismatch')
    const [, bucket, ...rest] = path.split('/')
    const key = rest.join('/')
    if (bucket !== BUCKET) return void answer(response, 404, 'NoSuchBucket')
    if (fault.times > 0 && fault.kind === 'reset') {
      fault.times -= 1
      if (request.method === 'PUT' && !objects.has(key)) objects.set(key, body)
      return void request.socket.destroy()
    }
    const there = objects.get(key)
    switch (request.method) {
      case 'PUT':
        if (request.headers['if-none-match'] === '*' && there)
          return void answer(response, 412, 'PreconditionFailed')
        objects.set(key, body)
        return void response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end()
      case 'DELETE':
        objects.delete(key)
        return void response.writeHead(204).end()
      case 'HEAD':
        return void response
          .writeHead(there ? 200 : 404, there ? { 'content-length': there.length } : {})
          .end()
      case 'GET':
        return void (there
          ? response.writeHead(200, { 'content-length': there.length }).end(there)
          : answer(response, 404, 'NoSuchKey'))
      default:
        return void answer(response, 405, 'MethodNotAllowed')
    }
  }
  process.on(
    'message',
    (message: { what: string; kind?: string; times?: number; key?: string }) => {
      if (message.what === 'fail')
        Object.assign(fault, { kind: message.kind, times: message.times })
      const found = message.key && objects.get(message.key)
      if (found)
        objects.set(
          message.key as string,
          Buffer.from(found.map((byte, at) => (at === found.length - 1 ? byte ^ 1 : byte))),
        )
      process.send?.({ done: message.what === 'requests' ? seen.splice(0) : true })
    },
  )
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  )
}

export async function startS3Store(): Promise<S3Store> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const next = <T>() =>
    new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))
  const { port } = await next<{ port: number }>()
  const ask = async <T>(message: object): Promise<T> => {
    const answer = next<{ done: T }>()
    child.send(message)
    return (await answer).done
  }
  return {
    endpoint: `http://127.0.0.1:${port}`,
    fail: async (kind, times) => {
      await ask({ what: 'fail', kind, times })
    },
    damage: async (key) => {
      await ask({ what: 'damage', key })
    },
    requests: () => ask<string[]>({ what: 'requests' }),
    stop: () => void child.kill('SIGKILL'),
  }
}

if (process.argv[2] === 'serve') serve()
