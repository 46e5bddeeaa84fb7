import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readLine, readSet } from './signed-set.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
const line = readLine(
  `<script src="http://installer.example/loader/1.1.0.js" integrity="sha384-x" crossorigin="anonymous" defer data-site="site-a" data-key="${key}"></script>`,
)
const now = new Date('2026-11-22T10:00:00Z')
const TODAY = Math.floor(now.getTime() / 86_400_000)
const bytes = Buffer.from('void 1')
const address = `http://installer.example/loader/files/${'a'.repeat(64)}/app.js`
const good = {
  e: TODAY,
  l: [{ i: 'eff_1', c: 3, h: `<script src="${address}"></script>` }],
  f: { [address]: `sha384-${createHash('sha384').update(bytes).digest('base64')}` },
}

const read = (
  set: object,
  { status = 200, by = privateKey, file = { status: 200, body: bytes } } = {},
) => {
  const text = JSON.stringify(set)
  return readSet(
    line,
    {
      status,
      body: Buffer.from(
        JSON.stringify({ text, signature: sign(null, Buffer.from(text), by).toString('base64') }),
      ),
    },
    now,
    () => Promise.resolve(file),
  )
}

test("the signed set of a site is read as the loader reads it, with the author's file names", async () => {
  expect(line).toEqual({ base: 'http://installer.example/loader/', site: 'site-a', key })
  expect(await read(good)).toEqual({
    parts: [{ id: 'eff_1', placement: 3, html: '<script src="{{asset:app.js}}"></script>' }],
    faults: [],
  })
  expect(await read({}, { status: 410 })).toEqual({ parts: [], faults: [] })
})

test('finds a set that no page would show: wrong signature, expired, missing, files with other bytes or unsigned files', async () => {
  const faults = async (...of: Parameters<typeof read>) => (await read(...of)).faults.join()
  expect(await faults(good, { by: generateKeyPairSync('ed25519').privateKey })).toMatch(
    /not signed/,
  )
  expect(await faults({ ...good, e: TODAY - 1 })).toMatch(/day that has passed/)
  expect(await faults(good, { status: 502 })).toMatch(/answered 502/)
  expect(await faults(good, { file: { status: 200, body: Buffer.from('void 2') } })).toMatch(
    /other bytes/,
  )
  expect(await faults(good, { file: { status: 404, body: bytes } })).toMatch(/answered 404/)
  expect(await faults({ ...good, f: {} })).toMatch(/nobody signed/)
})
