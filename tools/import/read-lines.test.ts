import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(path: string): Promise<string[]> {
  const found: string[] = []
  for await (const { number, value, broken } of readLines(path))
    found.push(`${number} ${broken ?? JSON.stringify(value)}`)
  return found
}
async function readBytes(bytes: Buffer): Promise<string[]> {
  await writeFile(join(folder, 'some.jsonl'), bytes)
  return read(join(folder, 'some.jsonl'))
}

test('a line of 10 MB, invalid UTF-8, NUL bytes and broken JSON in the middle cost these lines and no other', async () => {
  const path = join(folder, 'hostile.jsonl')
  const out = createWriteStream(path)
  out.write('\uFEFF{"a":1}\r\n\n')
  out.write(`{"a":"${'x'.repeat(10_000_000)}"}\n`)
  out.write(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d, 0x0a]))
  out.write('{"a":"\u0000"}\n{"a":\n[1]\nnull\n"text"\n')
  out.end('{"a":2}')
  await finished(out)
  expect(await read(path)).toEqual([
    '1 {"a":1}',
    '3 R-LINE-LONG',
    '4 R-LINE-UTF8',
    '5 R-LINE-JSON',
    '6 R-LINE-JSON',
    '7 R-LINE-JSON',
    '8 R-LINE-JSON',
    '9 R-LINE-JSON',
    '10 {"a":2}',
  ])
})

test('complete lines are read from any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), async (noise) => {
      const bytes = Buffer.concat(
        noise.flatMap((piece) => [
          Buffer.from(piece.filter((byte) => byte !== 0x0a)),
          Buffer.from('\n'),
        ]),
      )
      const found = await readBytes(Buffer.concat([bytes, Buffer.from('{"last":true}\n')]))
      expect(found.at(-1)).toBe(`${noise.length + 1} {"last":true}`)
    }),
    { numRuns: 50 },
  )
})
