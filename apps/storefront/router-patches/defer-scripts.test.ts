import { expect, test } from 'vitest'
import { deferScripts } from './defer-scripts.ts'

async function through(pieces: Buffer[]): Promise<string> {
  const stream = deferScripts()
  const out: Buffer[] = []
  stream.on('data', (chunk: Buffer) => out.push(chunk))
  for (const piece of pieces) stream.write(piece)
  stream.end()
  await new Promise((resolve) => stream.on('end', resolve))
  return Buffer.concat(out).toString('utf8')
}

const PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="modulepreload" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="module" async="">import "/a.js"</script> a < b'
const DEFERRED_PAGE =
  '<link rel="preload" as="font" href="/f"/><link rel="arasta-later" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>' +
  '<script nonce="n">first()</script><script nonce="n" type="arasta-later">import "/a.js"</script> a < b'

test('defers the module scripts of a page and leaves everything else as it is', async () => {
  expect(await through([Buffer.from(PAGE)])).toBe(DEFERRED_PAGE)
  expect(
    await through([Buffer.from('<script type="module" async="">import "/a.js"</script>')]),
  ).toBe('<script type="arasta-later">import "/a.js"</script>')
})

test('handles tags and multi-byte characters that are split between two chunks', async () => {
  const page = Buffer.from(PAGE)
  for (let at = 1; at < page.length; at += 1)
    expect(await through([page.subarray(0, at), page.subarray(at)])).toBe(DEFERRED_PAGE)
})
