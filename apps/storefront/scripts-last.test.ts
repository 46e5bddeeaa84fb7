import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.ts'

async function through(pieces: Buffer[]): Promise<string> {
  const stream = scriptsLast()
  const out: Buffer[] = []
  stream.on('data', (chunk: Buffer) => out.push(chunk))
  for (const piece of pieces) stream.write(piece)
  stream.end()
  await new Promise(resolve => stream.on('end', resolve))
  return Buffer.concat(out).toString('utf8')
}

const PAGE = '<link rel="preload" as="font" href="/f"/><link rel="modulepreload" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>'
  + '<script nonce="n">first()</script><script nonce="n" type="module" async="">import "/a.js"</script> a < b'
const ASLEEP = '<link rel="preload" as="font" href="/f"/><link rel="arasta-later" href="/a.js"/><p>rel="modulepreload" ışık القهوة</p>'
  + '<script nonce="n">first()</script><script nonce="n" type="arasta-later">import "/a.js"</script> a < b'

test('modules of a page sleep until it is asked for them; everything else stays as it is', async () => {
  expect(await through([Buffer.from(PAGE)])).toBe(ASLEEP)
  expect(await through([Buffer.from('<script type="module" async="">import "/a.js"</script>')])).toBe('<script type="arasta-later">import "/a.js"</script>')
})

test('a tag, and a letter of several bytes, may lie across two pieces', async () => {
  const page = Buffer.from(PAGE)
  for (let at = 1; at < page.length; at += 1) expect(await through([page.subarray(0, at), page.subarray(at)])).toBe(ASLEEP)
})
