import type { ReactNode } from 'react'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'

const TIMEOUT_MS = 5_000

/**
 * Renders a document as a whole: our pages wait for nothing once their loaders have answered,
 * and a stream would pass every 2 kB through five others. `report` gets errors inside boundaries,
 * whose page is returned as `failed`; an error of the document itself is thrown.
 */
export function renderPage(
  page: ReactNode,
  { nonce, report }: { nonce: string; report: (error: unknown) => void },
): Promise<{ html: Buffer<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const parts: Buffer[] = []
    const body = new Writable({
      write(part: Buffer, _encoding, done) {
        // React reuses its buffer.
        parts.push(Buffer.from(part))
        done()
      },
      final(done) {
        clearTimeout(timer)
        for (const error of errors) report(error)
        resolve({ html: Buffer.concat(parts), failed: errors.length > 0 })
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(body),
      onShellError(error) {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => void errors.push(error),
    })
    const timer = setTimeout(abort, TIMEOUT_MS)
  })
}
