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

test('scripts are fetched after what a page needs to be read; everything else stays as it is', async () => {
  expect(await through([Buffer.from('<link rel="preload" as="font" href="/f"/><link rel="modulepreload" href="/a.js"/><p>rel="modulepreload"</p>')]))
    .toBe('<link rel="preload" as="font" href="/f"/><link rel="modulepreload" fetchpriority="low" href="/a.js"/><p>rel="modulepreload"</p>')
})

test('a letter of several bytes may lie across two pieces', async () => {
  const page = Buffer.from('<link rel="modulepreload" href="/a.js"/>ışık القهوة')
  for (let at = page.length - 12; at < page.length; at += 1) {
    expect(await through([page.subarray(0, at), page.subarray(at)])).toBe('<link rel="modulepreload" fetchpriority="low" href="/a.js"/>ışık القهوة')
  }
})
