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
  /** A new and empty bucket; one of that name is lost with all that lies there. */
  makeBucket(name: string): Promise<void>
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
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, *SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})$/.exec(
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

interface Stored {
  bytes: Buffer
  etag: string
  at: Date
}

interface Asked {
  method: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  bucket: string
  key: string
  body: Buffer
}

/** What is answered; `headers` besides those of every answer. */
interface Reply {
  status: number
  headers?: Record<string, string | number>
  body?: Buffer | string
}

const xml = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`
const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const plain = (value: string): string =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const quoted = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`
const refused = (status: number, code: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})
const MOST_KEYS = 1_000

/** Buckets by name, each with its objects, and the parts of uploads that are not complete. */
class Store {
  readonly buckets = new Map<string, Map<string, Stored>>([[BUCKET, new Map()]])
  readonly #uploads = new Map<string, Map<number, Buffer>>()
  #lastUpload = 0

  put(bucket: string, key: string, bytes: Buffer): Reply {
    const etag = quoted(bytes)
    this.buckets.get(bucket)?.set(key, { bytes, etag, at: new Date() })
    return { status: 200, headers: { etag } }
  }

  answer(asked: Asked): Reply {
    const objects = this.buckets.get(asked.bucket)
    if (!objects) return refused(404, 'NoSuchBucket')
    if (asked.key === '')
      return asked.query.has('delete')
        ? this.#deleteMany(objects, asked)
        : asked.method === 'GET'
          ? this.#list(objects, asked)
          : { status: asked.method === 'HEAD' ? 200 : 405 }
    if (asked.query.has('uploads') || asked.query.has('uploadId')) return this.#upload(asked)
    const there = objects.get(asked.key)
    switch (asked.method) {
      case 'PUT':
        return asked.headers['if-none-match'] === '*' && there
          ? refused(412, 'PreconditionFailed')
          : this.put(asked.bucket, asked.key, asked.body)
      case 'DELETE':
        objects.delete(asked.key)
        return { status: 204 }
      case 'HEAD':
      case 'GET':
        return there ? this.#read(there, asked) : refused(404, 'NoSuchKey')
      default:
        return refused(405, 'MethodNotAllowed')
    }
  }

  #read({ bytes, etag, at }: Stored, { method, headers }: Asked): Reply {
    const about = { etag, 'last-modified': at.toUTCString(), 'accept-ranges': 'bytes' }
    const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '')
    if (method === 'HEAD')
      return { status: 200, headers: { ...about, 'content-length': bytes.length } }
    if (!range) return { status: 200, headers: about, body: bytes }
    const from = Number(range[1])
    if (from >= bytes.length) return refused(416, 'InvalidRange')
    const to = Math.min(range[2] ? Number(range[2]) : bytes.length - 1, bytes.length - 1)
    return {
      status: 206,
      headers: { ...about, 'content-range': `bytes ${from}-${to}/${bytes.length}` },
      body: bytes.subarray(from, to + 1),
    }
  }

  /** ListObjectsV2. */
  #list(objects: Map<string, Stored>, { query, bucket }: Asked): Reply {
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    const most = Math.min(Number(query.get('max-keys') ?? MOST_KEYS), MOST_KEYS)
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const entries = new Map<string, string>()
    for (const [key, { bytes, etag, at }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (!key.startsWith(prefix)) continue
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      const name = end < 0 ? key : key.slice(0, end + delimiter.length)
      if (name <= after || entries.has(name)) continue
      entries.set(
        name,
        end < 0
          ? `<Contents><Key>${text(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${text(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
          : `<CommonPrefixes><Prefix>${text(name)}</Prefix></CommonPrefixes>`,
      )
    }
    const shown = [...entries].slice(0, most)
    const isCut = shown.length < entries.size
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: xml(
        'ListBucketResult',
        `<Name>${bucket}</Name><Prefix>${text(prefix)}</Prefix><KeyCount>${shown.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isCut}</IsTruncated>${isCut ? `<NextContinuationToken>${text(shown.at(-1)?.[0] ?? '')}</NextContinuationToken>` : ''}${shown.map(([, entry]) => entry).join('')}`,
      ),
    }
  }

  #deleteMany(objects: Map<string, Stored>, { body, headers }: Asked): Reply {
    if (headers['content-md5'] === undefined) return refused(400, 'InvalidRequest')
    for (const [, key = ''] of body.toString('utf8').matchAll(/<Key>([^<]*)<\/Key>/g))
      objects.delete(plain(key))
    return { status: 200, body: xml('DeleteResult', '') }
  }

  /** An object in parts: begun, one part, complete, given up. */
  #upload({ method, query, bucket, key, body }: Asked): Reply {
    if (query.has('uploads')) {
      const id = `upload-${(this.#lastUpload += 1)}`
      this.#uploads.set(id, new Map())
      const content = `<Bucket>${bucket}</Bucket><Key>${text(key)}</Key><UploadId>${id}</UploadId>`
      return { status: 200, body: xml('InitiateMultipartUploadResult', content) }
    }
    const id = query.get('uploadId') ?? ''
    const parts = this.#uploads.get(id)
    if (!parts) return refused(404, 'NoSuchUpload')
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: quoted(body) } }
    }
    this.#uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const named = [...body.toString('utf8').matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)]
    const bytes = named.map(([, number]) => parts.get(Number(number)))
    if (bytes.length === 0 || bytes.some((one) => one === undefined))
      return refused(400, 'InvalidPart')
    const { headers } = this.put(bucket, key, Buffer.concat(bytes as Buffer[]))
    const content = `<Bucket>${bucket}</Bucket><Key>${text(key)}</Key><ETag>${text(String(headers?.etag))}</ETag>`
    return { status: 200, body: xml('CompleteMultipartUploadResult', content) }
  }
}

