import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { NoResponse, readAnswer, type Send } from '#modules/stores/platforms/kit/signed-calls.ts'

/** Browsers know that `*.localhost` is this machine, Node does not. */
const find: LookupFunction = (host, options, done) => {
  if (!/(^|\.)localhost$/.test(host)) return void lookup(host, options, done)
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** Sends with nothing but Node: the kit runs on the machine of whoever writes a platform. */
export const send: Send = (
  origin,
  target,
  { method = 'GET', headers = {}, body, timeoutMs = 10_000 } = {},
) => {
  const { protocol, hostname, port, host } = new URL(origin)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(
      {
        host: hostname.replaceAll(/[[\]]/g, ''),
        port: port || undefined,
        path: target,
        method,
        lookup: find,
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          host,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => reject(new NoResponse('cut', host)))
        response.on('end', () => {
          const plain = Object.entries(response.headers).map(
            ([name, value]) =>
              [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
          )
          resolve(
            readAnswer(
              response.statusCode ?? 0,
              Object.fromEntries(plain),
              Buffer.concat(chunks),
              performance.now() - started,
            ),
          )
        })
      },
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.name === 'AbortError' || error.name === 'TimeoutError'
          ? 'timeout'
          : ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')
            ? 'unreachable'
            : 'cut'
      reject(new NoResponse(why, host))
    })
    request.end(body)
  })
}
