import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashInline } from './page.ts'

const hashOf = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const NONCE = 'q1+/w=='

test('our own inline scripts and styles get a hash and lose the nonce; files and data need none (D22)', () => {
  const page = hashInline(
    `<link rel="modulepreload" href="/a.js" nonce="${NONCE}"/><style nonce="${NONCE}">a{}</style><script nonce="${NONCE}">one()</script>` +
      `<SCRIPT type="module" nonce="${NONCE}" async="">two("<\\/b>")\r\nthree()</SCRIPT ><script type="module" src="/b.js" nonce="${NONCE}"></script><script type="application/json">{}</script>`,
    NONCE,
  )
  expect(page.scripts).toEqual([hashOf('one()'), hashOf('two("<\\/b>")\nthree()')])
  expect(page.styles).toEqual([hashOf('a{}')])
  expect(page.html).not.toContain('nonce')
  expect(page.html).toContain('<script type="module" src="/b.js"></script>')
})

test('a script that came in with a foreign text gets no hash: it stays as dead as under a nonce', () => {
  const page = hashInline(
    `<p><script>steal()</script><script nonce="guessed">steal()</script></p><script nonce="${NONCE}">ours()</script>`,
    NONCE,
  )
  expect(page.scripts).toEqual([hashOf('ours()')])
})

test('the same script twice is one hash', () => {
  expect(
    hashInline(`<script nonce="${NONCE}">a()</script><script nonce="${NONCE}">a()</script>`, NONCE)
      .scripts,
  ).toEqual([hashOf('a()')])
})

test('a page that says its nonce in its text is refused', () => {
  expect(() =>
    hashInline(`<script nonce="${NONCE}">let nonce = "${NONCE}"</script>`, NONCE),
  ).toThrow(/nonce/)
})
