import { parentPort } from 'node:worker_threads'
import { leadHere, rewritePage, type Rewriting } from './rewrite.ts'

/**
 * Rewrites pages in a thread of its own, because they may have 12 MB (lib/foreign/deadline-
 * pool.ts).
 */
export interface RewriteJob {
  kind: 'page' | 'style'
  body: Uint8Array
  how: Rewriting
}

parentPort?.on('message', ({ kind, body, how }: RewriteJob) => {
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
    const output = new TextEncoder().encode(
      kind === 'page' ? rewritePage(text, how) : leadHere(text, how.shopOrigin, how.origin),
    )
    parentPort?.postMessage({ output }, [output.buffer])
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