function serve(): void {
  const store = new Store()
  const seen: string[] = []
  const fault = { kind: '', times: 0 }
  const send = (response: ServerResponse, { status, headers = {}, body = '' }: Reply): void => {
    const length = 'content-length' in headers ? {} : { 'content-length': Buffer.byteLength(body) }
    const id = { 'x-amz-request-id': String(seen.length) }
    response.writeHead(status, { ...id, ...(status === 204 ? {} : length), ...headers }).end(body)
  }

  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', 'http://x')
    const path = decodeURIComponent(url.pathname)
    seen.push(`${request.method} ${path}`)
    if (fault.times > 0 && fault.kind === 'slow_down') {
      fault.times -= 1
      return send(response, refused(503, 'SlowDown'))
    }
    const wrong = signatureFault(request)
    if (wrong) return send(response, refused(403, wrong))
    const { 'x-amz-content-sha256': hash, 'content-md5': md5 } = request.headers
    // A client may leave its payload out of the signature.
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))
      return send(response, refused(400, 'XAmzContentSHA256Mismatch'))
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
      return send(response, refused(400, 'BadDigest'))
    const [, bucket = '', ...rest] = path.split('/')
    const asked: Asked = {
      method: request.method ?? '',
      query: url.searchParams,
      headers: request.headers,
      bucket,
      key: rest.join('/'),
      body,
    }
    if (fault.times > 0 && fault.kind === 'reset' && store.buckets.has(bucket)) {
      fault.times -= 1
      if (asked.method === 'PUT' && !store.buckets.get(bucket)?.has(asked.key)) store.answer(asked)
      return void request.socket.destroy()
    }
    send(response, store.answer(asked))
  }
  process.on(
    'message',
    (message: { what: string; kind?: string; times?: number; key?: string; bucket?: string }) => {
      const { what, key = '', bucket = BUCKET } = message
      if (what === 'fail') Object.assign(fault, { kind: message.kind, times: message.times })
      const found = what === 'damage' && store.buckets.get(bucket)?.get(key)?.bytes
      if (found) {
        const bytes = Buffer.from(found)
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        store.put(bucket, key, bytes)
      }
      if (what === 'make') store.buckets.set(bucket, new Map())
      process.send?.({ done: what === 'requests' ? seen.splice(0) : true })
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
    makeBucket: async (bucket) => {
      await ask({ what: 'make', bucket })
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

if (process.argv[2] === 'serve') serve()
