import { Suspense, use, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { contextToRender, pageResponse, renderPage } from './render-page.ts'

const Page = ({ children }: { children: ReactNode }) => (
  <html lang="tr">
    <head>
      <title>Kapalıçarşı</title>
    </head>
    <body>{children}</body>
  </html>
)
const options = () => ({ nonce: 'n', report: vi.fn<(error: unknown) => void>() })

test('renders a document in standards mode', async () => {
  expect(await renderPage(<Page>1 &lt; 2</Page>, options())).toEqual({
    html: '<!DOCTYPE html><html lang="tr"><head><title>Kapalıçarşı</title></head><body>1 &lt; 2</body></html>',
    failed: false,
  })
})

test('waits for a part that is not there yet', async () => {
  const later = new Promise<string>((resolve) => setImmediate(() => resolve('there')))
  const Part = () => <p>{use(later)}</p>
  const page = (
    <Page>
      <Suspense fallback="waiting">
        <Part />
      </Suspense>
    </Page>
  )
  const { html, failed } = await renderPage(page, options())
  expect(html).toMatch(/^<!DOCTYPE html><html lang="tr">.*<p>there<\/p>/)
  expect(html.match(/<!DOCTYPE/g)).toHaveLength(1)
  expect(failed).toBe(false)
})

test('reports a part that fails, and shows its fallback', async () => {
  const error = new Error('no part')
  const Part = (): ReactNode => {
    throw error
  }
  const { report, nonce } = options()
  vi.spyOn(console, 'error').mockReturnValueOnce()
  const page = (
    <Page>
      <Suspense fallback="instead">
        <Part />
      </Suspense>
    </Page>
  )
  const { html, failed } = await renderPage(page, { nonce, report })
  expect(html).toContain('instead')
  expect(failed).toBe(true)
  expect(report).toHaveBeenCalledExactlyOnceWith(error)
})

test('throws an error of the document itself', async () => {
  const Broken = (): ReactNode => {
    throw new Error('no page')
  }
  await expect(renderPage(<Broken />, options())).rejects.toThrow('no page')
})

test('the response of a page has its text, for those who read its body as well', async () => {
  const headers = new Headers({ vary: 'cookie' })
  const page = { html: '<p>çarşı</p>', failed: false }
  const response = pageResponse(page, { status: 404, headers })
  expect([response.status, response.html, await response.text()]).toEqual([
    404,
    page.html,
    page.html,
  ])
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(pageResponse({ ...page, failed: true }, { status: 200, headers }).status).toBe(500)
})

test("reads all of the loaders' data before rendering, and leaves out routes that do not match", async () => {
  const bytes = new TextEncoder().encode('["çarşı"]\n')
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      // In the middle of a letter.
      for (const part of [bytes.slice(0, 3), bytes.slice(3)]) controller.enqueue(part)
      controller.close()
    },
  })
  const context = await contextToRender({
    manifest: { routes: { root: {}, list: {}, item: {} }, version: '1' },
    staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'list' } }] },
    serverHandoffStream: stream,
    renderMeta: {},
  })
  // A page with a part that waits is rendered twice.
  for (const _ of [1, 2]) expect(() => context.serverHandoffStream.getReader()).not.toThrow()
  expect(context.manifest).toEqual({ routes: { root: {}, list: {} }, version: '1' })
  expect(context.renderMeta).toEqual({
    streamCache: {
      0: { result: { done: false, value: '["çarşı"]\n' } },
      1: { result: { done: true, value: '' } },
    },
  })
})
